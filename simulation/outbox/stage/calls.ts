import chunk from 'lodash/chunk';
import { sleep } from 'n8n-workflow';

import { executionsThat, OPEN } from './executions';
import { SHARED_PERCENT } from './plan';
import type { Stage } from './stage';
import { call, type Called } from './writers';

/** Executions under way above which a patient caller waits. */
const MOST_OPEN = 16;

/** The contacts that each of several workflows has: its part, and some that others have, too. */
export function shares(contacts: readonly string[], workflows: number): string[][] {
	const parts = Array.from({ length: workflows }, (): string[] => []);
	for (const [i, contact] of contacts.entries()) {
		parts[i % workflows].push(contact);
		if (i % 100 < SHARED_PERCENT) parts[(i + 1) % workflows].push(contact);
	}
	return parts;
}

/** How workflows are called. */
export interface Pace {
	readonly perCall: number;
	/** Whether nobody waits for what is under way. */
	readonly isHasty?: boolean;
}

/**
 * Hands each workflow its contacts, all at the same time, call after call.
 * @returns the longest that n8n took for a call, in milliseconds
 */
export async function handOut(
	stage: Stage,
	workflows: readonly Called[],
	parts: ReadonlyArray<readonly string[]>,
	{ perCall, isHasty = false }: Pace,
): Promise<number> {
	let longest = 0;
	await Promise.all(
		workflows.map(async ({ url }, i) => {
			for (const contacts of chunk(parts[i], perCall)) {
				while (!isHasty && (await isBusy(stage))) await sleep(500);
				for (;;) {
					const ms = await call(url, contacts);
					longest = Math.max(longest, ms ?? 0);
					if (ms !== undefined) break;
					await sleep(500);
				}
			}
		}),
	);
	return longest;
}

const isBusy = async (stage: Stage): Promise<boolean> =>
	(await executionsThat(stage, { status: OPEN })).length >= MOST_OPEN;

/** Waits until no execution of these workflows is under way. */
export async function untilQuiet(
	stage: Stage,
	workflows: readonly Called[],
	deadline: number,
): Promise<void> {
	const own = new Set(workflows.map(({ id }) => id));
	while (Date.now() < deadline) {
		const open = await executionsThat(stage, { status: OPEN });
		if (!open.some(({ workflowId }) => own.has(workflowId))) return;
		await sleep(1000);
	}
}
