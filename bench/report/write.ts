import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import { headlinesOf } from './headlines';
import { toMarkdown, type Outcome } from './report';

const BENCH = join(__dirname, '..');

/** Writes a file in the checkout's own style, so that formatting everything changes nothing in it. */
async function write(name: string, text: string): Promise<string> {
	const file = join(BENCH, name);
	const formatted = await format(text, { ...(await resolveConfig(file)), filepath: file });
	writeFileSync(file, formatted);
	return formatted;
}

/** Writes the report for this machine, and into the checkout when it is to be kept; returns the Markdown. */
export async function writeReport(outcome: Outcome, save: boolean): Promise<string> {
	mkdirSync(join(BENCH, 'results'), { recursive: true });
	const json = await write(
		'results/latest.json',
		JSON.stringify({ headlines: headlinesOf(outcome.results), ...outcome }),
	);
	const markdown = await write('results/latest.md', toMarkdown(outcome));
	if (save) {
		await write('RESULTS.md', markdown);
		await write('RESULTS.json', json);
	}
	return markdown;
}

/** The report that was saved in the checkout, if there is one. */
export function readSaved(): Outcome | undefined {
	const file = join(BENCH, 'RESULTS.json');
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Outcome) : undefined;
}
