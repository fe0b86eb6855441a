import fc from 'fast-check';

import { cnpjFrom, cpfFrom, normalizeCnpj, normalizeCpf, splitPhone } from '../../contract/input';
import { formats } from '../../core/form/formats';
import { anyText, jsonNumber } from './arbitraries';
import { holds } from './holds';

const characters = (from: string, length: number): fc.Arbitrary<string> =>
	fc.array(fc.constantFrom(...from), { minLength: length, maxLength: length }).map((all) => all.join(''));

const DIGITS = '0123456789';
const CAPITALS = `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** The check digit of the official rule, counted from the right: weights from 2 up, beginning anew after `last`. */
function checkDigit(text: string, last: number): number {
	let sum = 0;
	let weight = 2;
	for (let i = text.length - 1; i >= 0; i--) {
		sum += (text.charCodeAt(i) - '0'.charCodeAt(0)) * weight;
		weight = weight === last ? 2 : weight + 1;
	}
	const digit = 11 - (sum % 11);
	return digit > 9 ? 0 : digit;
}

function complete(base: string, last: number): string {
	const first = `${base}${checkDigit(base, last)}`;
	return `${first}${checkDigit(first, last)}`;
}

const isRepeated = (text: string): boolean => new Set(text).size === 1;

/** Puts formatting characters anywhere, as people and spreadsheets do. */
const formatted = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
	fc
		.tuple(
			text,
			fc.array(fc.constantFrom('', '', '', '.', '-', '/', ' ', '\u2011', '\u2013'), {
				minLength: 15,
				maxLength: 15,
			}),
		)
		.map(([plain, marks]) => [...plain].map((character, i) => `${marks[i]}${character}`).join(''));

const kinds = [
	{ name: 'CPF', length: 11, last: 11, alphabet: DIGITS, from: cpfFrom, read: normalizeCpf },
	{ name: 'CNPJ', length: 14, last: 9, alphabet: CAPITALS, from: cnpjFrom, read: normalizeCnpj },
] as const;

describe.each(kinds)('a $name', ({ length, last, alphabet, from, read }) => {
	const base = characters(alphabet, length - 2);
	const valid = base.map((text) => complete(text, last)).filter((text) => !isRepeated(text));

	holds('is completed by the official rule', base, (text) => {
		expect(from(text)).toBe(complete(text, last));
	});

	holds(
		'is read as its plain characters, however it is formatted',
		valid,
		formatted(valid),
		(plain, other) => {
			expect(read(plain)).toBe(plain);
			expect(read(plain.toLowerCase())).toBe(plain);
			expect(read(other)).toBe(other.replace(/[^0-9A-Z]/g, ''));
		},
	);

	const ofDigits = characters(DIGITS, length - 2).map((text) => complete(text, last));

	holds('gets back the zeros that a number or a spreadsheet has lost', ofDigits, (plain) => {
		const whole = isRepeated(plain) ? undefined : plain;
		expect(read(Number(plain))).toBe(whole);
		expect(read(plain.replace(/^0+/, ''))).toBe(whole);
	});

	// The rule itself lets some pass: two remainders give the digit 0.
	holds(
		'is read with one of its characters changed only if the rule still holds',
		valid,
		fc.nat(),
		fc.nat(),
		(plain, at, other) => {
			const place = at % length;
			const wrong = place >= length - 2 ? DIGITS : alphabet;
			const changed = `${plain.slice(0, place)}${wrong[other % wrong.length]}${plain.slice(place + 1)}`;
			const isWhole = changed === complete(changed.slice(0, -2), last) && !isRepeated(changed);
			expect(read(changed)).toBe(isWhole ? changed : undefined);
		},
	);

	holds(
		'is of the right length and rule, or nothing, whatever came',
		fc.oneof(anyText, jsonNumber),
		(value) => {
			const document = read(value);
			if (document === undefined) return;
			expect(document).toBe(complete(document.slice(0, length - 2), last));
			expect(document).toHaveLength(length);
			expect(read(document)).toBe(document);
		},
	);
});

holds('a CNPJ with letters gains no zeros', characters(CAPITALS, 11), (text) => {
	const plain = complete(`0${text}`, 9);
	if (/\D/.test(plain)) expect(normalizeCnpj(plain.replace(/^0+/, ''))).toBeUndefined();
});

describe('a phone number', () => {
	const ddd = fc
		.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
		.map((digits) => digits.join(''));
	const phone = fc.oneof(characters(DIGITS, 8), characters(DIGITS, 9));
	const prefix = fc.constantFrom('', '0', '55', '+55 ', '+55-', '(');

	holds(
		'is divided into area code and number, whatever stands around them',
		ddd,
		phone,
		prefix,
		(code, number, before) => {
			const close = before === '(' ? ') ' : ' ';
			expect(splitPhone(`${before}${code}${close}${number.slice(0, -4)}-${number.slice(-4)}`)).toEqual({
				ddd: code,
				phone: number,
			});
		},
	);

	holds('as a number is read as its digits', ddd, phone, (code, number) => {
		expect(splitPhone(Number(`${code}${number}`))).toEqual({ ddd: code, phone: number });
		expect(splitPhone(-Number(`${code}${number}`))).toBeUndefined();
		expect(splitPhone(Number(`${code}${number}.5`))).toBeUndefined();
	});

	holds(
		'is one, or nothing, whatever came',
		fc.oneof(anyText, jsonNumber, fc.stringMatching(/^[+() \d./-]{8,18}$/)),
		(value) => {
			const read = splitPhone(value);
			if (read === undefined) return;
			expect(`${read.ddd} ${read.phone}`).toMatch(/^[1-9]{2} \d{8,9}$/);
			expect(String(value).replace(/\D/g, '').endsWith(`${read.ddd}${read.phone}`)).toBe(true);
			expect(splitPhone(`${read.ddd}${read.phone}`)).toEqual(read);
		},
	);
});

describe('a date', () => {
	const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
	const time = fc.constantFrom('', 'T00:00:00.000Z', ' 23:59', 'T12:00:00-03:00');

	holds('of the calendar keeps its day, with any time', day, time, (date, rest) => {
		const iso = date.toISOString().slice(0, 10);
		expect(formats.date.read(`${iso}${rest}`)).toBe(iso);
	});

	const part = fc.integer({ min: 0, max: 40 });

	holds(
		'is read only when the calendar has it',
		fc.integer({ min: 1, max: 9999 }),
		part,
		part,
		(year, month, dayOfMonth) => {
			const text = [
				String(year).padStart(4, '0'),
				...[month, dayOfMonth].map((two) => String(two).padStart(2, '0')),
			].join('-');
			const date = new Date(`${text}T00:00:00Z`);
			const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
			expect(formats.date.read(text)).toBe(isReal ? text : undefined);
		},
	);
});
