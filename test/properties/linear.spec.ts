import { readFileSync } from 'node:fs';

import { attempt } from '../../core/base/async';
import { sources } from '../unit/architecture/imports';
import { REPEATED } from '../support/worstCases';
import { growthProblem } from './growth';
import { NOT_OUTSIDE, READERS } from './outsideReaders';

/** What stands around it: a pattern begins to match, and fails at the end. */
const AROUND = [
	['', ''],
	['', '!'],
	['a@', '@'],
	['https://a.b', '@. '],
] as const;

const CASES = REPEATED.flatMap((unit) =>
	AROUND.map(([start, end]) => ({
		name: JSON.stringify(`${start}${unit}...${end}`),
		textOf: (length: number): string => `${start}${unit.repeat(Math.ceil(length / unit.length))}${end}`,
	})),
);

/** What is wrong with how a reader's time grows; that it refuses a text is not. */
const problemOf = async (read: (text: string) => unknown): Promise<string | undefined> =>
	await growthProblem(CASES, async (text) => await attempt(Promise.resolve(text).then(read)));

const LONG_MS = 120_000;

describe('text is read in time proportional to its length', () => {
	// What several files read together is read once.
	const reads = [...new Set(READERS.map(({ read }) => read))].map((read) => {
		const same = READERS.filter((reader) => reader.read === read);
		return [`${same.map(({ of }) => of).join(', ')}: ${same[0].name}`, read] as const;
	});

	it.each(reads)(
		'%s',
		async (_, read) => {
			expect(await problemOf(read)).toBeUndefined();
		},
		LONG_MS,
	);
});

it(
	'a reader that is not linear is found',
	async () => {
		const slow = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
		expect(await problemOf(slow)).toMatch(/ take/);
	},
	LONG_MS,
);

/** A pattern, or what splits or replaces, applied to some text. */
const APPLIES_PATTERN = /\.(?:test|exec|match|matchAll|replace|search|split)\((?!\))/;

it('every file that applies a pattern has its readers in the list, or a reason why not', () => {
	const listed = new Set([...READERS.map(({ of }) => of), ...Object.keys(NOT_OUTSIDE)]);
	const files = ['contract', 'core', 'nodes', 'credentials'].flatMap(sources);
	const applying = files.filter((file) => APPLIES_PATTERN.test(readFileSync(file, 'utf8')));
	expect(applying.length).toBeGreaterThan(10);
	expect(applying.filter((file) => !listed.has(file))).toEqual([]);
	expect([...listed].filter((file) => !files.includes(file))).toEqual([]);
});
