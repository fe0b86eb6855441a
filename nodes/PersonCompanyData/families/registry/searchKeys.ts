import type { IDataObject } from 'n8n-workflow';

import type { ObjectSchema } from '../../../../contract/model/schema';
import { inputError, type At } from '../../../../core/form/field';
import { isFilled } from '../../../../core/base/json';

/**
 * The query of a registry search: at least one of the fields that a search can be made by.
 * @throws NodeOperationError without any of them; the service would answer for everybody, or not at all.
 */
export function readSearchKeys(
	schema: ObjectSchema,
	keys: readonly string[],
	given: IDataObject,
	at: At,
): IDataObject {
	if (keys.some((key) => isFilled(given[key]))) return given;
	const titles = keys.map((key) => schema.properties[key].title ?? key);
	throw inputError(
		at('Search By'),
		'lacks what to search by.',
		`Add ${titles.slice(0, -1).join(', ')} or ${titles[titles.length - 1]}.`,
	);
}
