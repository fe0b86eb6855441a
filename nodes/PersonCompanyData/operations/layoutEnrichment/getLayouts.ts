import { endpoints } from '../../shared/prelude';
import { referenceList } from '../../shared/reference/referenceList';

export const getLayouts = referenceList({
	name: 'Get Layouts',
	action: 'Get layouts for enrichment',
	description: 'List the layouts available to the account',
	endpoint: endpoints.layouts,
});
