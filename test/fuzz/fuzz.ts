import { setTimeout as sleep } from 'node:timers/promises';

import { attempt } from '../../core/base/async';
import { startSandbox } from '../../sandbox';
import { ensureHost } from '../../tools/host/install/given';
import type { Host } from '../../tools/host/install/install';
import { installPackage } from '../../tools/host/install/pack';
import { startN8n, type N8n } from '../../tools/host/n8n';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../tools/host/processes/temporary';
import { make, plansOf } from '../n8n/leaks/plans';
import { randomOf } from '../support/random';
import { caseOf, type Case } from './cases';
import { startHostileService } from './service';
import { Watch, type Freeze } from './watched';
import { publishDoors, publishPlan, storeCredential, type Runnable } from './workflows';

/** What the package may not exceed. */
export const MOST_FREEZE_MS = 200;
export const MOST_BYTES = 200 * 2 ** 20;

/** A limit that was not held, and the cases that ran meanwhile. */
export interface Finding {
	readonly cases: readonly string[];
	readonly what: string;
	readonly where: readonly string[];
}

/** What was done, and what was seen of it. */
export interface Fuzzed {
	readonly host: Host;
	/** How many cases of each kind ended in which way. */
	readonly cases: ReadonlyMap<string, ReadonlyMap<string, number>>;
	readonly requests: number;
	readonly findings: readonly Finding[];
	/** The longest freezes by time within the package, and by all of their time. */
	readonly longestOwn: readonly Freeze[];
	readonly longest: readonly Freeze[];
	readonly moreBytes: number;
}

export interface Wanted {
	readonly seed: number;
	readonly seconds: number;
	/** The only case to run, by its number. */
	readonly only?: number;
	readonly say: (line: string) => void;
}

const POPULATION = 300;
const AT_ONCE = 8;
/** Longer than any wait of a case, with all attempts of a call that is not answered. */
const CASE_MS = 420_000;
const LOOK_EVERY_MS = 500;
/** Attempts at a look before n8n counts as not answering. */
const LOOKS = 10;
const SAY_EVERY_MS = 60_000;
const KEPT = 10;
/** Of n8n's log, when it has ended. */
const LINES = 15;

