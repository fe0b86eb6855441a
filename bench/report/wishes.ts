import { figureTable, list } from '../../tools/text/markdown';
import type { Client } from '../measure/contestant';
import type { Result } from '../measure/measure';
import { isSkipped } from '../measure/skipped';
import { knownMedianOf, medianOf } from '../measure/statistics';
import type { Outcome } from '../outcome/outcome';
import { megabytes, NONE } from './figures';
import type { LiveMemories } from '../n8n/liveMemory';
import { perRecord } from './memory';
import {
	claimsIn,
	clientOf,
	codeDifference,
	cpuPerRequest,
	floorIn,
	timeDifference,
	timeOf,
} from './reasons';

/** Something the package is to reach, and whether it did. */
interface Wish {
	readonly wish: string;
	readonly measured: string;
	/** Absent where no limit is wished for. */
	readonly isMet?: boolean;
	/** Why it is not met, as far as it was measured. */
	readonly why?: string;
}

const MOST_OF_HELPER = 1.15;
const MOST_CPU_BEYOND_MS = 0.8;
const MOST_OF_BARE = 1.05;
const LEAST_FASTER = 5;
const MOST_LOAD_MS = 30;
/** What the node may need besides its output, as a share of it. */
const MOST_BESIDES = 1.1;

const FLOOR = "n8n's HTTP helper alone";

/** That a client takes at most some share of another's time. */
function atMost(result: Result, most: number, other: Client, words: string, more = ''): Wish {
	const share = timeOf(result, 'package') / timeOf(result, other);
	return {
		wish: `${result.title}: at most ${most.toFixed(2)} of ${words}`,
		measured: share.toFixed(2),
		isMet: share <= most,
		why: [timeDifference(result, 'package', other), more].join(' ').trim(),
	};
}

function cpuBeyondHelper(result: Result, { profiles }: Outcome): Wish {
	const [own, floor] = (['package', 'helper'] as const).map((client) => cpuPerRequest(result, client));
	const wish = `${result.title}: at most ${MOST_CPU_BEYOND_MS} ms of processor time per request beyond ${FLOOR}`;
	if (own === undefined || floor === undefined) return { wish, measured: 'not known on this system' };
	return {
		wish,
		measured: `${(own - floor).toFixed(2)} ms (${own.toFixed(2)} against ${floor.toFixed(2)})`,
		isMet: own - floor <= MOST_CPU_BEYOND_MS,
		why: codeDifference(profiles),
	};
}

function asFastAsHttpRequest(result: Result, words: string): Wish {
	const times = timeOf(result, 'httpRequest') / timeOf(result, 'package');
	return {
		wish: `${result.title}: ${words}`,
		measured: `${times.toFixed(2)} times as fast`,
		isMet: times >= 1,
		why: [timeDifference(result, 'package', 'httpRequest'), claimsIn(result)].join(' ').trim(),
	};
}

function timesAsFast(result: Result): Wish {
	const times = timeOf(result, 'httpRequest') / timeOf(result, 'package');
	return {
		wish: `${result.title}: at least ${LEAST_FASTER} times as fast as the HTTP Request node`,
		measured: times.toFixed(1),
		isMet: times >= LEAST_FASTER,
		why: `${floorIn(result)} The node asks for one page after another, which takes it ${(timeOf(result, 'httpRequest') / timeOf(result, 'bare')).toFixed(2)} of the bare client's time.`,
	};
}

/** That one node needs less than the six that it replaces. */
function lessThanSix(result: Result, { lists }: LiveMemories): Wish[] {
	const [six, one] = (['sixNodes', 'package'] as const).map((client) => clientOf(result, client).samples);
	const requests = [one, six].map((samples) => medianOf(samples.map((sample) => sample.requests)));
	const grown = [one, six].map((samples) =>
		knownMedianOf(samples.map(({ memory }) => memory && memory.peakBytes - memory.beforeBytes)),
	);
	const times = (['package', 'sixNodes'] as const).map((client) => timeOf(result, client));
	const less = (
		what: string,
		[own, its]: ReadonlyArray<number | undefined>,
		write: (figure: number) => string,
		why: string,
	): Wish => {
		const wish = `${result.title}: ${what} than the six nodes`;
		if (own === undefined || its === undefined) return { wish, measured: 'not known on this system' };
		return { wish, measured: `${write(own)} against ${write(its)}`, isMet: own < its, why };
	};
	const difference = timeDifference(result, 'package', 'sixNodes');
	return [
		less('fewer requests', requests, String, 'The rows need as many, whichever node asks.'),
		less('less time', times, (ms) => `${(ms / 1000).toFixed(2)} s`, difference),
		less(
			'less memory',
			grown,
			(bytes) => `${megabytes(bytes)} MB grown`,
			`That is with what only waits to be collected. In use, after collecting: ${lists.map(({ title, beforeBytes, outputBytes, mostBytes }) => `${title} ${megabytes(mostBytes - beforeBytes)} MB at most, of it ${megabytes(outputBytes - beforeBytes)} MB output`).join('; ')}.`,
		),
	];
}

