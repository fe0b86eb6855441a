import { answerItems } from '../../../../core/read/answer';
import { endpoints, operation } from '../../shared/prelude';

export const getFilterStructure = operation({
	name: 'Get Filter Structure',
	action: 'Get structure of B2B filters',
	description: 'Get names, types and descriptions of the B2B search filters',
	calls: [endpoints.filterStructure],
	fields: {},
	prepare: () => undefined,
	run: async (_, service) => {
		const { body } = await service.ask({ endpoint: endpoints.filterStructure });
		return answerItems(endpoints.filterStructure, body);
	},
});
