import { getJobResult } from '../../families/jobs/getJobResult';
import { layoutResultPlace } from '../../../../core/background/layoutResultPlace';

export const getResult = getJobResult({
	action: 'Get result of layout enrichment',
	description: 'Get what an enrichment with a layout has brought, as a file or as items',
	place: layoutResultPlace,
});
