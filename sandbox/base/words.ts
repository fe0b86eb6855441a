import { neutralNames, wireName, type LiveNames } from '../../contract/liveNames';

/** An answer with its field names spelled as the live service does. */
export function spell<T>(value: T, words: LiveNames): T;
export function spell(value: unknown, words: LiveNames): unknown {
	if (words === neutralNames || typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((entry) => spell(entry, words));
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [wireName(name, words), spell(inner, words)]),
	);
}
