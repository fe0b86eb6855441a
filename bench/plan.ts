import { assumedLimits } from '../nodes/PersonCompanyData/contract/limits';
import { DEFAULT_CONCURRENCY } from '../nodes/PersonCompanyData/core/genericOptions';

/** Time that the sandbox lets pass before each answer. */
export const LATENCY_MS = 50;

/** Rows of one page of search. */
export const PAGE_SIZE = assumedLimits.searchPageSize;

/** How much is asked of the service, and how often. */
export interface Size {
	/** Items that are enriched or looked up. */
	readonly items: number;
	readonly pages: number;
	/** Events that come at once. */
	readonly events: number;
	readonly repetitions: number;
	/** What every client does once before it is measured, so that nobody pays for loading and compiling code. */
	readonly warmUp: { readonly items: number; readonly pages: number };
}

export const FULL: Size = {
	items: 1000,
	pages: 100,
	events: 1000,
	repetitions: 3,
	warmUp: { items: 200, pages: 20 },
};
export const QUICK: Size = {
	items: 100,
	pages: 10,
	events: 100,
	repetitions: 1,
	warmUp: { items: 50, pages: 5 },
};

/** Requests under way at once: the package's default, and one with which n8n's node is compared as it is. */
export const CONCURRENCY = { careful: DEFAULT_CONCURRENCY, pages: 10, middle: 20, high: 50 } as const;
