import { setTimeout as sleep } from 'node:timers/promises';

import { attempt } from '../../core/base/async';
import { randomOf } from '../support/random';
import { onStage } from './stage';
import { post } from './workflows';

/** Cases under way at once. */
const AT_ONCE = 8;
/** What the package may not exceed. */
const MOST_FREEZE_MS = 200;
const MOST_BYTES = 200 * 2 ** 20;

/** What was done, and what was seen of it. */
export interface Driven {
	readonly version: string;
	/** How many cases of each kind ended in which way. */
	readonly cases: ReadonlyMap<string, ReadonlyMap<string, number>>;
	/** What did not hold, each with the cases that were under way. */
	readonly findings: readonly string[];
	/** The most memory beyond that at the beginning, after collecting garbage. */
	readonly mostBytes: number;
}

export interface Wanted {
	readonly seed: number;
	readonly seconds: number;
	readonly say: (line: string) => void;
}

/** Longer than any wait of a case, with all attempts of a call that is not answered. */
const CASE_MS = 420_000;
const LOOK_EVERY_MS = 500;
const MOST_FINDINGS = 100;
/** Of n8n's log, when it has ended. */
const LINES = 15;

/**
 * Runs every operation, waits by webhook and the events of their jobs in a real n8n until the time is over, without
 * faults, and looks at what becomes of n8n: memory must stay flat, and nothing may freeze.
 */
export async function drive({ seed, seconds, say }: Wanted): Promise<Driven> {
	const cases = new Map<string, Map<string, number>>();
	const findings: string[] = [];
	let [version, mostBytes] = ['', 0];
	const running = new Set<string>();
	const find = (what: string, of: Iterable<string> = running): void => {
		const finding = `${what}: ${[...of].join('; ')}`;
		findings.push(finding);
		say(finding);
	};

	const runOne = async (number: number, kind: string, work: Promise<string>): Promise<void> => {
		const name = `${number} ${kind}`;
		running.add(name);
		const ended = await Promise.race([
			work.catch((error: Error) => error.message.slice(0, 60)),
			sleep(CASE_MS, 'no end', { ref: false }),
		]);
		running.delete(name);
		if (ended === 'no end') find('did not end', [name]);
		const ends = cases.get(kind) ?? new Map<string, number>();
		cases.set(kind, ends.set(ended, (ends.get(ended) ?? 0) + 1));
	};

	await onStage(say, async ({ n8n, runnables, watch }) => {
		version = n8n.client.version;
		let isOver = false;
		const fail = (what: string): void => {
			if (!isOver) find(`${what}. ${n8n.log().split('\n').slice(-LINES).join('\n')}`);
			isOver = true;
		};
		void n8n.ended.then(({ code, signal }) => fail(`n8n ended: ${code ?? signal ?? ''}`));
		// What was under way a moment ago may be what is seen now.
		let before: string[] = [];
		const look = async (): Promise<void> => {
			const active = new Set([...before, ...running]);
			before = [...running];
			const seen = await attempt(watch.seen());
			if (!seen.ok) return fail('n8n does not answer');
			const { freezes, moreBytes } = seen.value;
			mostBytes = Math.max(mostBytes, moreBytes);
			for (const { ownMs, own } of freezes)
				if (ownMs > MOST_FREEZE_MS) find(`${Math.round(ownMs)} ms in the package, ${own}`, active);
			if (moreBytes > MOST_BYTES) find(`${moreBytes >> 20} MB more in memory`, active);
		};

		const end = Date.now() + seconds * 1000;
		const goesOn = (): boolean => Date.now() < end && !isOver && findings.length < MOST_FINDINGS;
		const looking = async (): Promise<void> => {
			while (goesOn()) {
				await sleep(LOOK_EVERY_MS);
				await look();
			}
		};
		let number = 0;
		const random = randomOf(seed);
		const working = async (): Promise<void> => {
			while (goesOn()) {
				const { name, path, items } = random.pick(runnables);
				await runOne(number++, name, post(n8n.url + path, items));
			}
		};
		await Promise.all([looking(), ...Array.from({ length: AT_ONCE }, working)]);
		if (isOver) return;
		await look();
		isOver = true;
	});
	return { version, cases, findings, mostBytes };
}
