import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

import type { Outcome } from '../compare';
import { SERVICE } from '../plan';
import { toMarkdown } from './markdown';

const FOLDER = join(__dirname, '..');

/** The text in the checkout's own style, so that formatting everything changes nothing in it. */
async function formatted(name: string, text: string): Promise<string> {
	const filepath = join(FOLDER, name);
	return await format(text, { ...(await resolveConfig(filepath)), filepath });
}

/** Makes the report, and keeps it in the checkout when that is wanted; returns the Markdown. */
export async function writeReport(outcome: Outcome, save: boolean): Promise<string> {
	const markdown = await formatted('RESULTS.md', toMarkdown(outcome));
	if (save) {
		const { size, results, realSeconds } = outcome;
		const plain = results.map(({ scenario, ...result }) => ({ ...scenario, ...result }));
		const json = JSON.stringify({ size, service: SERVICE, realSeconds, results: plain });
		writeFileSync(join(FOLDER, 'RESULTS.md'), markdown);
		writeFileSync(join(FOLDER, 'RESULTS.json'), await formatted('RESULTS.json', json));
	}
	return markdown;
}
