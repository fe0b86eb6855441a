import type { Report } from '../../tools/host/processes/progress';
import type { SandboxProcess } from '../setup/sandboxProcess';
import type { Comparison, Contestant } from './contestant';
import { takeSample, type Sample } from './sample';

/** All samples of one client. */
export interface Measured {
	readonly client: Contestant['client'];
	readonly title: string;
	readonly samples: readonly Sample[];
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
	sandbox: SandboxProcess,
	report: Report,
): Promise<Result> {
	const samples = new Map<Contestant, Sample[]>(contestants.map((one) => [one, []]));
	if (!about.isFresh) for (const contestant of contestants) await takeSample(contestant, warmUp, sandbox);
	for (let turn = 0; turn < repetitions; turn++) {
		for (const contestant of rotated(contestants, turn)) {
			if (turn >= (contestant.mostRuns ?? repetitions)) continue;
			if (about.isFresh) {
				await contestant.renew();
				await takeSample(contestant, warmUp, sandbox);
			}
			const sample = await takeSample(contestant, size, sandbox);
			samples.get(contestant)?.push(sample);
			const seconds = (sample.wallMs / 1000).toFixed(2);
			report(`${about.title}, ${turn + 1} of ${repetitions}: ${contestant.title}: ${seconds} s`);
		}
	}
	const clients = contestants.map((one) => ({
		client: one.client,
		title: one.title,
		samples: samples.get(one) ?? [],
	}));
	const { id, title, concurrency, isFresh } = about;
	return { id, title, size, concurrency, isFresh, clients };
}
