import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { print, runToEnd, say } from '../../tools/commandLine';
import { formatted } from '../../tools/text/formatted';
import { randomOf } from '../support/random';
import { reportOf, shareOf, WANTED } from './report';
import { filesIn, placesIn } from './sample';
import { mutate } from './stryker';

const REPORT = join(__dirname, 'RESULTS.md');
const USAGE = `Usage: npm run mutate -- [<folder or file> ...] [--since <revision>] [--changes <n>] [--seed <n>] [--save]
  <folder>   changes are drawn from these; by default from all that ships and decides something
  --since    only from files that differ from the revision
  --changes  about so many; 1500 by default
  --save     writes test/mutation/RESULTS.md`;

runToEnd(USAGE, async (args) => {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			since: { type: 'string' },
			changes: { type: 'string', default: '1500' },
			seed: { type: 'string', default: String(Date.now() % 1_000_000) },
			save: { type: 'boolean', default: false },
		},
	});
	const [seed, changes] = [Number(values.seed), Number(values.changes)];
	if (!(changes > 0) || !Number.isInteger(seed)) throw new Error(USAGE);
	const files = filesIn(positionals, values.since);
	say(`About ${changes} changes in ${files.length} files, seed ${seed}`);
	if (files.length === 0) return 0;
	const mutants = await mutate(placesIn(files, changes, randomOf(seed)), say);
	const report = reportOf(mutants, files, seed);
	print(report);
	if (values.save) writeFileSync(REPORT, await formatted(REPORT, report));
	return shareOf(mutants) >= WANTED ? 0 : 1;
});
