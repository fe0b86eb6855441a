import { setTimeout as sleep } from 'node:timers/promises';

import { attempt } from '../../core/base/async';
import { MOST_UNCONFIRMED } from '../../nodes/PersonCompanyDataTrigger/confirm';
import { limits } from '../../contract/model/limits';
import { startSandbox, type Sandbox } from '../../sandbox';
import { ensureInstalled, type InstalledHost } from '../../tools/host/install/install';
import { installPackage } from '../../tools/host/install/pack';
import { startN8n } from '../../tools/host/n8n';
import { Pings, type Answered } from '../../tools/host/pings/pings';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../tools/host/processes/temporary';
import { Watch, type Freeze } from '../fuzz/watched';
import { residentMb } from '../soak/memory';
import { randomOf } from '../support/random';
import { forge, sendForged } from './forged';
import {
	answersIn,
	attemptsIn,
	bareCallsPerSecond,
	doJob,
	jobsStarted,
	publish,
	workedSeconds,
} from './stage';

export interface Wanted {
	readonly seed: number;
	/** How many events are true; as many are forged. */
	readonly count: number;
	/** Events a second, both kinds together. */
	readonly perSecond: number;
	/** Whether n8n sees the same address in place of all callers, as behind a proxy that it does not know of. */
	readonly isBehindProxy: boolean;
	readonly say: (line: string) => void;
}

/** What the forged events of one kind came to. */
export interface Kind {
	sent: number;
	readonly answers: Map<string, number>;
}

/** What a flood came to. */
export interface Flooded {
	readonly host: InstalledHost;
	readonly wanted: Wanted;
	/** True events by how often they started the workflow. */
	readonly starts: ReadonlyMap<number, number>;
	/** True events by the attempt of the service that was taken; 0 for none. */
	readonly attempts: ReadonlyMap<number, number>;
	/** What the service got for its attempts, by how often. */
	readonly answers: ReadonlyMap<string, number>;
	/** Executions without a true event. */
	readonly startedByForged: number;
	readonly forged: ReadonlyMap<string, Kind>;
	/** Requests about events: all of them, those about true ones once each, and the most of all others. */
	readonly asked: { readonly all: number; readonly needed: number; readonly mostOthers: number };
	/** Resident memory of n8n, twice a second. */
	readonly memoryMb: readonly number[];
	/** Memory in use beyond that at the beginning, after collecting garbage. */
	readonly moreBytes: number;
	readonly health: Answered;
	readonly longestOwn: readonly Freeze[];
	readonly longest: readonly Freeze[];
	/** What n8n had of a processor until all were taken or given up. */
	readonly workedSeconds: number;
	/** Calls a second that n8n takes here by itself, none of them forged. */
	readonly barePerSecond: number;
	/** Seconds until the last event was sent, and until each true one was taken or given up. */
	readonly sentSeconds: number;
	readonly doneSeconds: number;
	/** How n8n ended, if it did. */
	readonly exit?: string;
}

const LOOK_EVERY_MS = 500;
const PING_EVERY_MS = 100;
const KEPT = 5;
/** Three attempts of the service, with the time that it waits for each. */
const MOST_WAIT_MS =
	(limits.webhookAttempts * (limits.webhookTimeoutSeconds + limits.webhookRetrySeconds) + 60) * 1000;
const FORGERS = 200;

const countBy = <K>(all: Iterable<K>): Map<K, number> => {
	const counts = new Map<K, number>();
	for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
	return counts;
};

/** Sends the events of a flood; returns the jobs of the true ones, and what the forged ones came to. */
async function send(
	{ seed, count, perSecond, isBehindProxy }: Wanted,
	sandbox: Sandbox,
	url: string,
): Promise<{ readonly jobs: number[]; readonly forged: Map<string, Kind> }> {
	const random = randomOf(seed);
	const jobs: number[] = [];
	const forged = new Map<string, Kind>();
	const all: Array<Promise<unknown>> = [];
	const left = { true: count, forged: count };
	const begun = Date.now();
	for (let i = 0; i < 2 * count; i++) {
		await sleep(Math.max(0, begun + (i * 1000) / perSecond - Date.now()));
		if (random.between(1, left.true + left.forged) <= left.true) {
			left.true--;
			all.push(doJob(sandbox).then((id) => jobs.push(id)));
			continue;
		}
		left.forged--;
		const one = forge({ url, jobs }, random);
		const kind = forged.get(one.kind) ?? { sent: 0, answers: new Map<string, number>() };
		forged.set(one.kind, kind);
		kind.sent++;
		const from = isBehindProxy ? '127.0.0.1' : `127.0.0.${random.between(2, FORGERS)}`;
		all.push(
			sendForged(one, from).then((answer) => kind.answers.set(answer, (kind.answers.get(answer) ?? 0) + 1)),
		);
	}
	await Promise.all(all);
	return { jobs, forged };
}

