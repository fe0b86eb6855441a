import type { IDataObject, INode } from 'n8n-workflow';

import type { LoggedRequest, Sandbox } from '../../sandbox';
import { realPause } from '../../sandbox/base/timers';
import { credentialFor, runNode, type NodeResult } from '../support/harness';
import { forgetProcessed } from '../support/processedStore';
import type { Subject, Trouble } from '../support/chaosCases';

/** One run of chaos, and what was found of it. */
export interface Finding {
	readonly subject: string;
	readonly trouble: string;
	readonly retry: boolean;
	readonly onError: string;
	readonly times: number | 'always';
	readonly skip: number;
	/** Credits that were charged and not given back. */
	readonly credits: number;
	/** Credits that the same run costs without any trouble. */
	readonly least: number;
	readonly requests: number;
	/** Calls that were answered in full, whose result is neither in the output nor named in an error. */
	readonly lost: number;
	/** Submissions that the service processed again. */
	readonly repeated: number;
	/** Requests that were sent after the service had said that the account is blocked. */
	readonly afterBlock: number;
	/** Items of which nothing at all came out. */
	readonly silent: number;
}

export interface Plan {
	readonly subject: Subject;
	readonly trouble: Trouble;
	readonly retry: boolean;
	readonly onError: NonNullable<INode['onError']>;
	readonly times: number | 'always';
	readonly skip: number;
	/** Requests under way at once. */
	readonly concurrency: number;
}

/** Moves the clock while the service holds calls, which the node waits for without sleeping. */
async function whileTimePasses<T>(sandbox: Sandbox, work: Promise<T>): Promise<T> {
	let isDone = false;
	const done = work.finally(() => (isDone = true));
	while (!isDone) {
		await realPause(5);
		await sandbox.clock.advance(2000);
	}
	return await done;
}

const SUBMISSIONS = /Batch$|Job$|Create$|Enrich$/;

/** Runs an operation with a trouble on a sandbox that remembers nothing. */
export async function runPlan(sandbox: Sandbox, plan: Plan, least: number): Promise<Finding> {
	const { subject, trouble, retry, onError, times, skip } = plan;
	sandbox.reset();
	forgetProcessed();
	sandbox.set({ jobSeconds: 30, intelSeconds: 30, ...trouble.settings });
	if (trouble.fault !== undefined) {
		sandbox.faults.add({ ...trouble.fault, endpoint: subject.endpoint, times, skip });
	}
	const result = trouble.isHeld
		? await whileTimePasses(sandbox, run(sandbox, plan))
		: await run(sandbox, plan);
	const all = sandbox.requests.all;
	const charged = all.filter(({ endpoint }) => endpoint === subject.endpoint);
	return {
		subject: `${subject.resource}.${subject.operation}`,
		trouble: trouble.name,
		retry,
		onError,
		times,
		skip,
		credits: sandbox.ledger.charged() - sandbox.ledger.refunded(),
		least,
		requests: all.length,
		lost: lostResults(plan, charged, result),
		repeated: SUBMISSIONS.test(subject.endpoint) ? repeatedSubmissions(charged) : 0,
		afterBlock: trouble.blocks === undefined ? 0 : sentAfterBlock(all, plan.concurrency),
		silent: silentItems(sandbox, subject, result),
	};
}

/** What a run costs when nothing goes wrong. */
export async function leastCredits(sandbox: Sandbox, subject: Subject): Promise<number> {
	const plain: Plan = {
		subject,
		trouble: { name: 'none' },
		retry: false,
		onError: 'stopWorkflow',
		times: 1,
		skip: 0,
		concurrency: 1,
	};
	return (await runPlan(sandbox, plain, 0)).credits;
}

async function run(
	sandbox: Sandbox,
	{ subject, trouble, retry, onError, concurrency }: Plan,
): Promise<NodeResult> {
	const { options, ...parameters } = subject.parameters ?? {};
	return await runNode({
		credential: credentialFor(sandbox),
		resource: subject.resource,
		operation: subject.operation,
		parameters: {
			...parameters,
			options: {
				...(options as IDataObject),
				maxRequestsPerMinute: 0,
				maxConcurrentRequests: concurrency,
				...(trouble.isSlow && { requestTimeout: 1 }),
			},
		},
		items: subject.items(sandbox),
		settings: { onError, ...(retry && { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }) },
	});
}

/** Whether an answer came whole and in time. */
const isAnswered = ({ status, fault }: LoggedRequest, { isSlow }: Trouble): boolean =>
	status >= 200 && status < 300 && (fault === undefined || (fault === 'delay' && !isSlow));

/**
 * Answers that were given in full and are in no output: where each item has calls of its own, as many items
 * must have come out well; elsewhere something must have come out, or the error must name what to go on with.
 */
function lostResults(
	{ subject: { isPerItem }, trouble }: Plan,
	charged: readonly LoggedRequest[],
	{ items, error }: NodeResult,
): number {
	const answered = charged.filter((request) => request.charged > 0 && isAnswered(request, trouble));
	const good = items.filter(({ json }) => !('error' in json));
	if (!isPerItem) {
		const told = JSON.stringify([error?.message, error?.description, items.map(({ json }) => json.error)]);
		const isNamed = /batch \S+|job \S+|Cache Key|idempotency key|run it again/.test(told);
		return answered.length > 0 && good.length === 0 && !isNamed ? 1 : 0;
	}
	const calls = new Set(answered.map(({ query, body }) => JSON.stringify([query, body])));
	const served = new Set(good.map(({ pairedItem }) => JSON.stringify(pairedItem)));
	return Math.max(0, calls.size - served.size);
}

function repeatedSubmissions(charged: readonly LoggedRequest[]): number {
	const processed = charged.filter((request) => request.charged > 0 && !request.replayed);
	const bodies = new Set(processed.map(({ body }) => JSON.stringify(body)));
	return processed.length - bodies.size;
}

/** What was under way when the block came cannot be called back; nothing else may follow it. */
function sentAfterBlock(all: readonly LoggedRequest[], concurrency: number): number {
	const block = all.findIndex(({ status }) => status === 429);
	return block < 0 ? 0 : Math.max(0, all.length - block - concurrency);
}

function silentItems(sandbox: Sandbox, subject: Subject, { items, error }: NodeResult): number {
	if (error !== undefined) return 0;
	const paired = new Set(
		items.flatMap(({ pairedItem }) => [pairedItem].flat()).map((paired) => JSON.stringify(paired)),
	);
	return subject.items(sandbox).filter((_, item) => !paired.has(JSON.stringify({ item }))).length;
}
