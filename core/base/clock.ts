import { sleep } from 'n8n-workflow';

/** Time as the package sees it. One object, so that tests can put another clock in its place. */
export const clock = {
	/** Milliseconds since the epoch. */
	now: (): number => Date.now(),
	/** Waits; rejects at once when the user stops the execution. */
	sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
		signal?.throwIfAborted();
		await sleep(ms, signal);
		// Older n8n ignores the signal while sleeping.
		signal?.throwIfAborted();
	},
	/** A number from 0 up to 1, for jitter. */
	random: (): number => Math.random(),
};
