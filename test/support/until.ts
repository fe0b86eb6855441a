import { sleep } from 'n8n-workflow';

const PAUSE_MS = 20;
/** Longer than any spec waits: the time limit of a test ends the test alone, not what it waits for. */
const MOST_MS = 5 * 60_000;

/** Waits until something holds; the spec's own time limit ends it sooner. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
	const began = Date.now();
	while (!(await holds())) {
		if (Date.now() - began > MOST_MS) throw new Error(`Not so within ${MOST_MS / 60_000} minutes.`);
		await sleep(PAUSE_MS);
	}
}
