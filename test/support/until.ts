import { sleep } from 'n8n-workflow';

const PAUSE_MS = 20;

/** Waits until something holds; the spec's own time limit ends it. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await holds())) await sleep(PAUSE_MS);
}
