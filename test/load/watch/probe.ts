import { createServer } from 'node:http';
import { Session, type Profiler } from 'node:inspector';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { Freeze, Seen } from './watch';

/*
 * Sees from within n8n how long it is blocked, in what code, and what memory it needs: loaded by it before anything
 * else, without a build, so it imports nothing but types and Node's own modules. Counted is the time that the main
 * thread had of a processor, which a busy machine does not lengthen.
 */

const { LOAD_PROBE_PORT, LOAD_PROBE_PACKAGE = '' } = process.env;
/** Newer than the types of Node that the checkout has. */
const { threadCpuUsage } = process as unknown as {
	readonly threadCpuUsage: () => { readonly user: number; readonly system: number };
};

const TICK_MS = 5;
/** Shorter ones are not looked into, which itself takes n8n's time. */
const LEAST_FREEZE_MS = 150;
const SAMPLE_US = 1_000;
/** After this, the samples so far are thrown away, as none of them was asked for. */
const PROFILE_MS = 10_000;
const EVALUATES = /getNodeParameter$/;
/** Above this, garbage is collected to see what of it is really needed. */
const SUSPICIOUS_BYTES = 100 * 2 ** 20;
const COLLECT_EVERY_MS = 1_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const worked = (): number => {
	const { user, system } = threadCpuUsage();
	return (user + system) / 1000;
};
const held = (): number => {
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
};

const session = new Session();
session.connect();
const post = (method: string, parameters?: object): unknown => {
	let answer: unknown;
	// Within one thread, the answer comes before the call returns.
	session.post(method, parameters, (error, result) => {
		if (error === null) answer = result;
	});
	return answer;
};

let freezes: Freeze[] = [];
let base = 0;
let most = 0;
let collectedAt = 0;
let profiledSince = 0;
let due = { now: 0, worked: 0 };

function startProfile(): void {
	profiledSince = performance.now();
	post('Profiler.start');
}

/** What of the last so many milliseconds passed within the package, by the samples of the profile. */
function lookInto(ms: number, workedMs: number): Freeze {
	const { profile } = post('Profiler.stop') as { readonly profile: Profiler.Profile };
	startProfile();
	const { nodes, samples = [], timeDeltas = [], endTime } = profile;
	const parents = new Map<number, number>();
	for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id);
	const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
	const stackOf = (id: number): Profiler.ProfileNode['callFrame'][] => {
		const stack = [];
		for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
			const frame = frames.get(at);
			if (frame !== undefined) stack.push(frame);
		}
		return stack;
	};
	const from = endTime - ms * 1000;
	let time = profile.startTime;
	const own = new Map<string, number>();
	let [count, ownCount] = [0, 0];
	for (const [i, sample] of samples.entries()) {
		time += timeDeltas[i];
		const stack = stackOf(sample);
		if (time < from || stack[0]?.functionName === '(idle)') continue;
		count++;
		const at = stack.findIndex(({ url }) => url.includes(`/node_modules/${LOAD_PROBE_PACKAGE}/`));
		// An expression of the workflow, which n8n evaluates for whichever node asks for its parameters.
		const isExpression = stack
			.slice(0, Math.max(at, 0))
			.some(({ functionName }) => EVALUATES.test(functionName));
		if (at < 0 || isExpression) continue;
		const { functionName, url, lineNumber } = stack[at];
		const place = `${functionName || '(anonymous)'} ${url.split('/').slice(-3).join('/')}:${lineNumber + 1}`;
		ownCount++;
		own.set(place, (own.get(place) ?? 0) + 1);
	}
	const [most] = [...own].sort(([, a], [, b]) => b - a);
	return { ownMs: count === 0 ? 0 : (workedMs * ownCount) / count, own: most?.[0] ?? '' };
}

function lookAtMemory(now: number): void {
	if (base === 0 || held() - base < SUSPICIOUS_BYTES || now - collectedAt < COLLECT_EVERY_MS) return;
	collect();
	collectedAt = performance.now();
	most = Math.max(most, held() - base);
}

function look(): void {
	const now = performance.now();
	const ms = now - due.now;
	const workedMs = worked() - due.worked;
	if (workedMs >= LEAST_FREEZE_MS) freezes.push(lookInto(ms, workedMs));
	else if (now - profiledSince > PROFILE_MS) {
		post('Profiler.stop');
		startProfile();
	}
	lookAtMemory(now);
	wait();
}

/** Has the timer look again; what was done by the look itself is no freeze. */
function wait(): void {
	due = { now: performance.now() + TICK_MS, worked: worked() };
	setTimeout(look, TICK_MS).unref();
}

const answers: Readonly<Record<string, () => Seen | undefined>> = {
	'/begin': () => {
		collect();
		base = held();
		[most, freezes] = [0, []];
		return undefined;
	},
	'/seen': () => {
		const seen = { freezes, moreBytes: most };
		[most, freezes] = [0, []];
		return seen;
	},
};

// Not in the helpers that n8n starts with the same environment.
if (process.argv.includes('start')) {
	post('Profiler.enable');
	post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
	startProfile();
	wait();
	createServer((request, response) => {
		response.end(JSON.stringify(answers[request.url ?? '']?.() ?? null));
	})
		.listen(Number(LOAD_PROBE_PORT), '127.0.0.1')
		.unref();
}
