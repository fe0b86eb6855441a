import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { INode } from 'n8n-workflow';
import type { BenchN8n } from './benchN8n';
import { chain, type Graph, MEASURED, splitOut, workflow } from './workflow';
import type { Items } from '../service/service';
import type { Client, Contestant, Run } from '../setup/contestant';
import type { Execution } from '../../tools/host/rest/execution';

/** 4 KiB wherever this is run. */
const PAGE_BYTES = 4096;
const LOOK_MS = 20;

/** Memory of a process; `undefined` outside Linux. */
function residentBytes(pid: number): number | undefined {
	try {
		return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
	} catch {
		return undefined;
	}
}

/** Does some work and tells by how much the memory of a process grew at most; looked at from outside, at no cost. */
export async function whileWatched<T>(
	pid: number,
	work: () => Promise<T>,
): Promise<[T, { readonly grownBytes?: number }]> {
	const before = residentBytes(pid);
	let most = before ?? 0;
	const look = (): void => {
		most = Math.max(most, residentBytes(pid) ?? 0);
	};
	const timer = setInterval(look, LOOK_MS);
	try {
		const result = await work();
		look();
		return [result, before === undefined ? {} : { grownBytes: most - before }];
	} finally {
		clearInterval(timer);
	}
}

/** What a workflow is called with for a piece of work of some size. */
type Input = (size: number) => unknown;

const FINISH_MS = 120_000;

function readRun(execution: Execution): Run {
	const last = execution.nodes[execution.lastNode ?? MEASURED]?.at(-1);
	if (execution.status !== 'success' || execution.stoppedAt === undefined) {
		throw new Error(
			`Execution ${execution.id} ended as ${execution.status}: ${execution.error?.message ?? 'no error'}`,
		);
	}
	return {
		startedAt: Date.parse(execution.startedAt),
		stoppedAt: Date.parse(execution.stoppedAt),
		results: last?.json.length ?? 0,
	};
}

/**
 * Publishes a workflow and has it run as in production, by its webhook: a run by hand would also report
 * every request to the editor.
 */
export async function workflowContestant(
	n8n: BenchN8n,
	about: { client: Client; title: string },
	graph: Graph,
	input: Input,
): Promise<Contestant> {
	const path = randomUUID();
	const stored = await n8n.now.client.createWorkflow(workflow(about.title, path, graph));
	await n8n.now.client.activate(stored);
	const run = async (size: number): Promise<Run> => {
		const { client, pid } = n8n.now;
		await n8n.longestBlockMs();
		const [, memory] = await whileWatched(
			pid,
			async () => await client.send('POST', `/webhook/${path}`, input(size)),
		);
		const longestBlockMs = await n8n.longestBlockMs();
		const [id] = await client.listExecutions(stored.id);
		return {
			...readRun(await client.waitForExecution(id, { timeoutMs: FINISH_MS })),
			...memory,
			longestBlockMs,
		};
	};
	return { ...about, run, renew: async () => await n8n.restart() };
}

/** One whose node gets an item for each piece of the work. */
export const itemsContestant = async (
	n8n: BenchN8n,
	about: { client: Client; title: string },
	measured: INode,
	items: Items,
): Promise<Contestant> =>
	await workflowContestant(n8n, about, chain([splitOut('Items', 'body.items'), measured]), (size) => ({
		items: items(size),
	}));
