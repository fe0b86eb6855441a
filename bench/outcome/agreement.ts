import type { Result } from '../measure/measure';
import { isSkipped } from '../measure/skipped';
import { medianOf, noiseOf } from '../measure/statistics';
import type { Outcome } from './outcome';

/** A time that differs from that of another run of the benchmark: the two, each with its noise, do not meet. */
export interface Difference {
	readonly title: string;
	readonly client: string;
	readonly beforeMs: number;
	readonly nowMs: number;
	/** The share by which it was expected to differ at most: the noise of both. */
	readonly noise: number;
}

/** The times of two runs of the benchmark that do not agree; comparisons of only one of them are left out. */
export function differences(before: readonly Result[], now: readonly Result[]): Difference[] {
	return now.flatMap(({ id, title, size, clients }) => {
		const other = before.find((result) => result.id === id && result.size === size);
		return clients.flatMap(({ client, title: name, samples }): Difference[] => {
			const earlier = other?.clients.find((one) => one.client === client);
			if (earlier === undefined) return [];
			const [was, is] = [earlier, { samples }].map((one) => one.samples.map(({ wallMs }) => wallMs));
			const [beforeMs, nowMs] = [medianOf(was), medianOf(is)];
			const noise = (noiseOf(was) * beforeMs + noiseOf(is) * nowMs) / beforeMs;
			const agrees = Math.abs(nowMs - beforeMs) / beforeMs <= noise;
			return agrees ? [] : [{ title, client: name, beforeMs, nowMs, noise }];
		});
	});
}

/** The times that do not agree with those of another run, which may have been made by an older benchmark. */
export function differencesOf(before: Partial<Outcome>, now: Outcome): Difference[] {
	const distantOf = ({ distant }: Partial<Outcome>): readonly Result[] =>
		distant === undefined || isSkipped(distant) ? [] : distant.results;
	return [
		...differences(before.results ?? [], now.results),
		...differences(distantOf(before), distantOf(now)).map((one) => ({
			...one,
			title: `${one.title}, over TLS`,
		})),
	];
}

/** Whether the times agree with those of the saved report, in words. */
export function describeAgreement(found: readonly Difference[]): string {
	if (found.length === 0) return 'All times agree with the saved report within the noise that is stated.';
	const lines = found.map(
		({ title, client, beforeMs, nowMs, noise }) =>
			`- ${title}: ${client}: ${(nowMs / 1000).toFixed(2)} s instead of ${(beforeMs / 1000).toFixed(2)} s (noise ${Math.ceil(noise * 100)} %)`,
	);
	return ['Times that differ from the saved report by more than the noise of both:', ...lines].join('\n');
}
