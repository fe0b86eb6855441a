import { assumedLimits } from '../nodes/PersonCompanyData/contract/limits';
import { DEFAULT_CONCURRENCY } from '../nodes/PersonCompanyData/core/genericOptions';

/** Time that the sandbox lets pass before each answer. */
export const LATENCY_MS = 50;

/** Rows of one page of search. */
export const PAGE_SIZE = assumedLimits.searchPageSize;

/** How much is asked of the service, and how often. */
export interface Size {
	readonly enrichments: number;
	readonly pages: number;
	readonly repetitions: number;
	/** What every client does once before it is measured, so that nobody pays for loading and compiling code. */
	readonly warmUp: { readonly enrichments: number; readonly pages: number };
}

export const FULL: Size = {
	enrichments: 1000,
	pages: 100,
	repetitions: 3,
	warmUp: { enrichments: 200, pages: 20 },
};
export const QUICK: Size = {
	enrichments: 100,
	pages: 10,
	repetitions: 1,
	warmUp: { enrichments: 50, pages: 5 },
};

/** Enrichments under way at once: the package's default, a higher level, and the most it allows. */
export const CONCURRENCY = [DEFAULT_CONCURRENCY, 20, 100] as const;
