import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { figureTable } from '../tools/text/markdown';
import { formatted } from '../tools/text/outputFile';
import type { Client } from './setup/contestant';
import type { Opening } from './forms';
import type { Result, Sample } from './measure';
import { LATENCY_MS, ROUND_TRIP_MS, ROUND_TRIPS_TO_CONNECT } from './setup/plan';
import type { Surroundings } from './surroundings';
import { figureOf, wishesOf } from './wishes';

/** Everything that a run of the benchmark has brought. */
export interface Outcome {
	readonly surroundings: Surroundings;
	readonly near: readonly Result[];
	readonly distant: readonly Result[];
	/** The forms that the editor opened; none where there is no browser. */
	readonly forms: readonly Opening[];
}

const OF_THE_DOCUMENTS = ['package', 'bare', 'httpRequest'] as const satisfies readonly Client[];

/** What the documents show of a comparison. */
interface Headline {
	readonly id: string;
	readonly results: number;
	readonly ms: Readonly<Record<(typeof OF_THE_DOCUMENTS)[number], number>>;
}

const headlinesOf = (all: readonly Result[]): Headline[] =>
	all.flatMap((result) => {
		const times = OF_THE_DOCUMENTS.map(
			(client) => [client, figureOf(result, client, ({ ms }) => ms)] as const,
		);
		const results = figureOf(result, 'package', ({ results: count }) => count);
		if (results === undefined || times.some(([, ms]) => ms === undefined)) return [];
		return [{ id: result.id, results, ms: Object.fromEntries(times) as Headline['ms'] }];
	});

const spread = (
	samples: readonly Sample[],
	pick: (sample: Sample) => number | undefined,
	write: (figure: number) => string = String,
): string => {
	const figures = samples.map(pick).filter((figure) => figure !== undefined);
	if (figures.length === 0) return '–';
	const ends = [Math.min(...figures), Math.max(...figures)].map(write);
	return ends[0] === ends[1] ? ends[0] : ends.join('–');
};

function tableOf({ clients }: Result): string {
	return figureTable(
		['Client', 'Time (s)', 'Requests', 'Credits', 'Results', 'Longest block (ms)', 'Memory grown (MB)'],
		clients.map(({ title, samples }) => [
			title,
			spread(
				samples,
				({ ms }) => ms,
				(ms) => (ms / 1000).toFixed(2),
			),
			spread(samples, ({ requests }) => requests),
			spread(samples, ({ credits }) => credits),
			spread(samples, ({ results }) => results),
			spread(
				samples,
				({ longestBlockMs }) => longestBlockMs,
				(ms) => ms.toFixed(0),
			),
			spread(
				samples,
				({ grownBytes }) => grownBytes,
				(bytes) => (bytes / 1_000_000).toFixed(0),
			),
		]),
	);
}

/** The report as Markdown. */
export function toMarkdown({ surroundings: of, near, distant, forms }: Outcome): string {
	const wishes = wishesOf(near, forms);
	return `${[
		'# Benchmark',
		[
			`- ${of.date}; ${of.processor}, ${of.cores} cores, ${of.memoryGb} GB, ${of.system}; load at the start ${of.load.toFixed(1)}`,
			`- This package ${of.package} (commit ${of.commit}); n8n ${of.n8n} on Node ${of.n8nNode}; bare client and sandbox on Node ${of.node}`,
			`- The sandbox answers after ${LATENCY_MS} ms. Each client did each work in turn with the others; figures are the least and the most of its runs, ratios those of the medians.`,
		].join('\n'),
		'## What is wanted',
		figureTable(
			['Wanted', 'Measured', 'Met'],
			wishes.map(({ wish, measured, isMet }) => [wish, measured, isMet ? 'yes' : '**no**']),
		),
		...near.flatMap((result) => [`## ${result.title}`, tableOf(result)]),
		'## Over TLS and a distance',
		`The same sandbox over TLS and a network in which a packet takes ${ROUND_TRIP_MS} ms there and back. A new connection takes ${ROUND_TRIPS_TO_CONNECT} round trips before it carries a request, and n8n opens one for each request, whichever node sends it; the bare client keeps its own.`,
		...distant.flatMap((result) => [`### ${result.title}, over TLS`, tableOf(result)]),
	].join('\n\n')}\n`;
}

/** Writes the report for this machine, and into the checkout when it is to be kept; returns the Markdown. */
export async function writeReport(outcome: Outcome, save: boolean): Promise<string> {
	const folders = [join(__dirname, 'results'), ...(save ? [__dirname] : [])];
	const name = (folder: string, end: string): string =>
		join(folder, folder === __dirname ? `RESULTS.${end}` : `latest.${end}`);
	const { near, distant, surroundings } = outcome;
	const figures = {
		surroundings,
		headlines: headlinesOf(near),
		distant: { roundTripMs: ROUND_TRIP_MS },
		distantHeadlines: headlinesOf(distant),
		wishes: wishesOf(near, outcome.forms),
	};
	const markdown = toMarkdown(outcome);
	for (const folder of folders) {
		mkdirSync(folder, { recursive: true });
		for (const [end, text] of [
			['md', markdown],
			['json', JSON.stringify(figures)],
		]) {
			const file = name(folder, end);
			writeFileSync(file, await formatted(file, text));
		}
	}
	return markdown;
}
