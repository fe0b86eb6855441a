import { neutralName, type BrandTerms } from '../../contract/brandTerms';
import { isBlank, isObject, type Json } from '../base/json';

/** Filled values by lower-case neutral name. */
export type Values = ReadonlyMap<string, Json>;

/** Earlier objects take precedence. */
export function valuesIn(objects: readonly unknown[], brandTerms: BrandTerms): Values {
	const values = new Map<string, Json>();
	for (const object of objects.filter(isObject))
		for (const [key, value] of Object.entries(object)) {
			if (isBlank(value)) continue;
			const name = neutralName(key.toLowerCase(), brandTerms);
			if (!values.has(name)) values.set(name, value);
		}
	return values;
}
