import { createServer } from 'node:http';
import { Module } from 'node:module';
import { performance } from 'node:perf_hooks';

import type { Block, StoreCall, Watched } from './watchedN8n';

/*
 * Sees how long n8n is blocked: loaded by it before anything else, without a build, so it imports nothing but types
 * and Node's own modules. It answers over HTTP on the port that stands in its environment.
 */

type Method = (this: unknown, ...args: unknown[]) => Promise<unknown>;
interface Exports {
	readonly DeduplicationHelper?: { readonly prototype: Record<string, Method> };
}
type Load = (request: string, ...rest: unknown[]) => unknown;
interface Pending {
	readonly kind: string;
	readonly from: number;
	to: number;
	entries?: number;
}
interface CpuTime {
	readonly user: number;
	readonly system: number;
}

const HELPER = 'deduplication-helper';
const METHODS = ['checkProcessedAndRecord', 'removeProcessed', 'getProcessedDataCount'];
const TICK_MS = 5;
/** Shorter ones are no blocks. */
const LEAST_BLOCK_MS = 10;

const { STORE_PROBE_PORT } = process.env;
/** Newer than the types of Node that the checkout has. */
const { threadCpuUsage } = process as unknown as { readonly threadCpuUsage: () => CpuTime };

let timer: NodeJS.Timeout | undefined;
let due = 0;
let workedBefore = 0;
/** Calls that are pending, or were since the last tick. */
let recent: Pending[] = [];
let calls: StoreCall[] = [];
let blocks: Block[] = [];

/** Processor time of the main thread so far, in milliseconds. */
function worked(): number {
	const { user, system } = threadCpuUsage();
	return (user + system) / 1000;
}

/** Notes how late the timer is, and which calls of the store were pending meanwhile. */
function look(): void {
	const now = performance.now();
	const [ms, total] = [now - due, worked()];
	if (ms >= LEAST_BLOCK_MS) {
		const byKind: Record<string, number> = {};
		for (const { kind, from, to } of recent) {
			const part = Math.min(to, now) - Math.max(from, due);
			if (part > 0) byKind[kind] = (byKind[kind] ?? 0) + part;
		}
		const storeMs = Math.min(
			ms,
			Object.values(byKind).reduce((sum, part) => sum + part, 0),
		);
		blocks.push({ ms, storeMs, byKind, workedMs: total - workedBefore });
	}
	recent = recent.filter(({ to }) => to === Infinity);
	workedBefore = total;
	due = performance.now() + TICK_MS;
	timer = setTimeout(look, TICK_MS);
}

/** Has the calls of a method noted. */
function observe(prototype: Record<string, Method>, name: string): void {
	const method = prototype[name];
	prototype[name] = async function (this: unknown, ...args) {
		const scope = String(args.find((arg) => arg === 'node' || arg === 'workflow'));
		const call: Pending = { kind: `${name}, ${scope}`, from: performance.now(), to: Infinity };
		recent.push(call);
		try {
			const answer = await method.apply(this, args);
			if (typeof answer === 'number') call.entries = answer;
			return answer;
		} finally {
			call.to = performance.now();
			calls.push({ kind: call.kind, ms: call.to - call.from, entries: call.entries });
		}
	};
}

const modules = Module as unknown as { _load: Load };
const load = modules._load;
modules._load = function (this: unknown, request, ...rest) {
	const exported = load.call(this, request, ...rest);
	const helper = request.endsWith(HELPER) ? (exported as Exports).DeduplicationHelper : undefined;
	if (helper !== undefined) {
		for (const name of METHODS) observe(helper.prototype, name);
		modules._load = load;
	}
	return exported;
};

const answers: Readonly<Record<string, () => Watched | undefined>> = {
	'/begin': () => {
		clearTimeout(timer);
		[calls, blocks] = [[], []];
		due = performance.now() + TICK_MS;
		workedBefore = worked();
		timer = setTimeout(look, TICK_MS);
		return undefined;
	},
	'/end': () => {
		clearTimeout(timer);
		return { calls, blocks };
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
