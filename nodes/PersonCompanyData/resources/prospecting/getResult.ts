import { getJobResult } from '../../families/jobs/getJobResult';
import { prospectingResultPlace } from '../../families/prospecting/job';

export const getResult = getJobResult({
	action: 'Get result of prospecting job',
	description: 'Get what a prospecting job has exported, as a file or as items',
	place: prospectingResultPlace,
});
