import { table, list } from '../tools/text/markdown';
import type { Result, Sample } from './measure';
import type { Client } from './setup/contestant';
import { LATENCY_MS } from './setup/plan';

/** The middle figure; of an even number of them the lower one of the middle two. */
const medianOf = (figures: readonly number[]): number =>
	[...figures].sort((a, b) => a - b)[Math.floor((figures.length - 1) / 2)];

const timeOf = ({ clients }: Result, wanted: Client): number | undefined => {
	const own = clients.find(({ client }) => client === wanted);
	return own === undefined ? undefined : medianOf(own.samples.map(({ ms }) => ms));
};

/** How many times as long the package takes as each other client. */
function ratioRow(result: Result): string[] {
	const own = timeOf(result, 'package') ?? 0;
	const ratios = (['bare', 'helper', 'httpRequest', 'sevenNodes'] as const).map((client) => {
		const other = timeOf(result, client);
		return other === undefined ? '–' : (own / other).toFixed(2);
	});
	return [result.title, `${(own / 1000).toFixed(2)} s`, ...ratios];
}

const spread = (
	samples: readonly Sample[],
	pick: (sample: Sample) => number | undefined,
	unit = 1,
	digits = 0,
): string => {
	const figures = samples.map(pick).filter((figure) => figure !== undefined);
	if (figures.length === 0) return '–';
	const [least, most] = [Math.min(...figures), Math.max(...figures)].map((figure) =>
		(figure / unit).toFixed(digits),
	);
	return least === most ? least : `${least}–${most}`;
};

const sectionOf = (result: Result): string[] => [
	`## ${result.title}`,
	list(result.surroundings),
	tableOf(result),
];

const tableOf = ({ clients }: Result): string =>
	table(
		['Client', 'Time (s)', 'Requests', 'Credits', 'Results', 'Longest block (ms)', 'Memory grown (MB)'],
		clients.map(({ title, samples }) => [
			title,
			spread(samples, ({ ms }) => ms, 1000, 2),
			spread(samples, ({ requests }) => requests),
			spread(samples, ({ credits }) => credits),
			spread(samples, ({ results }) => results),
			spread(samples, ({ longestBlockMs }) => longestBlockMs),
			spread(samples, ({ grownBytes }) => grownBytes, 1_000_000),
		]),
	);

/** The report as Markdown. */
export const toMarkdown = (results: readonly Result[]): string =>
	`${[
		'# Benchmark',
		`The sandbox answers after ${LATENCY_MS} ms. Each client did each work in turn with the others; figures are the least and the most of its runs, ratios those of the medians.`,
		'## How long the package takes',
		table(
			['Work', 'Time', 'Of the bare client', 'Of the helper', 'Of HTTP Request', 'Of the seven nodes'],
			results.map(ratioRow),
		),
		...results.flatMap(sectionOf),
	].join('\n\n')}\n`;
