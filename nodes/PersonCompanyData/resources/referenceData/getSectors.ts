import { endpoints } from '../../families/kit';
import { referenceList } from '../../families/reference/referenceList';

export const getSectors = referenceList({
	name: 'Get Sectors',
	action: 'Get economic sectors',
	description: 'List sectors of economic activities',
	endpoint: endpoints.sectors,
});
