import { endpoints } from '../../shared/prelude';
import { referenceList } from '../../shared/reference/referenceList';

export const getEconomicActivities = referenceList({
	name: 'Get Economic Activities (CNAE)',
	action: 'Get economic activities by CNAE code or description',
	description: 'List economic activities with their CNAE codes',
	endpoint: endpoints.economicActivities,
});
