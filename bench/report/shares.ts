import type { Client } from '../measure/contestant';
import type { Result } from '../measure/measure';
import type { Sample } from '../measure/sample';
import { medianOf } from './statistics';

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/** What this package's run takes longer than the bare client's, and what of that is known to be what. */
export interface Shares {
	readonly extraMs: number;
	/** What a connection for each request costs the bare client. */
	readonly connectionsMs: number;
	/** Starting the execution, the nodes before, and reading the input. */
	readonly beforeMs: number;
	/** Putting the output together. */
	readonly afterMs: number;
	/** The rest, between the first request and the last answer: n8n's HTTP helper and the package's own code. */
	readonly callingMs: number;
}

/** Divides what this package takes longer than the yardstick. */
export function sharesOf({ clients }: Result): Shares {
	const median = (wanted: Client, pick: (sample: Sample) => number): number =>
		medianOf(clients.find(({ client }) => client === wanted)?.samples.map(pick) ?? [0]);
	const more = (client: Client, pick: (sample: Sample) => number): number =>
		median(client, pick) - median('bare', pick);
	const connectionsMs = more('bareNewConnections', ({ callingMs }) => callingMs);
	return {
		extraMs: more('package', ({ wallMs }) => wallMs),
		connectionsMs,
		beforeMs: more('package', ({ beforeMs }) => beforeMs),
		afterMs: more('package', ({ afterMs }) => afterMs),
		callingMs: more('package', ({ callingMs }) => callingMs) - connectionsMs,
	};
}

/** The same in a sentence. */
export function describeShares(result: Result): string {
	const { extraMs, connectionsMs, beforeMs, afterMs, callingMs } = sharesOf(result);
	return [
		`The whole run of this package takes ${seconds(extraMs)} longer than the bare client:`,
		`${seconds(beforeMs)} before the first request (n8n starts the execution, the node reads and checks its input),`,
		`${seconds(connectionsMs)} for opening a connection per request (as much as it costs the bare client),`,
		`${seconds(callingMs)} otherwise between first request and last answer (n8n's HTTP helper, the package's own code),`,
		`${seconds(afterMs)} after the last answer (putting the output together).`,
	].join(' ');
}
