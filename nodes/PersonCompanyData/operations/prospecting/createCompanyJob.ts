import { prospectingJob } from '../../shared/prospecting/job';

export const createCompanyJob = prospectingJob(
	'companies',
	'Export the first companies that match filters, with contacts and partners; count first, because rows are not ranked',
);
