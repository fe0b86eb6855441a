import { assumedLimits, limits } from '../../contract/model/limits';

/** Time that the sandbox lets pass before each answer. */
export const LATENCY_MS = 50;

/** There and back, for the work over TLS. */
export const ROUND_TRIP_MS = 20;

/** Rows of one page of search. */
export const PAGE_SIZE = assumedLimits.searchPageSize;

/** Pause between two looks at a batch; less gains nothing. */
export const POLL_MS = limits.pollSeconds * 1000;

/** Persons of the sandbox: more of them match the search than the benchmark asks for. */
export const PERSONS = 50_000;
export const COMPANIES = 20_000;
