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
	/** Items of the runs with many requests at once, which would else be over too soon. */
	readonly itemsAtOnce: number;
	/** Pages of the two searches. */
	readonly pages: number;
	readonly manyPages: number;
	/** Records that are enriched in batches. */
	readonly records: number;
	/** Rows of a mixed list. */
	readonly rows: number;
	/** Events that come at once. */
	readonly events: number;
	/** Starts of n8n with the package, and as many without. */
	readonly starts: number;
	/** How often the editor opens a form. */
	readonly openings: number;
	readonly repetitions: number;
	/** Of what takes minutes. */
	readonly fewRepetitions: number;
	/** Of what is over in seconds, and differs most. */
	readonly manyRepetitions: number;
	/** What every client does once before it is measured, so that nobody pays for loading and compiling code. */
	readonly warmUp: {
		readonly items: number;
		readonly pages: number;
		readonly records: number;
		readonly rows: number;
	};
}

export const FULL: Size = {
	items: 500,
	itemsAtOnce: 2000,
	pages: 10_000 / PAGE_SIZE,
	manyPages: 100_000 / PAGE_SIZE,
	records: 25_000,
	rows: 10_000,
	events: 1000,
	starts: 5,
	openings: 5,
	repetitions: 3,
	fewRepetitions: 2,
	manyRepetitions: 5,
	warmUp: { items: 300, pages: 20, records: 100, rows: 100 },
};
export const QUICK: Size = {
	items: 50,
	itemsAtOnce: 200,
	pages: 10,
	manyPages: 100,
	records: 2500,
	rows: 1000,
	events: 100,
	starts: 1,
	openings: 1,
	repetitions: 1,
	fewRepetitions: 1,
	manyRepetitions: 1,
	warmUp: { items: 20, pages: 5, records: 10, rows: 10 },
};

/** Requests under way at once: the package's default, more, and one with which n8n's node is compared as it is. */
export const CONCURRENCY = { careful: DEFAULT_CONCURRENCY, wide: 20, high: 50 } as const;

/** Persons of the sandbox: more than a hundred thousand of them match the search. */
export const PERSONS = 250_000;
export const COMPANIES = 20_000;

/** Time that a packet takes from the clients to the distant sandbox and back. */
export const ROUND_TRIP_MS = 20;

/** Round trips before a new connection can carry a request: one of TCP and the two of TLS 1.2. */
export const ROUND_TRIPS_TO_CONNECT = 3;

/** How long a call to the distant sandbox takes that opens a connection. */
export const DISTANT_ANSWER_MS = LATENCY_MS + (ROUND_TRIPS_TO_CONNECT + 1) * ROUND_TRIP_MS;
