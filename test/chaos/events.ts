/** What the ideal client is told of. */

/** What was asked of a run, and where it stands among others. */
export interface Run {
	readonly label: string;
	/** The executions that it belongs to: its own one last, before it those that it is a retry of. */
	readonly chain: readonly string[];
	readonly process: string;
	readonly operation: string;
	/** The unit that each input item asks for. */
	readonly units: readonly string[];
	/** Skip Records Enriched Before is on. */
	readonly skips: boolean;
	/** The user lets it pay again: Send Again. */
	readonly paysAgain: boolean;
	/** Mark as Done: what is open comes out as skipped, and is skipped from now on. */
	readonly marksAsDone: boolean;
	readonly maxCredits?: number;
	/** Minimum Balance is set, for which the balance is read again. */
	readonly hasMinimum: boolean;
	/** What that lets it spend. */
	readonly spare?: number;
	readonly maxRequests?: number;
	/** Most requests that it may send besides polls. */
	readonly mostRequests: number;
	readonly startedAt: number;
	/** Nothing goes wrong, nothing limits it, and nothing else runs. */
	readonly isCalm: boolean;
	/** Another worker runs Enrich Now at the same time. */
	readonly isNowOnTwo: boolean;
}

/** What became of it. `undefined` for an item: nothing at all came out. */
export interface End {
	readonly how: 'green' | 'red' | 'killed' | 'stopped';
	/** Killed or stopped while it noted that its results come out. */
	readonly wasEnding: boolean;
	readonly at: number;
	readonly items: ReadonlyArray<'out' | 'failed' | 'error' | undefined>;
	/** What it says of itself, with Include Usage. */
	readonly usage?: {
		readonly creditsAtMost: number;
		readonly uncertainCalls: number;
		readonly creditsRefunded: number;
	};
}

/** A request as the service has logged it. */
export interface Sent {
	readonly run: Run;
	/** When the client began it, and when it came to the service. */
	readonly begunAt: number;
	readonly at: number;
	/** Its answer tells what became of it. */
	readonly isKnown: boolean;
	readonly isBalance: boolean;
	/** It asks whether something is ready. */
	readonly isPoll: boolean;
	/** The units in it, if it is one that is charged for. */
	readonly units: readonly string[];
	readonly credits: number;
	/** When its credits were given back, if all of them were: the service may do so later. */
	readonly refundedAt: () => number | undefined;
}

export interface Payment {
	readonly run: Run;
	readonly at: number;
	readonly refundedAt: () => number | undefined;
	outAt?: number;
	/** When it came out of a run with Skip Records Enriched Before. */
	notedAt?: number;
	/** How a run has told of it since it was refunded: before that, no client can know of the refund. */
	toldAs?: 'failed' | 'error';
}
