import { prospectingJob } from '../../families/prospecting/job';

export const createCompanyJob = prospectingJob(
	'companies',
	'Export the first companies that match filters, with contacts and partners; count them first, the rows are not ranked',
);
