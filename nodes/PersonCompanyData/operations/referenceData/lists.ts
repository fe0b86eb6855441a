import { endpoints } from '../../shared/prelude';
import { referenceList } from '../../shared/reference/referenceList';

export const getCities = referenceList({
	name: 'Get Cities',
	action: 'Get cities',
	description: 'List cities in the format that prospecting expects, "City - UF"',
	endpoint: endpoints.cities,
});

export const getEconomicActivities = referenceList({
	name: 'Get Economic Activities (CNAE)',
	action: 'Get economic activities',
	description: 'List economic activities with their CNAE codes',
	endpoint: endpoints.economicActivities,
});

export const getNeighborhoods = referenceList({
	name: 'Get Neighborhoods',
	action: 'Get neighborhoods',
	description: 'List neighborhoods in the format that prospecting expects, "Neighborhood - City - UF"',
	endpoint: endpoints.neighborhoods,
});

export const getOccupations = referenceList({
	name: 'Get Occupations (CBO)',
	action: 'Get occupations',
	description: 'List occupations with their CBO codes',
	endpoint: endpoints.occupations,
});

export const getProfiles = referenceList({
	name: 'Get Profiles',
	action: 'Get prospecting profiles',
	description: 'List the predefined profiles that prospecting can filter by',
	endpoint: endpoints.profiles,
});

export const getSectors = referenceList({
	name: 'Get Sectors',
	action: 'Get economic sectors',
	description: 'List sectors of economic activities',
	endpoint: endpoints.sectors,
});
