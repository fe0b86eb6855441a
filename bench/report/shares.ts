import type { Client } from '../measure/contestant';
import type { Result } from '../measure/measure';
import { typicalRun } from '../measure/statistics';

const COMPARED: readonly Client[] = ['bare', 'bareNewConnections', 'helper', 'package'];

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/** What this package's run takes longer than the bare client's, and what of that is known to be what. */
export interface Shares {
	readonly extraMs: number;
	/** Starting the execution, the nodes before, and reading the input. */
	readonly beforeMs: number;
	/** What a connection for each request costs the bare client. */
	readonly connectionsMs: number;
	/** What n8n's HTTP helper takes besides, with the package's slow start. */
	readonly helperMs: number;
	/** The rest, between the first request and the last answer: the package's own code. */
	readonly ownMs: number;
	/** Putting the output together. */
	readonly afterMs: number;
}

/** Divides what this package takes longer than the yardstick, each in its run of middle length. */
export function sharesOf({ clients }: Result): Shares {
	const [bare, newConnections, helper, own] = COMPARED.map((wanted) =>
		typicalRun(clients.find(({ client }) => client === wanted)?.samples ?? []),
	);
	return {
		extraMs: own.wallMs - bare.wallMs,
		beforeMs: own.beforeMs - bare.beforeMs,
		connectionsMs: newConnections.callingMs - bare.callingMs,
		helperMs: helper.callingMs - newConnections.callingMs,
		ownMs: own.callingMs - helper.callingMs,
		afterMs: own.afterMs - bare.afterMs,
	};
}

/** The same in a sentence, where all clients sent the same. */
export function describeShares(result: Result): string[] {
	if (!COMPARED.every((wanted) => result.clients.some(({ client }) => client === wanted))) return [];
	const { extraMs, beforeMs, connectionsMs, helperMs, ownMs, afterMs } = sharesOf(result);
	const sentence = [
		`The whole run of this package takes ${seconds(extraMs)} longer than the bare client:`,
		`${seconds(beforeMs)} before the first request (n8n starts the execution, the node reads and checks its input),`,
		`${seconds(connectionsMs)} for opening a connection per request (as much as it costs the bare client),`,
		`${seconds(helperMs)} for what else n8n's HTTP helper takes, and the slow start,`,
		`${seconds(ownMs)} otherwise between first request and last answer (the package's own code),`,
		`${seconds(afterMs)} after the last answer (putting the output together).`,
	].join(' ');
	return [sentence];
}
