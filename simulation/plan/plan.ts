import { limits } from '../../contract/model/limits';

/** How much is simulated, and the limits of the account that it is done with. */
export interface Size {
	readonly name: 'full' | 'quick';
	/** B2B requests that the account has in a month, all of which are used. */
	readonly requestsPerMonth: number;
	/** Requests a day of an account as it is opened. */
	readonly requestsPerDay: number;
	readonly days: number;
	/** The large enrichment. */
	readonly batches: number;
	readonly recordsPerBatch: number;
	/** Records of each batch where the daily limit decides: a batch takes as many requests whatever it holds. */
	readonly recordsPerSmallBatch: number;
	/** Records that the workers of a queue share. */
	readonly queueRecords: number;
	/** Records of calls that the service holds for long. */
	readonly slowRecords: number;
}

/** The limits of the specification, and a million records. */
export const FULL: Size = {
	name: 'full',
	requestsPerMonth: limits.b2bRequestsPerMonth,
	requestsPerDay: limits.requestsPerDay,
	days: 31,
	batches: 100,
	recordsPerBatch: limits.contactsPerBatch,
	recordsPerSmallBatch: limits.contactsPerBatch / 10,
	queueRecords: 960,
	slowRecords: 240,
};

/** The same with smaller numbers throughout: to see that it runs. */
export const QUICK: Size = {
	name: 'quick',
	requestsPerMonth: 330,
	requestsPerDay: 12,
	days: 11,
	batches: 10,
	recordsPerBatch: 200,
	recordsPerSmallBatch: 100,
	queueRecords: 120,
	slowRecords: 40,
};

/** What the specification leaves open and the simulation has to choose. */
export const SERVICE = {
	/** How long a synchronous call takes. */
	callSeconds: 3,
	/** How long one takes where slow calls are looked at. */
	slowCallSeconds: 20,
	/** How long a full batch takes; a smaller one takes its part of that. */
	batchSeconds: 200,
	/** Calls within ten seconds above which the account is blocked for five minutes (measured by one client). */
	callsPerBurst: 10,
	/** Synchronous calls that the service runs at the same time. */
	syncSlots: 10,
} as const;

/** How far a simulated figure may be from the one on paper, in percent: times; counts must agree. */
export const MOST_DIFFERENCE = { times: 3, counts: 0 } as const;

/** Workers that share an account. */
export const WORKERS = [1, 2, 4, 8] as const;

/** Time between two executions that wait by webhook. */
export const WEBHOOK_SPACING_SECONDS = 20;
