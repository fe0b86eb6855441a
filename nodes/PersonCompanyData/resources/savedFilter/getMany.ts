import { endpoints } from '../../../../contract';
import { choice } from '../../../../core/form/field';
import { operation } from '../../run/operation';
import { ifNothingFound, nothingFound } from '../../../../core/output/nothingFound';
import { mostWanted, returnAllFields } from '../../families/common/returnAll';
import { savedFilterLists, savedFiltersIn, type Kind } from '../../families/prospecting/savedFilters';

export const getMany = operation({
	name: 'Get Many',
	action: 'Get many saved filters',
	description: 'List the prospecting filters that are saved in the account',
	calls: [endpoints.savedPersonFilters, endpoints.savedCompanyFilters],
	overridable: [endpoints.savedPersonFilters, endpoints.savedCompanyFilters],
	fields: {
		kind: choice<Kind>('Kind', 'What the filters are for', [
			{ name: 'Persons', value: 'persons' },
			{ name: 'Companies', value: 'companies' },
		]),
		...returnAllFields,
	},
	options: { ifNothingFound },
	prepare: (input) => ({
		kind: input.kind,
		limit: mostWanted(input),
		ifNothingFound: input.options.ifNothingFound,
	}),
	run: async ({ kind, limit, ifNothingFound: wanted }, service) => {
		const { body } = await service.ask({ endpoint: savedFilterLists[kind] });
		const saved = savedFiltersIn(body).slice(0, limit);
		return saved.length === 0 ? nothingFound(wanted) : saved;
	},
});
