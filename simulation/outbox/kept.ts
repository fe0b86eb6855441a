import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { formatted } from '../../tools/text/outputFile';
import { toMarkdown } from './report';
import type { Kept } from './seen';

const RESULTS = join(__dirname, 'RESULTS');

/** The parts of the report that is in the checkout. */
export const readKept = (): Kept =>
	existsSync(`${RESULTS}.json`) ? (JSON.parse(readFileSync(`${RESULTS}.json`, 'utf8')) as Kept) : {};

/** The report of these parts, as it stands in the checkout. */
export const reportOf = async (kept: Kept): Promise<string> =>
	await formatted(`${RESULTS}.md`, toMarkdown(kept));

/** Keeps the report in the checkout, to be committed. */
export async function writeReport(kept: Kept): Promise<void> {
	writeFileSync(`${RESULTS}.md`, await reportOf(kept));
	writeFileSync(`${RESULTS}.json`, await formatted(`${RESULTS}.json`, JSON.stringify(kept)));
}
