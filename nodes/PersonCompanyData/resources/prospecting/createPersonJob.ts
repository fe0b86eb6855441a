import { endpoints } from '../../../../contract';
import { prospectingJob } from '../../families/prospecting/job';

export const createPersonJob = prospectingJob({
	kind: 'persons',
	name: 'Create Person Job',
	action: 'Export persons that match filters',
	description:
		'Export the first persons that match filters, with their contacts; count them first, the rows are not ranked',
	endpoint: endpoints.personJob,
	counting: endpoints.personCount,
});
