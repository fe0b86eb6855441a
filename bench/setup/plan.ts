import { assumedLimits, limits } from '../../contract/model/limits';

/** Time that the sandbox lets pass before each answer. */
export const LATENCY_MS = 50;

/** Rows of one page of search. */
export const PAGE_SIZE = assumedLimits.searchPageSize;

/** Pause between two looks at a batch; less gains nothing. */
export const POLL_MS = limits.pollSeconds * 1000;

/** Persons of the sandbox: more of them match the search than the benchmark asks for. */
export const PERSONS = 50_000;
export const COMPANIES = 20_000;

/** How much is asked of the service, and how often. */
export interface Size {
	/** The share of the full work. */
	readonly share: number;
	readonly repetitions: number;
}

export const FULL: Size = { share: 1, repetitions: 3 };
export const QUICK: Size = { share: 0.1, repetitions: 1 };
