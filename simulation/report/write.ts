import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { formatted } from '../../tools/text/outputFile';
import { SERVICE } from '../plan/plan';
import type { Outcome } from './compare';
import { toMarkdown } from './markdown';

const RESULTS = join(__dirname, '../RESULTS');

/** Makes the report, and keeps it in the checkout when that is wanted; returns the Markdown. */
export async function writeReport(outcome: Outcome, save: boolean): Promise<string> {
	const markdown = await formatted(`${RESULTS}.md`, toMarkdown(outcome));
	if (save) {
		const { size, results, realSeconds } = outcome;
		const plain = results.map(({ scenario, ...result }) => ({ ...scenario, ...result }));
		const json = JSON.stringify({ size, service: SERVICE, realSeconds, results: plain });
		writeFileSync(`${RESULTS}.md`, markdown);
		writeFileSync(`${RESULTS}.json`, await formatted(`${RESULTS}.json`, json));
	}
	return markdown;
}
