import { endpoints } from '../../shared/prelude';
import { referenceList } from '../../shared/reference/referenceList';

export const getProfiles = referenceList({
	name: 'Get Profiles',
	action: 'Get prospecting profiles',
	description: 'List the predefined profiles that prospecting can filter by',
	endpoint: endpoints.profiles,
});
