import { resultPlaces } from '../../../../core/background/jobs';
import { getJobResult } from '../../shared/jobs/getJobResult';

export const getLayoutResult = getJobResult({
	action: 'Get result of layout enrichment',
	description: 'Get the result of a layout enrichment, as a file or as items',
	place: resultPlaces.enrichment,
});
