/** Runs something once after real time; does not keep the process alive. Returns how to call it off. */
export function afterRealTime(ms: number, run: () => void): () => void {
	const timer = setTimeout(run, ms);
	timer.unref();
	return () => clearTimeout(timer);
}

/** Waits in real time, whatever the sandbox's clock does. */
export const realPause = async (ms: number): Promise<void> =>
	await new Promise((resolve) => {
		setTimeout(resolve, ms);
	});

/** Lets everything that is ready to run go first. */
export const nextTurn = async (): Promise<void> =>
	await new Promise((resolve) => {
		setImmediate(resolve);
	});
