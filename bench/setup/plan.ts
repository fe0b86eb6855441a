import { assumedLimits, limits } from '../../contract/model/limits';
import { DEFAULT_CONCURRENCY } from '../../core/client/pace';

/** Time that the sandbox lets pass before each answer. */
export const LATENCY_MS = 50;

/** Rows of one page of search. */
export const PAGE_SIZE = assumedLimits.searchPageSize;

/** Pause between two looks at a batch; less gains nothing. */
export const POLL_MS = limits.pollSeconds * 1000;

/** How much is asked of the service, and how often. */
export interface Size {
	/** Items that are looked up or enriched one by one. */
	readonly items: number;
	/** Pages of the two searches. */
	readonly pages: number;
	readonly manyPages: number;
	/** Records that are enriched in batches. */
	readonly records: number;
	/** Events that come at once. */
	readonly events: number;
	/** Starts of n8n with the package, and as many without. */
	readonly starts: number;
	readonly repetitions: number;
	/** Of what takes minutes. */
	readonly fewRepetitions: number;
	/** What every client does once before it is measured, so that nobody pays for loading and compiling code. */
	readonly warmUp: { readonly items: number; readonly pages: number; readonly records: number };
}

export const FULL: Size = {
	items: 500,
	pages: 10_000 / PAGE_SIZE,
	manyPages: 100_000 / PAGE_SIZE,
	records: 25_000,
	events: 1000,
	starts: 5,
	repetitions: 3,
	fewRepetitions: 2,
	warmUp: { items: 100, pages: 20, records: 100 },
};
export const QUICK: Size = {
	items: 50,
	pages: 10,
	manyPages: 100,
	records: 2500,
	events: 100,
	starts: 1,
	repetitions: 1,
	fewRepetitions: 1,
	warmUp: { items: 20, pages: 5, records: 10 },
};

/** Requests under way at once: the package's default, and one with which n8n's node is compared as it is. */
export const CONCURRENCY = { careful: DEFAULT_CONCURRENCY, high: 50 } as const;

/** Persons of the sandbox: more than a hundred thousand of them match the search. */
export const PERSONS = 250_000;
