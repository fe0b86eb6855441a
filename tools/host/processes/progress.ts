/** Takes one line about what goes on. */
export type Report = (line: string) => void;

/** Time since a moment, for people. */
export function seconds(since: number): string {
	const elapsed = (Date.now() - since) / 1000;
	if (elapsed < 60) return `${elapsed.toFixed(1)} s`;
	return `${Math.floor(elapsed / 60)} min ${Math.round(elapsed % 60)} s`;
}
