import { endpoints } from '../../contract';
import type { ResultPlace } from '../../nodes/PersonCompanyData/families/jobs/jobFields';

/** Where the result of an enrichment with a layout is read. */
export const layoutResultPlace: ResultPlace = {
	endpoint: endpoints.layoutEnrichmentResult,
	parameter: 'id',
	operation: 'Layout Enrichment > Get Result',
};