/** Waits until something holds, or for the longest time. */
async function until(holds: () => boolean | Promise<boolean>, mostMs: number): Promise<void> {
	const end = Date.now() + mostMs;
	while (Date.now() < end && !(await holds())) await sleep(LOOK_EVERY_MS);
}

/** Lets a flood of events, true and forged, come to the trigger in a real n8n, and looks at what becomes of them. */
export async function flood(wanted: Wanted): Promise<Flooded> {
	const { count, perSecond, say } = wanted;
	const host = await ensureInstalled(say);
	const home = makeTemporaryFolder('floods');
	await installPackage(home, say);
	const sandbox = await startSandbox({
		port: 0,
		persons: 100,
		companies: 100,
		jobSeconds: 0,
		keepRequests: 100_000,
	});
	const watch = await Watch.open();
	const n8n = await startN8n({ host, home, port: 0, env: watch.env });
	let exit: string | undefined;
	void n8n.ended.then(({ code, signal }) => (exit ??= `n8n ended: ${code ?? signal ?? ''}`));
	try {
		const { id, url } = await publish(n8n, sandbox);
		await sandbox.webhooks.register(url);
		// The trigger has been in use: the service has called before.
		const first = await doJob(sandbox);
		await until(() => attemptsIn(sandbox).get(first) === 1, MOST_WAIT_MS);
		const verifying = (): number =>
			(['prospectingResult', 'layoutEnrichmentResult', 'batchStatus'] as const)
				.map((endpoint) => sandbox.requests.of(endpoint).length)
				.reduce((sum, each) => sum + each, 0);
		const before = verifying();

		const barePerSecond = await bareCallsPerSecond(n8n);
		await watch.begin();
		const memoryMb: number[] = [];
		let moreBytes = 0;
		let [longestOwn, longest]: [Freeze[], Freeze[]] = [[], []];
		let isOver = false;
		const look = async (): Promise<void> => {
			const mb = residentMb(n8n.pid);
			if (mb !== undefined) memoryMb.push(mb);
			const asked = await attempt(watch.seen());
			if (!asked.ok) return;
			moreBytes = Math.max(moreBytes, asked.value.moreBytes);
			const { freezes } = asked.value;
			longestOwn = [...longestOwn, ...freezes].sort((a, b) => b.ownMs - a.ownMs).slice(0, KEPT);
			longest = [...longest, ...freezes].sort((a, b) => b.workedMs - a.workedMs).slice(0, KEPT);
		};
		const looking = (async () => {
			for (let next = Date.now(); !isOver; next += LOOK_EVERY_MS) {
				await look();
				await sleep(Math.max(0, next - Date.now()));
			}
		})();
		const health = new Pings(host, `${n8n.url}/healthz`, PING_EVERY_MS);
		const begun = Date.now();
		const workedBefore = workedSeconds(n8n.pid);
		say(`${count} true and ${count} forged events come at ${perSecond} a second.`);
		const { jobs, forged } = await send(wanted, sandbox, url);
		const sentSeconds = Math.round((Date.now() - begun) / 1000);
		await until(() => exit !== undefined || attemptsIn(sandbox).size > jobs.length, MOST_WAIT_MS);
		const doneSeconds = Math.round((Date.now() - begun) / 1000);
		const worked = workedSeconds(n8n.pid) - workedBefore;
		const answered = await health.stop();
		isOver = true;
		await looking;
		say(`All are taken or given up after ${doneSeconds} s. The executions are read.`);

		const attempts = attemptsIn(sandbox);
		attempts.delete(first);
		const taken = [...attempts.values()].filter((number) => number > 0).length;
		// n8n refuses while it is too busy to reach its database.
		const listed = async () => await attempt(n8n.client.listExecutions(id));
		await until(async () => {
			const now = await listed();
			return now.ok && now.value.length > taken;
		}, MOST_WAIT_MS);
		const exited = exit;
		await n8n.stop();
		const started = jobsStarted(host, home);
		const byJob = countBy(started);
		const known = new Set([first, ...jobs]);
		return {
			host,
			wanted,
			starts: countBy(jobs.map((job) => byJob.get(job) ?? 0)),
			attempts: countBy(attempts.values()),
			answers: answersIn(sandbox),
			startedByForged: started.filter((job) => !known.has(job)).length,
			forged,
			asked: { all: verifying() - before, needed: jobs.length, mostOthers: MOST_OTHERS },
			memoryMb,
			moreBytes,
			health: answered,
			longestOwn,
			longest,
			workedSeconds: worked,
			barePerSecond,
			sentSeconds,
			doneSeconds,
			...(exited !== undefined && { exit: exited }),
		};
	} finally {
		await n8n.stop();
		await sandbox.close();
		removeTemporaryFolder(home);
	}
}

/** What the trigger promises: a part of the day's requests. */
const MOST_OTHERS = MOST_UNCONFIRMED;
