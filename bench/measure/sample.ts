import { loadavg } from 'node:os';

import { LATENCY_MS } from '../setup/plan';
import type { Bytes, ReachedSandbox } from '../setup/sandboxProcess';
import type { Contestant, Run } from './contestant';
import type { Memory } from './process';

/** What one run took and what the sandbox saw of it. Times in milliseconds. */
export interface Sample {
	/** From start to end; in n8n those of the execution. */
	readonly wallMs: number;
	/** What n8n says that the node alone took. */
	readonly nodeMs?: number;
	/** From the start to the arrival of the first request. */
	readonly beforeMs: number;
	/** From the first request to the earliest time at which the last answer can have been sent. */
	readonly callingMs: number;
	/** From then to the end. */
	readonly afterMs: number;
	/** Processor time of the client's process. */
	readonly cpuMs?: number;
	/** Memory of the client's process. */
	readonly memory?: Memory;
	readonly requests: number;
	/** Requests that were refused or failed. */
	readonly refused: number;
	/** Connections that were opened. */
	readonly sockets: number;
	/** Most of them open at once. */
	readonly maxOpenSockets: number;
	readonly credits: number;
	readonly results: number;
	/** Where they were counted. */
	readonly bytes?: Bytes;
	/** Load of the machine, averaged over the minute before. */
	readonly load: number;
}

interface State {
	readonly charged: number;
	readonly refunded: number;
	readonly traffic: { readonly requests: number; readonly sockets: number; readonly maxOpenSockets: number };
}

interface Arrival {
	readonly time: number;
	readonly status: number;
}

/** More slots for synchronous calls than anybody takes: the sandbox is not to be the limit. */
const SLOTS = 1_000_000;

async function forget({ control, wire }: ReachedSandbox): Promise<void> {
	await control.post('/reset');
	await control.post('/settings', { syncSlots: SLOTS });
	await wire?.forget();
}

/** The phases of a run, from the times at which its requests arrived. */
function phases({ startedAt, stoppedAt }: Run, arrivals: readonly Arrival[]) {
	const times = arrivals.map(({ time }) => time);
	const first = Math.min(...times);
	const lastAnswer = Math.max(...times) + LATENCY_MS;
	return {
		wallMs: stoppedAt - startedAt,
		beforeMs: first - startedAt,
		callingMs: lastAnswer - first,
		afterMs: stoppedAt - lastAnswer,
	};
}

/** Has a client do its work against a sandbox that has forgotten everything, and measures it. */
export async function takeSample(
	contestant: Contestant,
	size: number,
	sandbox: ReachedSandbox,
): Promise<Sample> {
	await forget(sandbox);
	const [load] = loadavg();
	const run = await contestant.run(size);
	const bytes = await sandbox.wire?.bytes();
	const { charged, refunded, traffic } = await sandbox.control.get<State>('/state');
	const arrivals = await sandbox.control.get<Arrival[]>('/requests');
	return {
		...phases(run, arrivals),
		...(run.nodeMs !== undefined && { nodeMs: run.nodeMs }),
		...(run.cpuMs !== undefined && { cpuMs: run.cpuMs }),
		...(run.memory !== undefined && { memory: run.memory }),
		...(bytes !== undefined && { bytes }),
		requests: traffic.requests,
		refused: arrivals.filter(({ status }) => status < 200 || status >= 300).length,
		sockets: traffic.sockets,
		maxOpenSockets: traffic.maxOpenSockets,
		credits: charged - refunded,
		results: run.results,
		load,
	};
}
