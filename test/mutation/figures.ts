import { equivalents, type Equivalent } from './equivalents';
import type { Mutant } from './stryker';

/** A mutant that no test has noticed. */
export interface Unnoticed {
	readonly file: string;
	readonly line: number;
	/** The line as it stands there. */
	readonly text: string;
	readonly was: string;
	readonly becomes: string;
	/** Why no test can notice it; absent while nobody has looked. */
	readonly reason?: string;
}

/** What came of an area. */
export interface Figures {
	readonly mutants: number;
	readonly killed: number;
	/** Mutants with which the specs did not even load, which tells nothing; not among the others. */
	readonly broken: number;
	readonly unnoticed: readonly Unnoticed[];
}

/** What is wished for: the share of mutants that tests notice. */
export const WISHED = 0.9;

export const shareOf = ({ mutants, killed }: Figures): number => (mutants === 0 ? 1 : killed / mutants);

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

const isNamed =
	({ file, text, was, becomes }: Unnoticed) =>
	(known: Equivalent): boolean =>
		known.file === file && known.line === text && known.was === was && known.becomes === becomes;

function unnoticedOf({ file, line, text, was, becomes }: Mutant): Unnoticed {
	const found: Unnoticed = { file, line, text: plain(text), was: plain(was), becomes: plain(becomes) };
	const reason = equivalents.find(isNamed(found))?.reason;
	return { ...found, ...(reason !== undefined && { reason }) };
}

export function figuresOf(mutants: readonly Mutant[]): Figures {
	const of = (...fates: Array<Mutant['fate']>): Mutant[] =>
		mutants.filter(({ fate }) => fates.includes(fate));
	return {
		mutants: of('killed', 'unnoticed').length,
		killed: of('killed').length,
		broken: of('broken').length,
		unnoticed: of('unnoticed').map(unnoticedOf),
	};
}

/** Names that stand for no mutant any more. */
export const stale = (files: readonly string[], { unnoticed }: Figures): Equivalent[] =>
	equivalents.filter((known) => files.includes(known.file) && !unnoticed.some((one) => isNamed(one)(known)));
