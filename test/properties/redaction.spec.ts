import fc from 'fast-check';

import { presentable } from '../../core/base/redact';
import { holds } from './holds';

const ECHOED = 'k3y/AbC+9=dE_f-0123456789abcdefXYZ';
const shown = (text: string): string => presentable(text, ECHOED);

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
	between(0, 9_999_999).map((id) => `job ${id}`),
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

const text = fc.string({ unit: 'grapheme', maxLength: 300 });
const form = fc.constantFrom(
	ECHOED,
	encodeURIComponent(ECHOED),
	encodeURIComponent(ECHOED).toLowerCase(),
	ECHOED.replaceAll('/', '\\/'),
);

holds('hides the key, whatever stands around it', text, form, text, (before, key, after) => {
	const left = shown(`${before}${key}${after}`);
	expect(left).not.toContain(key);
	expect(left).not.toContain(ECHOED.slice(0, 20));
});

holds(
	'shows no long number, CPF or email address, and at most 200 characters',
	fc.array(
		fc.oneof(
			text,
			between(10_000_000, 99_999_999_999).map(String),
			fc.emailAddress(),
			fc.stringMatching(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/),
			fc.stringMatching(/^\(\d{2}\) 9\d{4}-\d{4}$/),
		),
	),
	(parts) => {
		const left = shown(parts.join(' '));
		expect(left).not.toMatch(/\d{8}|\d{3}\.\d{3}\.\d{3}-\d{2}|\(\d{2}\) 9|[^\s]@[^\s]/);
		expect(left.length).toBeLessThanOrEqual(200);
	},
);
