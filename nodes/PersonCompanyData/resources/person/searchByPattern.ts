import { endpoints } from '../../../../contract';
import { inputError } from '../../../../core/form/field';
import { operation } from '../../run/operation';
import { optionalField, valueField } from '../../../../core/form/schemaField';
import {
	askRegistry,
	registryFields,
	registryOptions,
	type RegistryRequest,
} from '../../families/registry/registry';
import { personForm } from '../../families/registry/records';

const { name, state, city } = endpoints.personSearchByPattern.query.properties;

/** Letters that a pattern needs: fewer match half the country, at the user's expense. */
const LEAST_LETTERS = 3;

export const searchByPattern = operation({
	name: 'Search by Name Pattern',
	action: 'Search persons by name pattern',
	description: 'Search persons by a name in which * stands for any characters',
	calls: [endpoints.personSearchByPattern],
	fields: { name: valueField(name), ...registryFields },
	options: { city: optionalField(city), state: optionalField(state), ...registryOptions },
	prepare: (input, at): RegistryRequest => {
		if (input.name.replace(/[*\s]/g, '').length < LEAST_LETTERS) {
			throw inputError(
				at('Name Pattern'),
				'has almost nothing but wildcards.',
				`Write at least ${LEAST_LETTERS} letters, for example "Maria*Silva".`,
			);
		}
		const { city: cityName, state: stateCode } = input.options;
		return {
			query: {
				name: input.name,
				...(stateCode !== undefined && { state: stateCode }),
				...(cityName !== undefined && { city: cityName }),
			},
			simplify: input.simplify,
		};
	},
	run: async (request, service) =>
		await askRegistry(endpoints.personSearchByPattern, personForm, request, service),
});
