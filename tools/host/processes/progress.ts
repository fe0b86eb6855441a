/** Progress goes to stderr, so that stdout is the report and nothing else. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Time since a moment, for people. */
export function seconds(since: number): string {
	const elapsed = (Date.now() - since) / 1000;
	if (elapsed < 60) return `${elapsed.toFixed(1)} s`;
	return `${Math.floor(elapsed / 60)} min ${Math.round(elapsed % 60)} s`;
}
