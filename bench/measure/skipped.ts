import type { Report } from '../../tools/host/processes/progress';

/** A part of the benchmark that was not measured, and why. */
export interface Skipped {
	readonly skipped: string;
}

export const isSkipped = (part: object): part is Skipped => 'skipped' in part;

/** Measures a part that the others do not need: when it fails, they are worth no less. */
export async function orSkipped<T extends object>(
	what: string,
	measure: () => Promise<T | Skipped>,
	report: Report,
): Promise<T | Skipped> {
	const part = await measure().catch((error: Error): Skipped => ({ skipped: error.message }));
	if (isSkipped(part)) report(`${what}: skipped, ${part.skipped}`);
	return part;
}
