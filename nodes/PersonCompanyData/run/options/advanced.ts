import { paceRanges } from '../../../../contract/model/limits';
import { integer } from '../../../../contract/model/schema';
import { forRun, toggle, type Fields } from '../../../../core/form/field';
import { jsonField, settingsField } from '../../../../core/form/jsonField';
import { filterField } from '../../../../core/form/schemaField';

/** Added to the main request as written; replaces what has the same name. For wrong assumptions of this package. */
const additions = jsonField('', '', '{ "name": "value" }');

/** Without labels, since the form has one JSON field for all. */
export const advancedOptions = {
	additionalBodyFields: additions,
	additionalQueryParameters: additions,
	requestTimeout: forRun(filterField(integer('', paceRanges.requestTimeout))),
	maxRequests: forRun(filterField(integer('', { minimum: 1 }))),
	includeUsage: forRun(toggle('', '')),
} satisfies Fields;

/** Plain JSON: most users never open it. */
export const advancedField = settingsField(
	'Advanced (JSON)',
	'Rare settings: maxRequests, requestTimeout, includeUsage and others',
	'{ "maxRequests": 50 }',
	advancedOptions,
);
