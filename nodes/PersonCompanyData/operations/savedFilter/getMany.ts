import { NotFound } from '../../../../core/output/result';
import { operation } from '../../run/operation';
import { returnAllFields } from '../../shared/fields';
import { loadList } from '../../shared/loadList';
import { kindField, kinds } from '../../shared/prospecting/kinds';

const { persons, companies } = kinds;

export const getMany = operation({
	name: 'Get Many',
	action: 'Get many saved filters',
	description: 'List the prospecting filters saved in the account',
	calls: [persons.saved, companies.saved],
	overridable: [persons.saved, companies.saved],
	fields: { kind: kindField, ...returnAllFields },
	prepare: ({ kind, limit }) => ({ kind, limit }),
	run: async ({ kind, limit }, service) => {
		const filters = await loadList(service, { endpoint: kinds[kind].saved });
		return filters.length === 0 ? [new NotFound({ kind })] : filters.slice(0, limit);
	},
});
