import { endpoints } from '../../families/kit';
import { referenceList } from '../../families/reference/referenceList';

export const getLayouts = referenceList({
	name: 'Get Layouts',
	action: 'Get layouts for enrichment',
	description: 'List the layouts that the account can enrich files with',
	endpoint: endpoints.layouts,
});
