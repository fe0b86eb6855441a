import { resultPlaces } from '../../../../core/background/jobs';
import { getJobResult } from '../../shared/jobs/result';
import { endpoints } from '../../shared/prelude';
import { referenceList } from '../../shared/reference/referenceList';

export { createLayoutEnrichment } from './createLayoutEnrichment';

export const getLayoutResult = getJobResult({
	action: 'Get result of layout enrichment',
	place: resultPlaces.enrichment,
});

export const getLayouts = referenceList({
	name: 'Get Layouts',
	action: 'Get layouts for enrichment',
	endpoint: endpoints.layouts,
});
