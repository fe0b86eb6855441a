/** How much the outbox is given to do, and what is wished of it. */

/** A load for the outbox. */
export interface Load {
	/** Different contacts that the workflows write. */
	readonly records: number;
	/** Rows that one run takes at most: the template's own 10,000, or fewer. */
	readonly take: number;
	/** Minutes from one run to the next; an hour in the template. */
	readonly minutes: number;
}

/** How much is simulated. */
export interface Size {
	readonly name: 'full' | 'quick';
	/** Contacts that a workflow is given in one call. */
	readonly perCall: number;
	readonly calm: Load;
	readonly killed: Load;
	/** The same load for workflows that each enrich what they have. */
	readonly without: number;
	/** Numbers of workflows that write as fast as they can, and how many rows together. */
	readonly writing: { readonly workflows: readonly number[]; readonly records: number };
	/** A schedule that is faster than a run, which the minutes do not tell. */
	readonly overlapping: Omit<Load, 'minutes'> & { readonly seconds: number };
	/** More records than the node has room for beside those that it knows already. */
	readonly many: Load & { readonly known: number };
}

export const FULL: Size = {
	name: 'full',
	perCall: 250,
	calm: { records: 20_000, take: 10_000, minutes: 8 },
	killed: { records: 12_000, take: 2_000, minutes: 1 },
	without: 20_000,
	writing: { workflows: [8, 16, 32], records: 4_000 },
	overlapping: { records: 4_000, take: 1_000, seconds: 10 },
	many: { records: 20_000, take: 10_000, minutes: 8, known: 60_000 },
};

/** The same with smaller numbers: to see that it runs. */
export const QUICK: Size = {
	name: 'quick',
	perCall: 25,
	calm: { records: 600, take: 300, minutes: 2 },
	killed: { records: 400, take: 100, minutes: 1 },
	without: 600,
	writing: { workflows: [8, 16, 32], records: 400 },
	overlapping: { records: 400, take: 100, seconds: 10 },
	many: { records: 400, take: 200, minutes: 1, known: 74_700 },
};

/** Workers, and workflows that write. */
export const WORKERS = 4;
export const WRITERS = 8;
/** Of a hundred contacts, so many are written by a second workflow, too. */
export const SHARED_PERCENT = 5;
/** Requests for 10,000 records, at most. */
export const MOST_REQUESTS = 4;

/** The account, and what the specification leaves open of it. */
export const ACCOUNT = {
	callerIp: 'unlisted',
	requestsPerDay: 100,
	/** Calls within ten seconds above which the account is blocked for five minutes (measured by one client). */
	callsPerBurst: 10,
	/** A full batch takes 40 seconds. */
	recordsPerSecond: 250,
	/** One in so many records fails and is refunded. */
	failEveryNthRecord: 100,
} as const;
