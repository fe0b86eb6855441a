import { spreadOf, type Spread } from '../measure/statistics';
import type { Blocking } from './blocking';
import { COUNTED_MS } from './plan';
import type { Block, Watched } from './watchedN8n';

/** What the runs of a case come to. */
export interface Figures {
	/** Longest block of a run while calls of the store were pending, and what the processor worked in it. */
	readonly longest: Spread;
	readonly longestWorked: Spread;
	/** Blocks of a run that are counted. */
	readonly counted: Spread;
	/** Longest block of a run by anything else. */
	readonly otherwise: Spread;
	/** Time that the calls of a run took together. */
	readonly together: Spread;
}

const most = (figures: readonly number[]): number => Math.max(0, ...figures);

/** The block of a run that the store made longest. */
const longestOf = ({ blocks }: Watched): Block | undefined =>
	[...blocks].sort((a, b) => b.storeMs - a.storeMs)[0];

export function figuresOf({ runs }: Blocking): Figures {
	const of = (pick: (run: Watched) => number): Spread => spreadOf(runs.map(pick));
	return {
		longest: of((run) => longestOf(run)?.storeMs ?? 0),
		longestWorked: of((run) => {
			const block = longestOf(run);
			return block === undefined ? 0 : Math.min(block.workedMs, block.storeMs);
		}),
		counted: of(({ blocks }) => blocks.filter(({ storeMs }) => storeMs > COUNTED_MS).length),
		otherwise: of(({ blocks }) => most(blocks.map(({ ms, storeMs }) => ms - storeMs))),
		together: of(({ calls }) => calls.reduce((sum, { ms }) => sum + ms, 0)),
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
}

export function kindsOf({ runs }: Blocking): readonly KindFigures[] {
	const kinds = [...new Set(runs.flatMap(({ calls }) => calls.map(({ kind }) => kind)))].sort();
	return kinds.map((kind) => {
		const own = runs.map(({ calls }) => calls.filter((call) => call.kind === kind));
		return {
			kind,
			calls: spreadOf(own.map(({ length }) => length)),
			ms: spreadOf(own.flatMap((calls) => calls.map(({ ms }) => ms))),
			longest: spreadOf(runs.map(({ blocks }) => most(blocks.map(({ byKind }) => byKind[kind] ?? 0)))),
		};
	});
}
