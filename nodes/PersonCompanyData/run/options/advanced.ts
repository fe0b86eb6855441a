import { assumedLimits, paceRanges } from '../../../../contract/model/limits';
import { integer } from '../../../../contract/model/schema';
import { forRun, toggle, type Fields } from '../../../../core/form/field';
import { jsonField, settingsField } from '../../../../core/form/jsonField';
import { filterField } from '../../../../core/form/schemaField';

/** For wrong assumptions of this package. */
export const advancedOptions = {
	additionalBodyFields: jsonField(
		'Additional Body (JSON)',
		'Added to the body of the main request as written; replaces fields of the same name',
		'{ "field": "value" }',
	),
	additionalQueryParameters: jsonField(
		'Additional Query (JSON)',
		'Added to the query of the main request as written; replaces parameters of the same name',
		'{ "name": "value" }',
	),
	requestTimeout: forRun(
		filterField(
			integer('Request Timeout (Seconds)', {
				description: `How long to wait for a whole response, unless it is a large one that keeps coming; at least ${assumedLimits.heldRequestSeconds} for calls that the service holds open`,
				...paceRanges.requestTimeout,
			}),
			{ default: assumedLimits.requestSeconds },
		),
	),
	maxRequests: forRun(
		filterField(
			integer('Maximum Requests', {
				description: 'How many requests this run may send in total, with retries and polls',
				minimum: 1,
			}),
			{ default: 100 },
		),
	),
	includeUsage: forRun(
		toggle(
			'Include Usage',
			'Whether to add what the whole run used to each item: requests sent and saved, credits charged and refunded',
			true,
		),
	),
} satisfies Fields;

/** Plain JSON: most users never open it. */
export const advancedField = settingsField(
	'Advanced (JSON)',
	'Rare settings: maxRequests, requestTimeout, includeUsage and others',
	'{ "maxRequests": 50 }',
	advancedOptions,
);
