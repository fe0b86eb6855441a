import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { print, runToEnd, say } from '../../tools/commandLine';
import { formatted } from '../../tools/text/formatted';
import { randomOf } from '../support/random';
import { describe, shareOf, WISHED } from './report';
import { allFiles, changedSince, placesIn } from './sample';
import { mutate } from './stryker';

const REPORT = join(__dirname, 'RESULTS.md');
const USAGE = `Usage: npm run mutate -- [--files all|changed] [--since <revision>] [--changes <n>] [--seed <n>] [--save]
  --files    out of which files changes are drawn; changed: those that differ from the revision, by default main
  --changes  about so many; 1500 by default
  --save     writes test/mutation/RESULTS.md`;

runToEnd(USAGE, async (args) => {
	const { values } = parseArgs({
		args: [...args],
		options: {
			files: { type: 'string', default: 'all' },
			since: { type: 'string', default: 'main' },
			changes: { type: 'string', default: '1500' },
			seed: { type: 'string', default: String(Date.now() % 1_000_000) },
			save: { type: 'boolean', default: false },
		},
	});
	const [seed, changes] = [Number(values.seed), Number(values.changes)];
	if (!['all', 'changed'].includes(values.files) || !(changes > 0) || !Number.isInteger(seed))
		throw new Error(USAGE);
	const files = values.files === 'all' ? allFiles() : changedSince(values.since);
	if (files.length === 0) throw new Error('No file was changed.');
	say(`About ${changes} changes in ${files.length} files, seed ${seed}`);
	const mutants = await mutate(placesIn(files, changes, randomOf(seed)), say);
	const report = describe(mutants, files, seed);
	print(report);
	if (values.save) writeFileSync(REPORT, await formatted(REPORT, report));
	return shareOf(mutants) >= WISHED ? 0 : 1;
});
