import { resultPlaces } from '../../../../core/background/jobs';
import { getJobResult } from '../../shared/jobs/getJobResult';

export const getProspectingResult = getJobResult({
	action: 'Get result of prospecting job',
	description: 'Get the export of a prospecting job, as a file or as items',
	place: resultPlaces.prospecting,
});
