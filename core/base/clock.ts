import { sleep } from 'n8n-workflow';

/** The package's clock and randomness, as one object so that tests can replace it. */
export const clock = {
	/** Milliseconds since the epoch. */
	now: (): number => Date.now(),
	/** Waits; rejects immediately when the user stops the execution. */
	sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
		signal?.throwIfAborted();
		await sleep(ms, signal);
		// Older n8n versions ignore the signal while sleeping.
		signal?.throwIfAborted();
	},
	/** A number from 0 (inclusive) to 1 (exclusive), for jitter. */
	random: (): number => Math.random(),
};
