import fc from 'fast-check';

import { NAMES } from '../support/worstCases';

/** What outside data may look like, at its worst. */

/** A name that an attacker or an accident would choose. */
export const hostileName: fc.Arbitrary<string> = fc.constantFrom(...NAMES);

const SURROGATES = { first: 0xd800, count: 0x800 };

const codesOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? -1);

/**
 * Any character of Unicode, from its place among all of them. The unit `binary` of fast-check gives the same, but
 * makes a table of over a million characters first, for a second in each spec.
 */
const anyCharacter: fc.Arbitrary<string> = fc.integer({ min: 0, max: 0x10ffff - SURROGATES.count }).map(
	(place) => String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count),
	(character) => {
		const [code = -1, more] = typeof character === 'string' ? codesOf(character) : [];
		if (code < 0 || more !== undefined) throw new Error('Not one character');
		return code < SURROGATES.first ? code : code - SURROGATES.count;
	},
);

/** Text of any characters, half of it such as people write. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
	fc.string({ unit: 'grapheme' }),
	fc.string({ unit: anyCharacter }),
	fc.string(),
	hostileName,
);

/** Numbers as JSON has them. */
export const jsonNumber: fc.Arbitrary<number> = fc.oneof(
	fc.integer(),
	fc.maxSafeInteger(),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.constantFrom(0, -0, 1, -1, 1e21, 2 ** 53, -(2 ** 53)),
);

/** A list of pairs as an object with exactly these fields, `__proto__` too, as `JSON.parse` makes it. */
export const objectOf = <T>(entries: ReadonlyArray<readonly [string, T]>): Record<string, T> =>
	Object.fromEntries(entries) as Record<string, T>;

/**
 * Any value that `JSON.parse` can give, with a leaning to the names at hand.
 * @param names field names that readers look for
 * @param leaves values that readers look for
 */
export function jsonWith(
	names: readonly string[],
	leaves: readonly unknown[] = [],
	maxDepth = 4,
): fc.Arbitrary<unknown> {
	const name = fc.oneof(
		{ weight: 6, arbitrary: fc.constantFrom(...names, ...NAMES) },
		{ weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
	);
	const leaf: fc.Arbitrary<unknown> = fc.oneof(
		jsonNumber,
		anyText,
		fc.boolean(),
		fc.constant(null),
		...(leaves.length > 0 ? [fc.constantFrom(...leaves)] : []),
	);
	const { value } = fc.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof(
			{ maxDepth, withCrossShrink: true },
			leaf,
			fc.array(tie('value'), { maxLength: 4 }),
			fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map(objectOf),
		),
	}));
	return value;
}

/** An API key, of the characters that keys have. */
export const apiKey: fc.Arbitrary<string> = fc
	.array(fc.constantFrom(...'0123456789abcdefABCDEFxyz-_.'), { minLength: 20, maxLength: 64 })
	.map((characters) => `k${characters.join('')}`);

/** Eleven digits, formatted as a CPF or not. */
export const cpfLike: fc.Arbitrary<string> = fc
	.tuple(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 11 }), fc.boolean())
	.map(([digits, isFormatted]) => {
		const plain = digits.join('');
		return isFormatted ? plain.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4') : plain;
	});

/** Whether a value, however deep, has nothing but own fields: no inherited one was smuggled in. */
export function isPlain(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return true;
	const prototype: unknown = Object.getPrototypeOf(value);
	const isKnown = Array.isArray(value) ? prototype === Array.prototype : prototype === Object.prototype;
	return isKnown && Object.values(value).every(isPlain);
}
