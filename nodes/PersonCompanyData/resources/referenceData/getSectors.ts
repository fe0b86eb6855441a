import { endpoints } from '../../contract';
import { referenceList } from '../shared/referenceList';

export const getSectors = referenceList({
	name: 'Get Sectors',
	action: 'Get economic sectors',
	description: 'List the sectors of economic activities',
	endpoint: endpoints.sectors,
});