/** Runs cases in a real n8n against a service that cannot be trusted, and looks at what becomes of n8n. */
export async function fuzz({ seed, seconds, only, say }: Wanted): Promise<Fuzzed> {
	const host = await ensureHost(say);
	const home = makeTemporaryFolder('fuzz');
	await installPackage(home, say);
	const sandbox = await startSandbox({
		port: 0,
		persons: POPULATION,
		companies: POPULATION,
		speed: 20,
		jobSeconds: 1,
		batchMinimumSeconds: 0,
	});
	const things = await make(sandbox);
	const service = await startHostileService(sandbox, randomOf(seed));
	const watch = await Watch.open();
	const n8n: N8n = await startN8n({
		host,
		home,
		port: 0,
		env: {
			...watch.env,
			EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
			EXECUTIONS_DATA_SAVE_ON_ERROR: 'none',
			N8N_PAYLOAD_SIZE_MAX: '16',
		},
	});
	let exit: string | undefined;
	void n8n.ended.then(({ code, signal }) => (exit ??= `n8n ended: ${code ?? signal ?? ''}`));

	const cases = new Map<string, Map<string, number>>();
	const findings: Finding[] = [];
	const find = (finding: Finding): void => {
		findings.push(finding);
		say(`${finding.what}: ${finding.cases.join('; ')}. ${finding.where.join('; ')}`);
	};
	let [longestOwn, longest]: [Freeze[], Freeze[]] = [[], []];
	let moreBytes = 0;
	const running = new Set<string>();
	// What was under way a moment ago may be what is seen now.
	let before: string[] = [];

	const look = async (): Promise<void> => {
		const active = [...new Set([...before, ...running])];
		before = [...running];
		let asked = await attempt(watch.seen());
		// A machine that is busy with other things takes its time.
		for (let tries = 1; !asked.ok && exit === undefined && tries < LOOKS; tries++) {
			await sleep(LOOK_EVERY_MS * tries);
			asked = await attempt(watch.seen());
		}
		if (!asked.ok || exit !== undefined) {
			exit ??= 'n8n does not answer';
			find({ cases: active, what: exit, where: n8n.log().split('\n').slice(-LINES) });
			return;
		}
		const seen = asked.value;
		moreBytes = Math.max(moreBytes, seen.moreBytes);
		longestOwn = [...longestOwn, ...seen.freezes].sort((a, b) => b.ownMs - a.ownMs).slice(0, KEPT);
		longest = [...longest, ...seen.freezes].sort((a, b) => b.workedMs - a.workedMs).slice(0, KEPT);
		for (const { ownMs, own } of seen.freezes) {
			if (ownMs > MOST_FREEZE_MS)
				find({ cases: active, what: `${Math.round(ownMs)} ms in the package`, where: own });
		}
		if (seen.moreBytes > MOST_BYTES) {
			find({ cases: active, what: `${seen.moreBytes >> 20} MB more in memory`, where: [] });
		}
	};

	const runOne = async (number: number, { kind, run }: Case): Promise<void> => {
		const name = `${number} ${kind}`;
		running.add(name);
		const ended = await Promise.race([
			run().catch((error: Error) => error.message.slice(0, 60)),
			sleep(CASE_MS, 'no end', { ref: false }),
		]);
		running.delete(name);
		if (ended === 'no end') find({ cases: [name], what: 'did not end', where: [] });
		const ends = cases.get(kind) ?? new Map<string, number>();
		cases.set(kind, ends.set(ended, (ends.get(ended) ?? 0) + 1));
	};

	try {
		const keyOf = (i: number): string => `${sandbox.apiKey}-${i}`;
		const credentialOf = async (i: number) =>
			await storeCredential(n8n.client, { apiKey: keyOf(i), baseUrl: service.baseUrl });
		const runnables: Runnable[] = [];
		for (const [i, plan] of plansOf(sandbox, things).entries())
			runnables.push(await publishPlan(n8n.client, await credentialOf(i), plan, i));
		const doors = await publishDoors(n8n.client, await credentialOf(runnables.length));
		const stage = { url: n8n.url, runnables, doors, things, service, secret: sandbox.apiKey };
		// The first run of each workflow loads what n8n loads once.
		for (const { path, items } of runnables) {
			service.share = 0;
			await fetch(n8n.url + path, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ items }),
			});
		}
		await watch.begin();
		service.share = 0.5;
		const end = Date.now() + seconds * 1000;
		const looking = (async () => {
			for (let said = 0; Date.now() < end && findings.length < 100;) {
				await sleep(LOOK_EVERY_MS);
				await look();
				if (exit !== undefined) return;
				if (Date.now() - said > SAY_EVERY_MS) {
					said = Date.now();
					const done = [...cases.values()].flatMap((ends) => [...ends.values()]);
					const count = done.reduce((sum, each) => sum + each, 0);
					say(`${count} cases, ${findings.length} findings, ${Math.round((end - said) / 1000)} s left.`);
				}
			}
		})();
		let number = only ?? 0;
		const work = async (): Promise<void> => {
			while (Date.now() < end && exit === undefined) {
				const own = number;
				if (only === undefined) number++;
				// An odd multiplier, so that cases of seeds beside each other do not begin alike.
				const random = randomOf(Math.imul(seed, 0x9e3779b1) + own);
				service.random = random;
				await runOne(own, caseOf(stage, random));
			}
		};
		await Promise.all([looking, ...Array.from({ length: only === undefined ? AT_ONCE : 1 }, work)]);
		await look();
	} finally {
		await n8n.stop();
		await service.close();
		await sandbox.close();
		removeTemporaryFolder(home);
	}
	return { host, cases, requests: service.requests, findings, longestOwn, longest, moreBytes };
}
