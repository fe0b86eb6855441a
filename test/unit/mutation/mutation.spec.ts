import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { areas } from '../../mutation/areas';
import { equivalents } from '../../mutation/equivalents';
import { figuresOf, shareOf, stale } from '../../mutation/figures';
import { toMarkdown } from '../../mutation/report';
import type { Mutant } from '../../mutation/stryker';

const ROOT = resolve(__dirname, '../../..');

/** What `npm run mutate` goes by, without running it. */

it.each(areas)(
	'the area $name has files and specs that are there, each file in one area',
	({ files, specs }) => {
		expect([...files, ...specs.map((spec) => `test/${spec}.spec.ts`)].filter(isMissing)).toEqual([]);
		for (const file of files) expect(areas.filter((area) => area.files.includes(file))).toHaveLength(1);
	},
);
const isMissing = (path: string): boolean => !path.includes('*') && !existsSync(join(ROOT, path));

it.each(equivalents)(
	'what no test can notice is still there: $file $line',
	({ file, line, was, becomes }) => {
		const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
		expect(lines.map((text) => text.replace(/\s+/g, ' ').trim())).toContain(line);
		expect(line).toContain(was);
		expect(becomes).not.toBe(was);
		expect(areas.flatMap(({ files }) => files)).toContain(file);
	},
);

describe('the figures of an area', () => {
	const [known] = equivalents;
	const mutant = (fate: Mutant['fate'], more: Partial<Mutant> = {}): Mutant => ({
		file: 'core/a.ts',
		line: 5,
		text: '\tif (a <  b) return;',
		was: 'a <  b',
		becomes: 'a <= b',
		fate,
		...more,
	});
	const named = mutant('unnoticed', { ...known, text: `\t${known.line}`, line: 9 });
	const figures = figuresOf([
		mutant('killed'),
		mutant('killed'),
		mutant('broken'),
		mutant('unnoticed'),
		named,
	]);

	it('count what was noticed, and know the reasons of what cannot be', () => {
		expect(figures).toEqual({
			mutants: 4,
			killed: 2,
			broken: 1,
			unnoticed: [
				{
					file: 'core/a.ts',
					line: 5,
					text: 'if (a < b) return;',
					was: 'a < b',
					becomes: 'a <= b',
				},
				expect.objectContaining({ file: known.file, line: 9, reason: known.reason }),
			],
		});
		expect(shareOf(figures)).toBe(0.5);
		expect(shareOf({ ...figures, mutants: 0 })).toBe(1);
	});

	it('tell which reasons stand for nothing any more', () => {
		expect(stale([known.file], figures)).not.toContain(known);
		expect(stale([known.file], { ...figures, unnoticed: [] })).toContain(known);
		expect(stale(['core/a.ts'], figures)).toEqual([]);
	});

	it('are in the report, with what nobody has explained first', () => {
		const report = toMarkdown({ [areas[0].name]: figures });
		expect(report).toContain('| 4 | 2 | 1 | 1 | 1 | 50.0 % | missed |');
		expect(report).toContain('core/a.ts:5');
		expect(report.indexOf('core/a.ts:5')).toBeLessThan(report.indexOf(known.reason));
		expect(report).toMatch(new RegExp(`Not tried yet: .*\\(${areas[1].name}\\)`));
	});
});
