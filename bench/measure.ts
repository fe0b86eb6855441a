import { say } from '../tools/host/processes/progress';
import type { Client, Contestant, Run } from './setup/contestant';
import type { ReachedSandbox } from './service/sandboxProcess';

/** What one run took and what the sandbox saw of it. */
export interface Sample extends Pick<Run, 'results' | 'grownBytes' | 'longestBlockMs'> {
	readonly ms: number;
	readonly requests: number;
	readonly credits: number;
}

/** The same work for several clients, so that their times can be compared. */
export interface Comparison {
	readonly title: string;
	/** Items, pages or records of the work. */
	readonly size: number;
	/** Those of the unmeasured first run. */
	readonly warmUp: number;
	/** Whether every measured run is made by a new process: its memory is then its own. */
	readonly isFresh: boolean;
	readonly contestants: readonly Contestant[];
}

/** A comparison with what was measured. */
export interface Result {
	readonly title: string;
	/** Where and with what it was measured. */
	readonly surroundings: readonly string[];
	readonly clients: ReadonlyArray<{
		readonly client: Client;
		readonly title: string;
		readonly samples: readonly Sample[];
	}>;
}

interface State {
	readonly charged: number;
	readonly refunded: number;
	readonly requests: number;
}

const REPETITIONS = 3;
/** More slots for synchronous calls than anybody takes: the sandbox is not to be the limit. */
const SLOTS = 1_000_000;

/** Has a client do its work against a sandbox that has forgotten everything, and measures it. */
async function takeSample(
	contestant: Contestant,
	size: number,
	{ control }: ReachedSandbox,
): Promise<Sample> {
	await control.post('/reset');
	await control.post('/settings', { syncSlots: SLOTS });
	const { startedAt, stoppedAt, ...more } = await contestant.run(size);
	const { charged, refunded, requests } = await control.get<State>('/state');
	return { ...more, ms: stoppedAt - startedAt, requests, credits: charged - refunded };
}

/**
 * Measures every client of a comparison several times, the clients taking turns.
 * @throws Error when one of them fails: a benchmark without an answer to each request compares nothing
 */
export async function measure(
	{ title, contestants, size, warmUp, isFresh }: Comparison,
	sandbox: ReachedSandbox,
	surroundings: readonly string[],
): Promise<Result> {
	const clients = contestants.map((one) => ({
		client: one.client,
		title: one.title,
		samples: [] as Sample[],
	}));
	if (!isFresh) for (const contestant of contestants) await takeSample(contestant, warmUp, sandbox);
	for (let turn = 0; turn < REPETITIONS; turn++) {
		for (let i = 0; i < contestants.length; i++) {
			// What a run leaves behind does not always hit the same one.
			const next = (turn + i) % contestants.length;
			const [contestant, { samples }] = [contestants[next], clients[next]];
			if (isFresh) {
				await contestant.renew();
				await takeSample(contestant, warmUp, sandbox);
			}
			const sample = await takeSample(contestant, size, sandbox);
			samples.push(sample);
			const seconds = (sample.ms / 1000).toFixed(2);
			say(`${title}, ${turn + 1} of ${REPETITIONS}: ${contestant.title}: ${seconds} s`);
		}
	}
	return { title, surroundings, clients };
}
