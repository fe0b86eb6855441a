import { sleep } from 'n8n-workflow';

import type { QueuePrograms } from '../../tools/host/processes/programs';
import { type QueueStack, startQueueStack } from '../../tools/host/queueStack';
import { account, type Account } from './account';
import { sentAfterBlocks } from './blocks';
import { readRuns, type Run } from './executions';
import { KINDS } from './kinds';
import { readBooks, type Books } from './ledger';
import { Load, type Start } from './load';
import { memoryOf, type Memory } from './memory';
import { randomOf, type Random } from '../support/random';
import { Havoc, type Injected } from './trouble';
import { publish, publishTrigger, storeCredential } from './workflows';

/** How a soak is run. */
export interface Plan {
	readonly seed: number;
	/** How long executions are started. */
	readonly seconds: number;
	/** Less of everything that takes minutes. */
	readonly isShort: boolean;
	/** Told of how it goes. */
	readonly say: (line: string) => void;
}

/** What came of it. */
export interface Soaked {
	readonly starts: readonly Start[];
	readonly runs: readonly Run[];
	readonly books: Books;
	readonly account: Account;
	readonly injected: Injected;
	readonly blocked: number;
	readonly requests: Readonly<Record<string, number>>;
	readonly memory: { readonly begin: Memory; readonly end: Memory; readonly most: Memory };
	/** Calls that n8n has taken and lost with a process that was killed at once; had they been charged, the account would say so. */
	readonly lostCalls: number;
	/** Everything that must not be. */
	readonly problems: readonly string[];
}

/** How much faster than reality the service's clock runs: its 24 hours still leave its callbacks 1.5 seconds. */
export const SPEED = 20;
/** In what is searched for the key. */
const KEY = 'soak-never-to-be-seen-key';

/** Starts everything, lets it run under faults, and settles the accounts. */
export async function soak(programs: QueuePrograms, plan: Plan): Promise<Soaked> {
	const { say } = plan;
	const stack = await startQueueStack(programs, {
		report: say,
		sandbox: {
			apiKey: KEY,
			speed: SPEED,
			persons: 120_000,
			companies: 40_000,
			keepRequests: 1_000_000,
			credits: { b2b: 10_000_000, b2c: 10_000_000 },
			jobName: 'nameOnly',
			jobSeconds: 60,
			batchMinimumSeconds: 60,
			failEveryNthRecord: 9,
			emptyEveryNthRecord: 13,
			slowEveryNthRecord: 8,
		},
	});
	try {
		return await soakStack(stack, plan);
	} finally {
		await stack.stop();
	}
}

async function soakStack(stack: QueueStack, plan: Plan): Promise<Soaked> {
	const { seed, seconds, isShort, say } = plan;
	const { sandbox } = stack;
	const credential = await storeCredential(stack);
	// Both ways to fail in a long run; in a short one each kind fails in one of them.
	const variants = KINDS.flatMap((kind, i) =>
		(isShort ? [i % 2 === 0] : [true, false]).map((continues) => ({ kind, continues })),
	);
	const workflows = await Promise.all(
		variants.map(async ({ kind, continues }) => await publish(stack, credential, kind, continues)),
	);
	const trigger = await publishTrigger(stack, credential);
	say(`${workflows.length + 1} workflows are published.`);

	const load = new Load(stack, workflows, randomOf(seed));
	const havoc = new Havoc(sandbox, randomOf(seed + 1), isShort);
	const logs: string[] = [];
	const samples: Memory[] = [memoryOf(stack)];
	await load.first('personGet');
	await drain(load, say);
	const end = Date.now() + seconds * 1000;
	const progress = async (): Promise<void> => {
		for (let i = 1; Date.now() < end; i++) {
			await sleep(1000);
			if (i % 60 !== 0) continue;
			samples.push(memoryOf(stack));
			say(`${load.starts.length} executions, ${sandbox.requests.traffic.requests} requests`);
		}
	};
	await Promise.all([
		load.until(end),
		havoc.faultsUntil(end),
		havoc.callbacksUntil(end + (isShort ? 2_000 : 15_000)),
		disasters(stack, havoc, randomOf(seed + 2), { end, isShort, logs }),
		progress(),
	]);
	samples.push(memoryOf(stack));
	say('The load is over.');
	await drain(load, say);

	const ids = [...workflows.map(({ id }) => id), trigger];
	const zero = { real: Date.now(), clock: sandbox.clock.now() };
	const clockAt = (date: string): number => zero.clock + (Date.parse(date) - zero.real) * SPEED;
	const read = async () => {
		const names = await jobNames(sandbox.controlUrl);
		return await readRuns(stack, load.starts, ids, { jobName: (id) => names.get(id), clockAt });
	};
	// One whose node had ended has its result; to call it again is to want another one.
	const cutOff = (await read()).flatMap(({ isCutOff, hasEnded, start }) =>
		isCutOff && !hasEnded && start !== undefined && /Batch$|Job$/.test(start.workflow.kind.endpoint ?? '')
			? [start]
			: [],
	);
	for (const start of cutOff) await load.again(start);
	await drain(load, say);

	const runs = await read();
	const books = await readBooks(sandbox);
	const { killedAt } = havoc.injected;
	const settled = account(books, runs, killedAt);
	const lost = lostCalls(load.starts, runs);
	const isKilled = ({ at }: Start) => killedAt.some((kill) => Math.abs(kill - at) < TAKING_MS * SPEED);
	const { blocked, problems } = sentAfterBlocks(sandbox.requests.all, load.starts, havoc.injected.blocks);
	logs.push(...[stack.mainMember, stack.webhook, ...stack.workers].map((member) => member.log()));
	return {
		starts: load.starts,
		runs,
		books,
		account: settled,
		injected: havoc.injected,
		blocked,
		requests: { ...sandbox.requests.countByEndpoint },
		memory: { begin: samples[1] ?? samples[0], end: samples.at(-1) ?? {}, most: most(samples) },
		lostCalls: lost.filter(isKilled).length,
		problems: [
			...settled.problems,
			...problems,
			...leaks(logs, runs),
			...lost
				.filter((start) => !isKilled(start))
				.map(({ tag }) => `${tag}: n8n took the call, and has no execution for it`),
			...unended(runs),
		],
	};
}

