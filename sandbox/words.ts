import { neutralWords, wireName, type Words } from '../nodes/PersonCompanyData/contract/words';

/** A name that has the word `social` for another reason: the legal name of a company. */
const NOT_THE_NETWORK = 'razao_social';

/** A field name of the contract as the live service spells it. */
export const liveName = (name: string, words: Words): string =>
	name === NOT_THE_NETWORK ? name : wireName(name, words);

/** An answer with its field names spelled as the live service does. */
export function spell<T>(value: T, words: Words): T;
export function spell(value: unknown, words: Words): unknown {
	if (words === neutralWords || typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((entry) => spell(entry, words));
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [liveName(name, words), spell(inner, words)]),
	);
}
