import { endpoints } from '../../../../contract';
import { choice } from '../../../../core/form/field';
import { operation } from '../../run/operation';
import { ifNothingFound } from '../../../../core/output/nothingFound';
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
	prepare: (input) => ({ kind: input.kind, limit: mostWanted(input) }),
	run: async ({ kind, limit }, service) => {
		const { body } = await service.ask({ endpoint: savedFilterLists[kind] });
		return savedFiltersIn(body).slice(0, limit);
	},
});
