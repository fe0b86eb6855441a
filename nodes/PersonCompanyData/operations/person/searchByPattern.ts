import { endpoints, filterField, inputError, valueField } from '../../shared/prelude';
import { registryQuestion } from '../../shared/registry/registry';

const endpoint = endpoints.personSearchByPattern;
const { name, state, city } = endpoint.query.properties;

/** With fewer letters, half the country matches at the user's expense. */
const LEAST_LETTERS = 3;

export const searchByPattern = registryQuestion({
	name: 'Search by Name Pattern',
	action: 'Search persons by name pattern',
	about: 'person',
	endpoint,
	fields: { name: valueField(name) },
	options: { city: filterField(city), state: filterField(state) },
	query: (input, at) => {
		if (input.name.replace(/[*\s]/g, '').length < LEAST_LETTERS) {
			throw inputError(
				at('Name Pattern'),
				'has too few letters.',
				`Enter at least ${LEAST_LETTERS} letters, for example "Maria*Silva".`,
			);
		}
		return { name: input.name, state: input.options.state, city: input.options.city };
	},
});
