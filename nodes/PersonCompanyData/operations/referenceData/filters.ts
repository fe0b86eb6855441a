import { endpoints } from '../../../../contract';
import { answerItems } from '../../../../core/read/answer';
import { readGroups } from '../../../../core/read/entries';
import { operation } from '../../run/operation';
import { simplify } from '../../shared/fields';

export const getFilterOptions = operation({
	name: 'Get Filter Options',
	action: 'Get options of B2B filters',
	calls: [endpoints.filterOptions],
	fields: { simplify },
	prepare: (input) => input.simplify,
	run: async (isSimple, service) => {
		const { body } = await service.ask({ endpoint: endpoints.filterOptions });
		const options = readGroups(body).flatMap(({ group, entries }) =>
			entries.map(({ value, label }) => ({ filter: group, value, label })),
		);
		// Output a response of unknown shape unchanged.
		if (isSimple && options.length > 0) return options;
		return answerItems(endpoints.filterOptions, body);
	},
});

export const getFilterStructure = operation({
	name: 'Get Filter Structure',
	action: 'Get structure of B2B filters',
	calls: [endpoints.filterStructure],
	fields: {},
	prepare: () => undefined,
	run: async (_, service) => {
		const { body } = await service.ask({ endpoint: endpoints.filterStructure });
		return answerItems(endpoints.filterStructure, body);
	},
});
