import { endpoints } from '../../families/kit';
import { referenceList } from '../../families/reference/referenceList';

export const getCities = referenceList({
	name: 'Get Cities',
	action: 'Get cities',
	description: 'List cities in the format that prospecting expects, "City - UF"',
	endpoint: endpoints.cities,
});
