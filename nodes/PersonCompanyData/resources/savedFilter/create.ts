import { endpoints } from '../../../../contract';
import { choice, showWhen, type Fields } from '../../../../core/form/field';
import { operation } from '../../run/operation';
import { asObject, asText } from '../../../../core/base/json';
import { valueField } from '../../../../core/form/schemaField';
import { submitOnce } from '../../../../core/once/submitOnce';
import { filterFields, filterOptions, readProspectingFilters } from '../../families/prospecting/filters';
import type { Kind } from '../../families/prospecting/savedFilters';

const endpoint = endpoints.savedFilterCreate;
const { filter_name } = endpoint.body.properties;

/** The bodies whose filters are saved, and the number the service has for each kind (assumed: client). */
const KINDS = {
	persons: { body: endpoints.personJob.body, type: 1 },
	companies: { body: endpoints.companyJob.body, type: 2 },
} as const;

const persons = filterFields(KINDS.persons.body, true);
const companies = filterFields(KINDS.companies.body, true);

const fields = {
	filterName: valueField(filter_name),
	kind: choice<Kind>('Kind', 'What the filters are for', [
		{ name: 'Persons', value: 'persons' },
		{ name: 'Companies', value: 'companies' },
	]),
	...persons,
	filters: showWhen({ kind: ['persons'] }, persons.filters),
	companyFilters: showWhen({ kind: ['companies'] }, companies.filters),
} satisfies Fields;

export const create = operation({
	name: 'Create',
	action: 'Save prospecting filters',
	description: 'Save a set of prospecting filters in the account for reuse',
	calls: [endpoint],
	fields,
	options: filterOptions,
	prepare: (input, at) => {
		const { body, type } = KINDS[input.kind];
		const filters = input.filters ?? input.companyFilters ?? {};
		return {
			filter_name: input.filterName,
			filter_type: type,
			data: readProspectingFilters(body, true, { ...input, filters }, at),
		};
	},
	run: async (body, service) => {
		const saved = await submitOnce(
			service,
			{ call: { endpoint, body }, what: 'The filters were' },
			(answer) => {
				const acknowledgement = asObject(answer);
				// The answer's shape is not shown: without an ID the filters are saved all the same.
				return { id: asText(acknowledgement.id) ?? 'none', remembered: acknowledgement };
			},
		);
		return [{ filter_name: body.filter_name, filter_type: body.filter_type, ...saved.remembered }];
	},
});
