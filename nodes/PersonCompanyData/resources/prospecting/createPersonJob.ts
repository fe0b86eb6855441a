import { prospectingJob } from '../../families/prospecting/job';

export const createPersonJob = prospectingJob(
	'persons',
	'Export the first persons that match filters, with their contacts; count them first, the rows are not ranked',
);
