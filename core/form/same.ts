import { inTurns } from '../base/async';
import { fingerprint } from '../base/fingerprint';
import { isBlank, isObject } from '../base/json';
import type { Field, Fields, SameFor, Where } from './field';
import { plainValue } from './value';

/** Finds fields that decide for several items, but do not have the same value for all of them. */

/** The parameters of one item as n8n gives them. */
export interface GivenItem {
	readonly where: Omit<Where, 'field'>;
	readonly parameter: (name: string, fallback: unknown) => unknown;
}

/** A field, and where it is: its parameter, and the names below that in collections. */
interface Place {
	readonly field: Field;
	readonly parameter: string;
	readonly inner: readonly string[];
}

/** All fields with this declaration, also those in collections. */
const declared = (fields: Fields, sameFor: SameFor, around: readonly string[] = []): Place[] =>
	Object.entries(fields).flatMap(([name, field]): Place[] => {
		const path = [...around, name];
		const [parameter, ...inner] = path;
		const own = field.sameFor === sameFor ? [{ field, parameter, inner }] : [];
		return [...own, ...declared(field.fields ?? {}, sameFor, path)];
	});

/** The names of the parameters that have such fields. */
export const parametersWith = (fields: Fields, sameFor: SameFor): string[] => [
	...new Set(declared(fields, sameFor).map(({ parameter }) => parameter)),
];

/** What an item holds for a field, unless the form hides it. */
export function given(fields: Fields, { parameter: name, inner }: Place, { parameter }: GivenItem): unknown {
	const field = fields[name];
	const isShown = Object.entries(field.show ?? {}).every(([other, values]) => {
		const value = parameter(other, fields[other]?.property.default);
		return values.some((wanted) => wanted === value);
	});
	if (!isShown) return undefined;
	try {
		let value = parameter(name, field.property.default);
		// Settings in one JSON object may come as its text.
		for (const each of inner) {
			const outer: unknown = typeof value === 'string' ? JSON.parse(value) : value;
			value = isObject(outer) ? outer[each] : undefined;
		}
		return value;
	} catch (error) {
		return { failed: (error as Error).message };
	}
}

/** A value as it is understood; one that is not valid stands for itself. */
function understood({ property, read }: Field, value: unknown, where: Omit<Where, 'field'>): unknown {
	if (value === undefined) return undefined;
	try {
		return read(value, { ...where, field: property.displayName });
	} catch {
		return { invalid: value };
	}
}

/** A value in words; `undefined` for text, which may be personal data: n8n logs messages. */
function inWords({ property: { type, options = [] } }: Field, given: unknown): string | undefined {
	const value = plainValue(given);
	if (isBlank(value)) return 'not set';
	if (typeof value === 'boolean') return String(value);
	if (type !== 'string' && !Number.isNaN(Number(value))) return String(value);
	const option =
		type === 'options' ? options.find((one) => 'value' in one && one.value === value) : undefined;
	return option === undefined ? undefined : `"${option.name}"`;
}

/**
 * The first field with a declaration that does not have the same value for all of these items.
 * @returns which field differs between which items, as a sentence; `undefined` when there is none
 */
export async function differenceIn(
	fields: Fields,
	sameFor: SameFor,
	[first, ...others]: readonly GivenItem[],
): Promise<string | undefined> {
	if (others.length === 0) return undefined;
	for await (const { wanted, place, other } of inTurns(comparisons(fields, sameFor, first, others))) {
		const { field } = place;
		const value = given(fields, place, other);
		if (value === wanted.value) continue;
		wanted.hash ??= fingerprint(understood(field, wanted.value, first.where));
		if (fingerprint(understood(field, value, other.where)) === wanted.hash) continue;
		const label = field.property.displayName;
		// Rows as people count them, from 1.
		const [one, two] = [first.where.item + 1, other.where.item + 1];
		const words = [inWords(field, wanted.value), inWords(field, value)];
		return words.includes(undefined) || words[0] === words[1]
			? `${label} differs between row ${one} and row ${two}.`
			: `${label} is ${words[0]} in row ${one} and ${words[1]} in row ${two}.`;
	}
	return undefined;
}

/** A field of an item, to be compared with that of the first item. */
interface Comparison {
	readonly place: Place;
	readonly other: GivenItem;
	readonly wanted: { readonly value: unknown; hash?: string };
}

/** All of them in one row, so that a turn may come between any two: many fields of many items take long together. */
function* comparisons(
	fields: Fields,
	sameFor: SameFor,
	first: GivenItem,
	others: readonly GivenItem[],
): Generator<Comparison> {
	for (const place of declared(fields, sameFor)) {
		const wanted = { value: given(fields, place, first) };
		for (const other of others) yield { place, other, wanted };
	}
}
