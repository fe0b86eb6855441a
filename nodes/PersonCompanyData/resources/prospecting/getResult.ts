import { getJobResult } from '../shared/getJobResult';
import { prospectingResultPlace } from '../shared/prospectingJob';

export const getResult = getJobResult({
	action: 'Get result of prospecting job',
	description: 'Get what a prospecting job has exported, as a file or as items',
	place: prospectingResultPlace,
});
