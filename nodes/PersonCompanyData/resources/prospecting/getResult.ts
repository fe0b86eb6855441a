import { resultPlaces } from '../../../../core/background/jobs';
import { getJobResult } from '../../families/jobs/getJobResult';

export const getResult = getJobResult({
	action: 'Get result of prospecting job',
	description: 'Get what a prospecting job has exported, as a file or as items',
	place: resultPlaces.prospecting,
});
