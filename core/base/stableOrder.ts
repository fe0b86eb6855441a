import type { IDataObject } from 'n8n-workflow';

import { isObject, sortedFields } from './json';

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
	const ordered = Object.entries(value).map(([name, inner]) => [name, stableOrder(inner)] as const);
	return sortedFields(Object.fromEntries(ordered) as IDataObject);
}
