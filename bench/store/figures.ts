import { spreadOf, type Spread } from '../measure/statistics';
import type { Blocking } from './blocking';
import { COUNTED_MS } from './plan';
import { STORES_EXECUTION, type Block, type StoreCall, type Took, type Watched } from './watchedN8n';

/** What the runs of a case come to. */
export interface Figures {
	/** Longest block of a run while calls of the store were pending: by the clock, and by processor time. */
	readonly longest: Spread;
	readonly longestWork: Spread;
	/** Blocks of a run that are counted. */
	readonly counted: Spread;
	/** Longest block of a run by anything else. */
	readonly otherwise: Spread;
	readonly otherwiseWork: Spread;
	/** Time that the calls of a run took together. */
	readonly together: Spread;
}

const most = (figures: readonly number[]): number => Math.max(0, ...figures);
const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

/** What of a block is the store's: no more than all of it, though calls may be pending together. */
export const storeOf = (block: Block, of: keyof Took): number =>
	Math.min(
		block[of],
		sum(Object.entries(block.byKind).map(([kind, part]) => (kind === STORES_EXECUTION ? 0 : part[of]))),
	);

/** The calls of the store of processed entries. */
export const storeCalls = ({ calls }: Watched): StoreCall[] =>
	calls.filter(({ kind }) => kind !== STORES_EXECUTION);

export function figuresOf({ runs }: Blocking): Figures {
	const spread = (pick: (run: Watched) => number): Spread => spreadOf(runs.map(pick));
	const longest = (pick: (block: Block) => number): Spread => spread(({ blocks }) => most(blocks.map(pick)));
	return {
		longest: longest((block) => storeOf(block, 'ms')),
		longestWork: longest((block) => storeOf(block, 'workedMs')),
		counted: spread(({ blocks }) => blocks.filter((block) => storeOf(block, 'ms') > COUNTED_MS).length),
		otherwise: longest((block) => block.ms - storeOf(block, 'ms')),
		otherwiseWork: longest((block) => block.workedMs - storeOf(block, 'workedMs')),
		together: spread((run) => sum(storeCalls(run).map(({ ms }) => ms))),
	};
}

/** What calls of one kind come to, over all runs of a case. */
export interface KindFigures {
	readonly kind: string;
	/** Calls of a run, and what one takes. */
	readonly calls: Spread;
	readonly ms: Spread;
	/** Longest block of a run while one was pending. */
	readonly longest: Spread;
	readonly longestWork: Spread;
}

export function kindsOf({ runs }: Blocking): readonly KindFigures[] {
	const kinds = [...new Set(runs.flatMap((run) => storeCalls(run).map(({ kind }) => kind)))].sort();
	return kinds.map((kind) => {
		const longest = (of: keyof Took): Spread =>
			spreadOf(runs.map(({ blocks }) => most(blocks.map(({ byKind }) => byKind[kind]?.[of] ?? 0))));
		const own = runs.map((run) => storeCalls(run).filter((call) => call.kind === kind));
		return {
			kind,
			calls: spreadOf(own.map(({ length }) => length)),
			ms: spreadOf(own.flatMap((calls) => calls.map(({ ms }) => ms))),
			longest: longest('ms'),
			longestWork: longest('workedMs'),
		};
	});
}
