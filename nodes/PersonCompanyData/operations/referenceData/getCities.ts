import { endpoints } from '../../shared/prelude';
import { referenceList } from '../../shared/reference/referenceList';

export const getCities = referenceList({
	name: 'Get Cities',
	action: 'Get cities',
	description: 'List cities in the format that prospecting expects, "City - UF"',
	endpoint: endpoints.cities,
});
