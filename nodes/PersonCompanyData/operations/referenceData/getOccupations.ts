import { endpoints } from '../../shared/prelude';
import { referenceList } from '../../shared/reference/referenceList';

export const getOccupations = referenceList({
	name: 'Get Occupations (CBO)',
	action: 'Get occupations by CBO code or description',
	description: 'List occupations with their CBO codes',
	endpoint: endpoints.occupations,
});
