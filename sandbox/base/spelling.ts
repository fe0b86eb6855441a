import { type BrandTerms, neutralName, neutralNames, wireName } from '../../contract/brandTerms';

/** The same value with other names of fields, and other words where a text is nothing but the word. */
function rewritten(
	value: unknown,
	name: (field: string) => string,
	words: ReadonlyMap<string, string>,
): unknown {
	if (typeof value === 'string') return words.get(value) ?? value;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((entry) => rewritten(entry, name, words));
	return Object.fromEntries(
		Object.entries(value).map(([field, inner]) => [name(field), rewritten(inner, name, words)]),
	);
}

const wordsFrom = (from: BrandTerms, to: BrandTerms): ReadonlyMap<string, string> =>
	new Map([
		[from.chatApp, to.chatApp],
		[from.spreadsheet, to.spreadsheet],
	]);

/** What the service sends, as the live service spells it. */
export const spelled = (value: unknown, terms: BrandTerms): unknown =>
	terms === neutralNames
		? value
		: rewritten(value, (field) => wireName(field, terms), wordsFrom(neutralNames, terms));

/** What the service was sent, in the neutral words of the contract. */
export const neutral = (value: unknown, terms: BrandTerms): unknown =>
	terms === neutralNames
		? value
		: rewritten(value, (field) => neutralName(field, terms), wordsFrom(terms, neutralNames));
