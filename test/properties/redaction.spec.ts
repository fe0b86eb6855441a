import fc from 'fast-check';

import { keyFinder } from '../../core/base/keyForms';
import { presentable } from '../../core/base/redact';
import { holds } from './holds';

const ECHOED = 'k3y/AbC+9=dE_f-0123456789abcdefXYZ';
const { removeTraces } = keyFinder(ECHOED);
const shown = (text: string): string => presentable(text, removeTraces);

const between = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });
const two = (number: number): string => String(number).padStart(2, '0');
const date = fc
	.tuple(between(1990, 2039), between(1, 12), between(1, 28))
	.map(([year, month, day]) => [year, two(month), two(day)] as const);

/** What is personal of nobody. */
const harmless = fc.oneof(
	between(0, 99_999_999).map(
		(cents) => `R$ ${(cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 })}`,
	),
	between(0, 999_999_999).map((count) => `${count.toLocaleString('en-US')} records`),
	between(0, 99_999_999).map((id) => `job ${id}`),
	fc.uuid().map((id) => `batch ${id}`),
	date.map((parts) => parts.join('-')),
	date.map(([year, month, day]) => `${day}/${month}/${year}`),
	fc.tuple(date, between(0, 23)).map(([parts, hour]) => `${parts.join('-')}T${two(hour)}:05:59Z`),
	between(1990, 2038).map((year) => `${year}-${year + 1}`),
	between(1990, 2038).map((year) => `${year}–${year + 1}`),
	between(10_000, 99_999).map((cep) => `CEP ${cep}-100`),
	between(0, 100).map((part) => `${part} %`),
	fc.constantFrom('CNPJ 11.222.333/0001-81', 'status 400', 'nº 3', 'at least (1)', '50–100 employees'),
);

holds('shows what is personal of nobody', fc.array(harmless, { minLength: 1, maxLength: 5 }), (parts) => {
	const text = parts.join(', ');
	expect(shown(text)).toBe(text);
});

const digit = between(0, 9).map(String);
const digits = (length: number): fc.Arbitrary<string> =>
	fc.array(digit, { minLength: length, maxLength: length }).map((list) => list.join(''));
const separator = fc.constantFrom(
	'',
	' ',
	'.',
	'-',
	'/',
	'_',
	'\u2010',
	'\u2011',
	'\u2013',
	'\u00a0',
	'\u200b',
	'\u00ad',
	' - ',
);

holds(
	'hides a CPF, whatever separates its parts',
	fc.tuple(digits(3), digits(3), digits(3), digits(2)),
	fc.tuple(separator, separator, separator),
	([a, b, c, d], [x, y, z]) => {
		expect(shown(`CPF ${a}${x}${b}${y}${c}${z}${d} is unknown`)).toBe('CPF *** is unknown');
	},
);

holds(
	'hides a part of the key of twelve letters or more, whatever stands between them',
	between(0, 10),
	between(18, ECHOED.length),
	fc.constantFrom('', ' ', '\n', '-', '\u00ad', '\u200b', '"+"', '<b>'),
	fc.boolean(),
	(from, to, gap, isUpper) => {
		const part = [...ECHOED.slice(from, to)].join(gap);
		const letters = ECHOED.slice(from, to).replace(/[^a-z0-9]/gi, '');
		fc.pre(letters.length >= 12);
		const left = shown(`no ${isUpper ? part.toUpperCase() : part} !`).replace(/<b>|[^a-z0-9]/gi, '');
		expect(left).toBe('no');
	},
);
