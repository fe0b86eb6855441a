import { MOST_ENTRIES } from '../../core/purchase/entries';

/** What a node remembers of earlier executions, and whether it is to look there. */
export interface Case {
	readonly entries: number;
	readonly skipsEnriched: boolean;
}

/** Contacts of the run that is measured. */
export const CONTACTS = 10_000;
/** Contacts of the run before it, so that loading and compiling code is not measured. */
export const WARM_UP = 100;

/** Room for both runs, and little more. */
const NEARLY_FULL = MOST_ENTRIES - 11_000;

export const CASES: readonly Case[] = [
	{ entries: 0, skipsEnriched: true },
	{ entries: MOST_ENTRIES / 2, skipsEnriched: true },
	{ entries: NEARLY_FULL, skipsEnriched: true },
	{ entries: NEARLY_FULL, skipsEnriched: false },
];

/** What is wished: the longest block by the store, and the share of a stored execution that the package keeps. */
export const MOST_BLOCKED_MS = 100;
export const MOST_KEPT = 0.1;
/** Blocks above this are counted. */
export const COUNTED_MS = 50;
