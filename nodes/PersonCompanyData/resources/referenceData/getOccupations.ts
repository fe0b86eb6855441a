import { endpoints } from '../../families/kit';
import { referenceList } from '../../families/reference/referenceList';

export const getOccupations = referenceList({
	name: 'Get Occupations (CBO)',
	action: 'Get occupations by CBO code or description',
	description: 'List occupations with their CBO codes',
	endpoint: endpoints.occupations,
});
