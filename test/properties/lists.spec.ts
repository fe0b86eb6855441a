import fc from 'fast-check';

import { STATES } from '../../contract/model/vocabularies';
import { readEntries, readGroups } from '../../core/read/entries';
import { matching, pageOf, wordsOf } from '../../nodes/PersonCompanyData/lists/find';
import { splitState } from '../../nodes/PersonCompanyData/lists/sources';
import { anyText, jsonWith } from './arbitraries';
import { holds } from './holds';

const NAMES = [
	'value',
	'valor',
	'id',
	'code',
	'label',
	'name',
	'nome',
	'text',
	'description',
	'results',
	'count',
	'next',
	'total_pages',
];
const bodies = jsonWith(NAMES, ['RS', 50, 1, null], 5);
const entry = fc.record({
	value: fc.oneof(fc.integer({ min: 1, max: 9999 }), fc.stringMatching(/^[a-z0-9]{1,6}$/)),
	label: fc.stringMatching(/^[A-Za-zçãé]{1,6}( [A-Za-zçãé]{1,6})?$/),
});
const entries = fc.array(entry, { maxLength: 12 });

describe('a list', () => {
	holds('has entries that can be shown and sent, whatever came', bodies, (body) => {
		for (const { value, label } of [
			...readEntries(body),
			...readGroups(body).flatMap((group) => group.entries),
		]) {
			expect(value !== '' && ['string', 'number'].includes(typeof value)).toBe(true);
			expect(label !== '' && typeof label === 'string').toBe(true);
		}
		for (const { group } of readGroups(body)) expect(typeof group).toBe('string');
	});

	const wrap = fc.constantFrom<(rows: unknown[]) => unknown>(
		(rows) => rows,
		(rows) => ({ count: rows.length, results: rows }),
		(rows) => ({ ok: true, none: [], dados: rows }),
	);
	const shape = fc.constantFrom<(one: { value: string | number; label: string }) => unknown>(
		(one) => one,
		({ value, label }) => ({ code: value, description: label }),
		({ value, label }) => ({ nome: label, id: value, extra: [1] }),
	);

	holds(
		'has every entry of the answer, in whichever wrapper and shape',
		entries,
		wrap,
		shape,
		(all, wrapped, shaped) => {
			expect(readEntries(wrapped(all.map(shaped)))).toEqual(all);
		},
	);

	const groups = fc.uniqueArray(
		fc.tuple(
			fc.stringMatching(/^[a-z]{3,9}_x$/),
			fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1, maxLength: 4 }),
		),
		{ selector: ([group]) => group },
	);

	holds('of several lists has each under its name', groups, (all) => {
		expect(
			readGroups(Object.fromEntries(all)).map(({ group, entries: own }) => [
				group,
				own.map(({ value }) => value),
			]),
		).toEqual(all);
	});
});

describe('what a user types', () => {
	/** Letters alone, small. */
	const bare = (text: string): string =>
		[...text.normalize('NFD')]
			.filter((character) => !/\p{M}/u.test(character))
			.join('')
			.toLowerCase();
	const typed = fc.oneof(fc.stringMatching(/^[a-zA-ZçÃé]{0,3}( [a-z0-9]{1,2})?$/), anyText);

	holds(
		'finds exactly the entries with all of its words, in any order and with any accents',
		entries,
		typed,
		(all, text) => {
			const words = wordsOf(bare(text));
			const expected = all.filter(({ value, label }) =>
				words.every((word) => bare(`${value} ${label}`).includes(word)),
			);
			expect(matching(all, text)).toEqual(expected);
			expect(matching(all, [...words].reverse().join('  ').toUpperCase())).toEqual(expected);
		},
	);

	holds(
		'has a state in it only when it is one',
		fc
			.array(fc.oneof(fc.constantFrom(...STATES, 'rs', 'Porto', 'Alegre', 'de'), anyText), { maxLength: 4 })
			.map((words) => words.join(' ')),
		(text) => {
			const { state, rest } = splitState(text);
			const words = text.split(/[\s,-]+/).filter(Boolean);
			const states = words.filter((word) => (STATES as readonly string[]).includes(word.toUpperCase()));
			expect(state).toBe(states.pop()?.toUpperCase());
			expect(rest.split(' ').every((word) => word === '' || words.includes(word))).toBe(true);
		},
	);
});

describe('pages of a list', () => {
	holds(
		'have every value once, and end',
		fc.oneof(fc.nat({ max: 700 }), fc.constantFrom(200, 400)),
		fc.integer({ min: 1, max: 700 }),
		(count, distinct) => {
			const all = Array.from({ length: count }, (_, i) => ({ value: i % distinct, label: `Label ${i}` }));
			const shown: unknown[] = [];
			let token: string | undefined;
			for (let pages = 0; pages < 10; pages++) {
				const page = pageOf({ entries: all, isWhole: true }, token);
				shown.push(...page.results.map(({ value }) => value));
				token = page.paginationToken as string | undefined;
				if (token === undefined) break;
				expect(shown.length).toBeLessThan(Math.min(count, distinct));
			}
			expect(token).toBeUndefined();
			expect(shown).toEqual(Array.from({ length: Math.min(count, distinct) }, (_, i) => i));
		},
	);
});
