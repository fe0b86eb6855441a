import { inTurns } from '../base/async';
import { fingerprint } from '../base/fingerprint';
import { isObject } from '../base/json';
import { rowOf } from '../base/text';
import type { Field, Fields, Where } from './field';

export interface GivenItem {
	readonly where: Omit<Where, 'field'>;
	readonly parameter: (name: string, fallback: unknown) => unknown;
}

/** The parameter of a field, and its path inside collections. */
interface Place {
	readonly field: Field;
	readonly parameter: string;
	readonly inner: readonly string[];
}

/** Fields for the whole run, also those in collections. */
const forRunIn = (fields: Fields, around: readonly string[] = []): Place[] =>
	Object.entries(fields).flatMap(([name, field]): Place[] => {
		const path = [...around, name];
		const [parameter, ...inner] = path;
		const own = field.isForRun ? [{ field, parameter, inner }] : [];
		return [...own, ...forRunIn(field.fields ?? {}, path)];
	});

/** Recursive, because n8n has no value for a hidden field. */
const isShown = (fields: Fields, name: string, item: GivenItem): boolean =>
	Object.entries(fields[name]?.show ?? {}).every(
		([other, values]) =>
			isShown(fields, other, item) &&
			values.some((wanted) => wanted === item.parameter(other, fields[other]?.property.default)),
	);

export function given(fields: Fields, { parameter: name, inner }: Place, item: GivenItem): unknown {
	if (!isShown(fields, name, item)) return undefined;
	try {
		let value = item.parameter(name, fields[name].property.default);
		// Settings in one JSON object may come as text.
		for (const each of inner) {
			const outer: unknown = typeof value === 'string' ? JSON.parse(value) : value;
			value = isObject(outer) ? outer[each] : undefined;
		}
		return value;
	} catch (error) {
		return { failed: (error as Error).message };
	}
}

/** 5 and "5" are the same. */
const textOf = (value: unknown): string => (typeof value === 'object' ? fingerprint(value) : String(value));

/** Says which field differs between which rows; `undefined` if none does. */
export async function differenceIn(
	fields: Fields,
	[first, ...others]: readonly GivenItem[],
): Promise<string | undefined> {
	if (others.length === 0) return undefined;
	for (const place of forRunIn(fields)) {
		const wanted = textOf(given(fields, place, first));
		for await (const other of inTurns(others)) {
			if (textOf(given(fields, place, other)) === wanted) continue;
			const [one, two] = [rowOf(first.where.item), rowOf(other.where.item)];
			return `${place.field.property.displayName} differs between row ${one} and row ${two}.`;
		}
	}
	return undefined;
}
