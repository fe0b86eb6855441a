import { endpoints } from '../../shared/prelude';
import { referenceList } from '../../shared/reference/referenceList';

export const getNeighborhoods = referenceList({
	name: 'Get Neighborhoods',
	action: 'Get neighborhoods',
	description: 'List neighborhoods in the format that prospecting expects, "Neighborhood - City - UF"',
	endpoint: endpoints.neighborhoods,
});
