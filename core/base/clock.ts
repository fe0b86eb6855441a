import { sleep } from 'n8n-workflow';

export const DAY_MS = 24 * 60 * 60_000;

export const clock = {
	now: (): number => Date.now(),
	/** @throws immediately when the user stops the execution */
	sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
		signal?.throwIfAborted();
		await sleep(ms, signal);
		// Older n8n versions ignore the signal while sleeping.
		signal?.throwIfAborted();
	},
	random: (): number => Math.random(),
};
