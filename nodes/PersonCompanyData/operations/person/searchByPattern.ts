import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../../contract';
import { defined } from '../../../../core/base/json';
import { inputError } from '../../../../core/form/field';
import { filterField, valueField } from '../../../../core/form/schemaField';
import { ifNothingFound } from '../../../../core/output/result';
import { operation } from '../../run/operation';
import { ofRegistry } from '../../shared/registry/registry';

const endpoint = endpoints.personSearchByPattern;
const { name, state, city } = endpoint.query.properties;

/** With fewer letters, half the country matches at the user's expense. */
const LEAST_LETTERS = 3;

export const searchByPattern = operation({
	name: 'Search by Name Pattern',
	action: 'Search persons by name pattern',
	...ofRegistry('person', endpoint),
	fields: { name: valueField(name) },
	includesInput: false,
	options: { city: filterField(city), state: filterField(state), ifNothingFound },
	prepare: ({ name: pattern, options }, at): IDataObject => {
		if (pattern.replace(/[*\s]/g, '').length >= LEAST_LETTERS)
			return defined({ name: pattern, state: options.state, city: options.city });
		throw inputError(
			at('Name Pattern'),
			'has too few letters',
			`Enter at least ${LEAST_LETTERS} letters, for example "Maria*Silva".`,
		);
	},
});
