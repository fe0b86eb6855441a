import type { Report } from '../../tools/host/processes/progress';
import type { ReachedSandbox } from '../setup/sandboxProcess';
import type { Comparison, Contestant } from './contestant';
import { takeSample, type Sample } from './sample';

/** All samples of one client. */
export interface Measured {
	readonly client: Contestant['client'];
	readonly title: string;
	readonly samples: readonly Sample[];
	/** Runs that failed and were made again. */
	readonly failures: number;
}

/** A comparison with what was measured; the yardstick comes first. */
export interface Result {
	readonly id: string;
	readonly title: string;
	readonly size: number;
	readonly concurrency: number;
	readonly isFresh: boolean;
	readonly clients: readonly Measured[];
}

/** The entries, beginning at another one in each turn: what a run leaves behind does not always hit the same one. */
export const rotated = <T>(entries: readonly T[], turn: number): T[] => {
	const start = turn % entries.length;
	return [...entries.slice(start), ...entries.slice(0, start)];
};

/** Measures every client of a comparison several times, the clients taking turns. */
export async function measure(
	{ contestants, size, warmUp, repetitions, ...about }: Comparison,
	sandbox: ReachedSandbox,
	report: Report,
): Promise<Result> {
	const samples = new Map<Contestant, Sample[]>(contestants.map((one) => [one, []]));
	const failures = new Map<Contestant, number>();
	const warm = async (contestant: Contestant) => await takeSample(contestant, warmUp, sandbox);
	const renew = async (contestant: Contestant): Promise<void> => {
		await contestant.renew();
		await warm(contestant);
	};
	/** One failure, such as of a machine that is busy for a moment, is not to cost all that was measured before. */
	const take = async (contestant: Contestant): Promise<Sample> => {
		try {
			if (about.isFresh) await renew(contestant);
			return await takeSample(contestant, size, sandbox);
		} catch (error) {
			report(
				`${about.title}: ${contestant.title} failed and is tried once more: ${(error as Error).message}`,
			);
			failures.set(contestant, (failures.get(contestant) ?? 0) + 1);
			await renew(contestant);
			return await takeSample(contestant, size, sandbox);
		}
	};
	if (!about.isFresh) for (const contestant of contestants) await warm(contestant);
	for (let turn = 0; turn < repetitions; turn++) {
		for (const contestant of rotated(contestants, turn)) {
			if (turn >= (contestant.mostRuns ?? repetitions)) continue;
			const sample = await take(contestant);
			samples.get(contestant)?.push(sample);
			const seconds = (sample.wallMs / 1000).toFixed(2);
			report(`${about.title}, ${turn + 1} of ${repetitions}: ${contestant.title}: ${seconds} s`);
		}
	}
	const clients = contestants.map((one) => ({
		client: one.client,
		title: one.title,
		samples: samples.get(one) ?? [],
		failures: failures.get(one) ?? 0,
	}));
	const { id, title, concurrency, isFresh } = about;
	return { id, title, size, concurrency, isFresh, clients };
}

/** What came of several comparisons. */
export interface Results {
	readonly results: readonly Result[];
	/** Those that could not be measured, and why. */
	readonly failed: readonly string[];
}

/** Measures comparisons one after another; one that cannot be measured does not cost the others. */
export async function measureAll(
	comparisons: readonly Comparison[],
	sandbox: ReachedSandbox,
	report: Report,
): Promise<Results> {
	const results: Result[] = [];
	const failed: string[] = [];
	for (const [index, comparison] of comparisons.entries()) {
		report(`Comparison ${index + 1} of ${comparisons.length}: ${comparison.title}`);
		try {
			results.push(await measure(comparison, sandbox, report));
		} catch (error) {
			failed.push(`${comparison.title}: ${(error as Error).message}`);
			report(`It could not be measured: ${failed[failed.length - 1]}`);
		}
	}
	return { results, failed };
}
