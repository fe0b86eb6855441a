import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { formatted } from '../../tools/text/outputFile';
import { isSkipped } from '../measure/skipped';
import { headlinesOf } from '../outcome/headlines';
import type { Outcome } from '../outcome/outcome';
import { toMarkdown } from './report';

const BENCH = join(__dirname, '..');

async function write(name: string, text: string): Promise<string> {
	const file = join(BENCH, name);
	const styled = await formatted(file, text);
	writeFileSync(file, styled);
	return styled;
}

/** Writes the report for this machine, and into the checkout when it is to be kept; returns the Markdown. */
export async function writeReport(outcome: Outcome, save: boolean): Promise<string> {
	mkdirSync(join(BENCH, 'results'), { recursive: true });
	const json = await write(
		'results/latest.json',
		JSON.stringify({
			headlines: headlinesOf(outcome.results),
			distantHeadlines: isSkipped(outcome.distant) ? [] : headlinesOf(outcome.distant.results),
			...outcome,
		}),
	);
	const markdown = await write('results/latest.md', toMarkdown(outcome));
	if (save) {
		await write('RESULTS.md', markdown);
		await write('RESULTS.json', json);
	}
	return markdown;
}

/** The report that was saved in the checkout, if there is one; an older benchmark may have measured less. */
export function readSaved(): Partial<Outcome> | undefined {
	const file = join(BENCH, 'RESULTS.json');
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Outcome>) : undefined;
}
