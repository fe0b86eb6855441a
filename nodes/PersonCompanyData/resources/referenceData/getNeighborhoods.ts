import { endpoints } from '../../families/kit';
import { referenceList } from '../../families/reference/referenceList';

export const getNeighborhoods = referenceList({
	name: 'Get Neighborhoods',
	action: 'Get neighborhoods',
	description: 'List neighborhoods in the format that prospecting expects, "Neighborhood - City - UF"',
	endpoint: endpoints.neighborhoods,
});
