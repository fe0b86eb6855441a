import { endpoints } from '../../shared/prelude';
import { referenceList } from '../../shared/reference/referenceList';

export const getSectors = referenceList({
	name: 'Get Sectors',
	action: 'Get economic sectors',
	description: 'List sectors of economic activities',
	endpoint: endpoints.sectors,
});
