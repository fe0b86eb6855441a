/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- a command-line tool, never shipped */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { toMarkdown, type Outcome } from './report';

const BENCH = join(__dirname, '..');

/** Writes the report for this machine, and into the checkout when it is to be kept; returns the Markdown. */
export function writeReport(outcome: Outcome, save: boolean): string {
	const markdown = toMarkdown(outcome);
	const folder = join(BENCH, 'results');
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'latest.md'), markdown);
	writeFileSync(join(folder, 'latest.json'), `${JSON.stringify(outcome, undefined, 2)}\n`);
	if (save) writeFileSync(join(BENCH, 'RESULTS.md'), markdown);
	return markdown;
}
