import { endpoints } from '../../../../contract';
import { resultPlaces } from '../../../../core/background/jobs';
import { getJobResult } from '../../shared/jobs/result';
import { referenceList } from '../../shared/reference/referenceList';

export { createLayoutEnrichment } from './createLayoutEnrichment';

export const getLayoutResult = getJobResult('Get result of layout enrichment', resultPlaces.enrichment);
export const getLayouts = referenceList('Get Layouts', 'Get layouts for enrichment', endpoints.layouts);
