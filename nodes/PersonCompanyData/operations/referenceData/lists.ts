import { endpoints } from '../../shared/prelude';
import { referenceList } from '../../shared/reference/referenceList';

export const getCities = referenceList({
	name: 'Get Cities',
	action: 'Get cities',
	endpoint: endpoints.cities,
});

export const getEconomicActivities = referenceList({
	name: 'Get Economic Activities (CNAE)',
	action: 'Get economic activities',
	endpoint: endpoints.economicActivities,
});

export const getNeighborhoods = referenceList({
	name: 'Get Neighborhoods',
	action: 'Get neighborhoods',
	endpoint: endpoints.neighborhoods,
});

export const getOccupations = referenceList({
	name: 'Get Occupations (CBO)',
	action: 'Get occupations',
	endpoint: endpoints.occupations,
});

export const getProfiles = referenceList({
	name: 'Get Profiles',
	action: 'Get prospecting profiles',
	endpoint: endpoints.profiles,
});

export const getSectors = referenceList({
	name: 'Get Sectors',
	action: 'Get economic sectors',
	endpoint: endpoints.sectors,
});
