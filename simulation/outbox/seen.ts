import type { Surroundings } from '../../bench/outcome/surroundings';
import type { LoggedRequest, Sandbox } from '../../sandbox';
import { residentMb } from '../../test/soak/memory';
import type { Settled } from './books';
import type { Summary } from './stage/executions';
import type { Size } from './stage/plan';
import type { Stage } from './stage/stage';

/** What the service was asked for. */
export interface Traffic {
	readonly requests: number;
	readonly byEndpoint: Readonly<Record<string, number>>;
	/** Most requests within ten seconds. */
	readonly mostInTenSeconds: number;
	/** Answers that the account is blocked. */
	readonly refused: number;
	/** Credits that stay charged. */
	readonly credits: number;
}

/** What came of a load that went through the outbox. */
export interface Seen extends Traffic {
	readonly records: number;
	/** From the first call of a workflow to the last row. */
	readonly seconds: number;
	/** Until everything that was handed out stood in the table. */
	readonly writingSeconds: number;
	/** The runs of the outbox. */
	readonly runs: readonly Summary[];
	readonly settled: Settled;
	/** Most memory of a worker, in MB. */
	readonly workerMb: number;
}

/** What came of a load whose workers were killed. */
export interface Killed extends Seen {
	readonly kills: Readonly<Record<'wait' | 'save' | 'any', number>>;
	/** Contacts that were handed out again, as the workflow that was to write them had been killed. */
	readonly handedAgain: number;
}

/** What came of workflows that each enrich what they have. */
export interface Without extends Traffic {
	readonly records: number;
	readonly executions: number;
	/** Those that n8n lists as failed. */
	readonly failed: number;
	/** Contacts that came out enriched. */
	readonly obtained: number;
}

/** What workflows that write as fast as they can get done. */
export interface Writing {
	readonly workflows: number;
	readonly rowsPerSecond: number;
	/** How long n8n took for the slowest call, in seconds. */
	readonly slowestCall: number;
	readonly failed: number;
	/** Rows that are not in the table when all executions are over. */
	readonly missing: number;
	readonly doubleRows: number;
}

/** A schedule that is faster than a run. */
export interface Overlapping extends Traffic {
	readonly runs: number;
	/** Runs at the same time, at most. */
	readonly together: number;
	/** Of the runs that ended, the longest. */
	readonly longestSeconds: number;
	readonly settled: Settled;
}

/** More records than the node remembers. */
export interface Many {
	readonly records: number;
	readonly enriched: number;
	readonly notSent: number;
	/** What the rows that were not sent say. */
	readonly reason: string;
	/** Seconds of each run, in order. */
	readonly runSeconds: readonly number[];
	readonly workerMb: number;
	readonly settled: Settled;
}

/** What was seen of each part. */
export interface Outcome {
	readonly calm: Seen;
	readonly killed: Killed;
	readonly without: Without;
	readonly writing: readonly Writing[];
	readonly overlapping: Overlapping;
	readonly many: Many;
}

/** A part, and how it came about. */
export interface Part<Of> {
	readonly size: Size;
	readonly surroundings: Surroundings;
	/** Real time that it took. */
	readonly seconds: number;
	readonly outcome: Of;
}

/** The parts that there are. */
export type Kept = { readonly [Name in keyof Outcome]?: Part<Outcome[Name]> };

const TEN_SECONDS = 10_000;

/** Most requests that began within a time. */
export function mostWithin(requests: ReadonlyArray<Pick<LoggedRequest, 'time'>>, ms: number): number {
	let first = 0;
	return requests.reduce((most, { time }, last) => {
		while (requests[first].time <= time - ms) first++;
		return Math.max(most, last - first + 1);
	}, 0);
}

/** What the service was asked for until now. */
export const trafficOf = ({ requests, ledger }: Sandbox): Traffic => ({
	requests: requests.traffic.requests,
	byEndpoint: { ...requests.countByEndpoint },
	mostInTenSeconds: mostWithin(requests.all, TEN_SECONDS),
	refused: requests.all.filter(({ status }) => status === 429).length,
	credits: ledger.charged() - ledger.refunded(),
});

/** The memory of the largest worker, in MB. */
export const workerMb = ({ stack }: Stage): number =>
	Math.max(...stack.workers.map((worker) => residentMb(worker.pid()) ?? 0));
