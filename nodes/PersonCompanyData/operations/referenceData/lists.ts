import { endpoints } from '../../../../contract';
import { referenceList } from '../../shared/reference/referenceList';

export const getCities = referenceList('Get Cities', 'Get cities', endpoints.cities);
export const getEconomicActivities = referenceList(
	'Get Economic Activities (CNAE)',
	'Get economic activities',
	endpoints.economicActivities,
);
export const getNeighborhoods = referenceList(
	'Get Neighborhoods',
	'Get neighborhoods',
	endpoints.neighborhoods,
);
export const getOccupations = referenceList(
	'Get Occupations (CBO)',
	'Get occupations',
	endpoints.occupations,
);
export const getProfiles = referenceList('Get Profiles', 'Get prospecting profiles', endpoints.profiles);
export const getSectors = referenceList('Get Sectors', 'Get economic sectors', endpoints.sectors);
