import type { Client } from '../measure/contestant';
import type { Result } from '../measure/measure';
import { typicalRun } from '../measure/statistics';

const COMPARED: readonly Client[] = ['bare', 'bareNewConnections', 'package'];

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

/** Divides what this package takes longer than the yardstick, each in its run of middle length. */
export function sharesOf({ clients }: Result): Shares {
	const [bare, newConnections, own] = COMPARED.map((wanted) =>
		typicalRun(clients.find(({ client }) => client === wanted)?.samples ?? []),
	);
	const connectionsMs = newConnections.callingMs - bare.callingMs;
	return {
		extraMs: own.wallMs - bare.wallMs,
		connectionsMs,
		beforeMs: own.beforeMs - bare.beforeMs,
		afterMs: own.afterMs - bare.afterMs,
		callingMs: own.callingMs - bare.callingMs - connectionsMs,
	};
}

/** The same in a sentence, where all clients sent the same. */
export function describeShares(result: Result): string[] {
	if (!result.clients.some(({ client }) => client === 'bareNewConnections')) return [];
	const { extraMs, connectionsMs, beforeMs, afterMs, callingMs } = sharesOf(result);
	const sentence = [
		`The whole run of this package takes ${seconds(extraMs)} longer than the bare client:`,
		`${seconds(beforeMs)} before the first request (n8n starts the execution, the node reads and checks its input),`,
		`${seconds(connectionsMs)} for opening a connection per request (as much as it costs the bare client),`,
		`${seconds(callingMs)} otherwise between first request and last answer (n8n's HTTP helper, the package's own code),`,
		`${seconds(afterMs)} after the last answer (putting the output together).`,
	].join(' ');
	return [sentence];
}
