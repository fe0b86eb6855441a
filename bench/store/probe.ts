import { createServer } from 'node:http';
import { Module } from 'node:module';
import { performance, PerformanceObserver } from 'node:perf_hooks';

import type { Block, StoreCall, Took, Watched } from './watchedN8n';

/*
 * Sees how long n8n is blocked: loaded by it before anything else, without a build, so it imports nothing but types
 * and Node's own modules. It answers over HTTP on the port that stands in its environment.
 */

type Method = (this: unknown, ...args: unknown[]) => Promise<unknown>;
type Exports = Readonly<Record<string, { readonly prototype: Record<string, Method> } | undefined>>;
type Load = (request: string, ...rest: unknown[]) => unknown;
/** A moment by the clock, and by the processor time of the main thread. */
interface Moment {
	readonly now: number;
	readonly worked: number;
}
interface Pending {
	readonly kind: string;
	readonly from: Moment;
	/** Absent while it is pending. */
	to?: Moment;
}
/** A time by the clock of `performance`. */
interface Span {
	readonly startTime: number;
	readonly duration: number;
}
interface CpuTime {
	readonly user: number;
	readonly system: number;
}

/** Classes of n8n by the end of their files' names, with the methods that are observed. */
const OBSERVED = [
	{
		file: 'deduplication-helper',
		name: 'DeduplicationHelper',
		methods: ['checkProcessedAndRecord', 'removeProcessed', 'getProcessedDataCount'],
	},
	{ file: 'execution-persistence', name: 'ExecutionPersistence', methods: ['updateExistingExecution'] },
];
const TICK_MS = 5;
/** Shorter ones are no blocks. */
const LEAST_BLOCK_MS = 10;

const { STORE_PROBE_PORT } = process.env;
/** Newer than the types of Node that the checkout has. */
const { threadCpuUsage } = process as unknown as { readonly threadCpuUsage: () => CpuTime };

let timer: NodeJS.Timeout | undefined;
/** When the timer is due. */
let due: Moment = { now: 0, worked: 0 };
/** Calls that are pending, or were since the last tick. */
let recent: Pending[] = [];
let calls: StoreCall[] = [];
let blocks: Array<Span & Omit<Block, 'collectedMs'>> = [];

function moment(): Moment {
	const { user, system } = threadCpuUsage();
	return { now: performance.now(), worked: (user + system) / 1000 };
}

/** Has the timer look again. */
function wait(): void {
	const { now, worked } = moment();
	due = { now: now + TICK_MS, worked };
	timer = setTimeout(look, TICK_MS);
}

/** What of the time since the timer was due passed between two moments. */
const partOf = (from: Moment, to: Moment): Took => ({
	ms: Math.max(0, to.now - Math.max(from.now, due.now)),
	workedMs: Math.max(0, to.worked - Math.max(from.worked, due.worked)),
});

/** Notes how late the timer is, and which calls of the store were pending meanwhile. */
function look(): void {
	const at = moment();
	const whole = partOf(due, at);
	if (whole.ms >= LEAST_BLOCK_MS) {
		const byKind: Record<string, Took> = {};
		for (const { kind, from, to = at } of recent) {
			const { ms, workedMs } = partOf(from, to);
			const before = byKind[kind] ?? { ms: 0, workedMs: 0 };
			if (ms > 0) byKind[kind] = { ms: before.ms + ms, workedMs: before.workedMs + workedMs };
		}
		blocks.push({ ...whole, byKind, startTime: due.now, duration: whole.ms });
	}
	recent = recent.filter(({ to }) => to === undefined);
	wait();
}

let collections: Span[] = [];
const collector = new PerformanceObserver((list) => void collections.push(...list.getEntries()));

const together = (one: Span, other: Span): number =>
	Math.max(
		0,
		Math.min(one.startTime + one.duration, other.startTime + other.duration) -
			Math.max(one.startTime, other.startTime),
	);

/** The blocks, each with what of it went into collecting garbage. */
function blocksSeen(): Block[] {
	collections.push(...collector.takeRecords());
	return blocks.map(({ ms, workedMs, byKind, ...span }) => ({
		...{ ms, workedMs, byKind },
		collectedMs: collections.reduce((sum, collection) => sum + together(span, collection), 0),
	}));
}

/** Has the calls of a method noted. */
function observe(prototype: Record<string, Method>, name: string): void {
	const method = prototype[name];
	prototype[name] = async function (this: unknown, ...args) {
		const scope = args.find((arg) => arg === 'node' || arg === 'workflow');
		const kind = scope === undefined ? name : `${name}, ${String(scope)}`;
		const call: Pending = { kind, from: moment() };
		recent.push(call);
		let answer: unknown;
		try {
			answer = await method.apply(this, args);
			return answer;
		} finally {
			call.to = moment();
			const entries = typeof answer === 'number' ? answer : undefined;
			calls.push({ kind: call.kind, ms: call.to.now - call.from.now, entries });
		}
	};
}

const modules = Module as unknown as { _load: Load };
const load = modules._load;
const left = new Set(OBSERVED);
modules._load = function (this: unknown, request, ...rest) {
	const exported = load.call(this, request, ...rest);
	for (const one of left) {
		const found = request.endsWith(one.file) ? (exported as Exports)[one.name] : undefined;
		if (found === undefined) continue;
		for (const name of one.methods) observe(found.prototype, name);
		left.delete(one);
	}
	if (left.size === 0) modules._load = load;
	return exported;
};

const answers: Readonly<Record<string, () => Watched | undefined>> = {
	'/begin': () => {
		clearTimeout(timer);
		[calls, blocks, collections] = [[], [], []];
		collector.observe({ entryTypes: ['gc'] });
		wait();
		return undefined;
	},
	'/end': () => {
		clearTimeout(timer);
		const seen = { calls, blocks: blocksSeen() };
		collector.disconnect();
		return seen;
	},
};

// Not in the helpers that n8n starts with the same environment.
if (process.argv.includes('start')) {
	createServer((request, response) => {
		response.end(JSON.stringify(answers[request.url ?? '']?.() ?? null));
	})
		.listen(Number(STORE_PROBE_PORT), '127.0.0.1')
		.unref();
}
