import { isObject } from './json';

const byCodePoint = (a: unknown, b: unknown): number => {
	const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
	return left === right ? 0 : left < right ? -1 : 1;
};

/** Locale-independent order without duplicates: another order may be charged as a new search (credit rule 2). */
export function stableOrder(value: unknown): unknown {
	if (Array.isArray(value)) {
		const sorted = value.map(stableOrder).sort(byCodePoint);
		return sorted.filter((entry, i) => i === 0 || byCodePoint(entry, sorted[i - 1]) !== 0);
	}
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([name, inner]) => [name, stableOrder(inner)]),
	);
}
