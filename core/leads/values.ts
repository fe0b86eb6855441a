import { neutralName, type LiveNames } from '../../contract/liveNames';
import { isBlank, isObject, type Json } from '../base/json';

/** Filled values by lower-case neutral name. */
export type Values = ReadonlyMap<string, Json>;

/** Earlier objects take precedence. */
export function valuesIn(objects: readonly unknown[], words: LiveNames): Values {
	const values = new Map<string, Json>();
	for (const object of objects.filter(isObject))
		for (const [key, value] of Object.entries(object)) {
			if (isBlank(value)) continue;
			const name = neutralName(key.toLowerCase(), words);
			if (!values.has(name)) values.set(name, value);
		}
	return values;
}
