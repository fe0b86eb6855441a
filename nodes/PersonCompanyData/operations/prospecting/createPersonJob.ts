import { prospectingJob } from '../../shared/prospecting/job';

export const createPersonJob = prospectingJob(
	'persons',
	'Export the first persons that match filters, with their contacts; count first, because rows are not ranked',
);