const some = ({ results }: Outcome, ...ids: readonly string[]): Result[] =>
	results.filter(({ id }) => ids.includes(id));

const withHttpRequest = (results: readonly Result[]): Result[] =>
	results.filter(({ clients }) => clients.some(({ client }) => client === 'httpRequest'));

const NOT_SLOWER = 'not slower than the HTTP Request node';
const READY_MADE = 'faster than HTTP Request nodes that are given their batches ready-made';

const comparedWishes = (outcome: Outcome): Wish[] => [
	...some(outcome, 'lookUps', 'lookUpsWide', 'lookUpsAtOnce').flatMap((result) => [
		atMost(result, MOST_OF_HELPER, 'helper', `${FLOOR}, with the same slow start`),
		cpuBeyondHelper(result, outcome),
	]),
	...some(outcome, 'search', 'longSearch', 'batch').map((result) =>
		atMost(result, MOST_OF_BARE, 'bare', "the bare client's time", `${floorIn(result)} ${claimsIn(result)}`),
	),
	...withHttpRequest(outcome.results).map((result) =>
		asFastAsHttpRequest(result, result.id === 'batch' ? READY_MADE : NOT_SLOWER),
	),
	...some(outcome, 'search', 'longSearch').map(timesAsFast),
	...some(outcome, 'list').flatMap((result) => lessThanSix(result, outcome.liveMemory)),
	...(isSkipped(outcome.distant)
		? []
		: outcome.distant.results.map((result) => {
				const { wish, ...more } = asFastAsHttpRequest(result, NOT_SLOWER);
				return { wish: `Over TLS: ${wish}`, ...more };
			})),
];

/** What n8n holds in memory, loads and shows. */
function otherWishes({ liveMemory, starts, forms }: Outcome): Wish[] {
	const memory = liveMemory.searches[liveMemory.searches.length - 1];
	const { output, most } = perRecord(memory);
	const loadMs = medianOf(starts.withPackage.map((start) => start.loadMs));
	const requireMs = medianOf(starts.nodes.map((node) => node.requireMs));
	return [
		{
			wish: `${memory.records.toLocaleString('en')} records in one run: memory grows by no more than the output (a tenth more is taken for the same)`,
			measured: `${most.toFixed(0)} bytes per record, the output ${output.toFixed(0)}`,
			isMet: most / output <= MOST_BESIDES,
			why: `At most ${megabytes(memory.mostBytes - memory.beforeBytes)} MB were in use beyond what was before, the output took ${megabytes(memory.outputBytes - memory.beforeBytes)} MB.`,
		},
		{
			wish: `Loading all nodes adds under ${MOST_LOAD_MS} ms to n8n's start`,
			measured: `${loadMs.toFixed(1)} ms`,
			isMet: loadMs < MOST_LOAD_MS,
			why: `Loading the code, which is not part of it, takes ${requireMs.toFixed(1)} ms.`,
		},
		{
			wish: "Loading the nodes' code, before the first of them runs: no limit is wished for",
			measured: `${requireMs.toFixed(1)} ms`,
		},
		...Object.entries(starts.nodes[0]?.characters ?? {}).map(([name, characters]): Wish => ({
			wish: `Type description of ${name}: no limit is wished for`,
			measured: `${characters.toLocaleString('en')} characters`,
		})),
		...(isSkipped(forms) ? [] : forms.openings).map(({ title, ms }): Wish => ({
			wish: `Opening the form of ${title} in the editor: no limit is wished for`,
			measured: `${medianOf(ms).toFixed(0)} ms`,
		})),
	];
}

/** Whether what is wanted of this package was measured. */
export const wishesOf = (outcome: Outcome): Wish[] => [...comparedWishes(outcome), ...otherWishes(outcome)];

const met = (isMet: boolean | undefined): string => {
	if (isMet === undefined) return NONE;
	return isMet ? 'yes' : '**no**';
};

/** All wishes with what was measured, and the reasons of those that are not met. */
export function wishesSection(outcome: Outcome): string {
	const wishes = wishesOf(outcome);
	const missed = wishes.filter(({ isMet }) => isMet === false);
	return [
		'## What is wanted',
		figureTable(
			['Wanted', 'Measured', 'Met'],
			wishes.map(({ wish, measured, isMet }) => [wish, measured, met(isMet)]),
		),
		...(missed.length === 0
			? []
			: [
					'What is not met, and where it comes from:',
					list(missed.map(({ wish, why = '' }) => `**${wish}**: ${why}`)),
				]),
	].join('\n\n');
}
