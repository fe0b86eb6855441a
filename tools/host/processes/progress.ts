/** Takes one line about what goes on. */
export type Report = (line: string) => void;

const EVERY_MS = 10_000;

/** Time since a moment, for people. */
export function seconds(since: number): string {
	const elapsed = (Date.now() - since) / 1000;
	if (elapsed < 60) return `${elapsed.toFixed(1)} s`;
	return `${Math.floor(elapsed / 60)} min ${Math.round(elapsed % 60)} s`;
}

/** Does some long work and reports every ten seconds that it goes on. */
export async function reportProgress<T>(report: Report, step: string, work: () => Promise<T>): Promise<T> {
	const started = Date.now();
	const timer = setInterval(() => report(`${step}: ${seconds(started)} …`), EVERY_MS);
	try {
		return await work();
	} finally {
		clearInterval(timer);
		report(`${step}: ${seconds(started)}`);
	}
}