/** Kills and blocks, at random times. */
async function disasters(
	stack: QueueStack,
	havoc: Havoc,
	random: Random,
	{ end, isShort, logs }: { readonly end: number; readonly isShort: boolean; readonly logs: string[] },
): Promise<void> {
	if (isShort) {
		// Before the first callback: one that meets a block would leave its execution to its wait limit.
		await sleep(800);
		await havoc.block(1_200);
		await sleep(8_000);
		logs.push(stack.workers[0].log());
		await havoc.kill(stack.workers[0], 'kills', 500);
		return;
	}
	const disaster = ['worker', 'worker', 'block', 'worker', 'webhook'] as const;
	for (let i = 0; ; i++) {
		await sleep(random.between(40_000, 80_000));
		if (Date.now() > end - 30_000) return;
		switch (disaster[i % disaster.length]) {
			case 'worker':
				logs.push(stack.workers[0].log());
				await havoc.kill(stack.workers[0], 'kills', random.between(0, 5000));
				break;
			case 'webhook':
				logs.push(stack.webhook.log());
				await havoc.kill(stack.webhook, 'webhookKills', random.between(0, 10_000));
				break;
			case 'block':
				await havoc.block(random.between(5000, 12_000));
		}
	}
}

const DRAIN_MS = 480_000;

async function drain(load: Load, say: Plan['say']): Promise<void> {
	const deadline = Date.now() + DRAIN_MS;
	for (let i = 0; Date.now() < deadline; i++) {
		const open = await load.open();
		if (open === 0) return;
		if (i % 20 === 0) say(`${open} executions are not over`);
		await sleep(1000);
	}
}

async function jobNames(controlUrl: string): Promise<Map<number, string>> {
	const answer = await fetch(`${controlUrl}/state`);
	const { jobs } = (await answer.json()) as { jobs: Array<{ id: number; name: string }> };
	return new Map(jobs.map(({ id, name }) => [id, name]));
}

function most(samples: readonly Memory[]): Memory {
	const highest: Record<string, number> = {};
	for (const sample of samples) {
		for (const [name, mb] of Object.entries(sample)) highest[name] = Math.max(highest[name] ?? 0, mb);
	}
	return highest;
}

/** Where the key can be seen. */
const leaks = (logs: readonly string[], runs: readonly Run[]): string[] => [
	...(logs.some((log) => log.includes(KEY)) ? ['the key stands in a log of n8n'] : []),
	...runs.filter(({ showsKey }) => showsKey).map(({ id }) => `the key stands in execution ${id}`),
];

/** How long n8n may be at storing a call that it has answered. */
const TAKING_MS = 5_000;

/** Calls that n8n has taken and has no execution for. */
function lostCalls(starts: readonly Start[], runs: readonly Run[]): Start[] {
	const there = new Set(runs.map(({ start }) => start?.tag));
	return starts.filter(({ tag, isTaken }) => isTaken && !there.has(tag));
}

/** Executions that are not over; those that n8n has never begun, it has lost. */
const unended = (runs: readonly Run[]): string[] =>
	runs
		.filter(({ status }) => ['running', 'waiting'].includes(status))
		.map(({ id, status, kind }) => `execution ${id} (${kind}) is still ${status}`);
