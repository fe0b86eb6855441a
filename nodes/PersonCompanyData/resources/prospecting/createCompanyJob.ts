import { endpoints } from '../../../../contract';
import { prospectingJob } from '../../families/prospecting/job';

export const createCompanyJob = prospectingJob({
	kind: 'companies',
	name: 'Create Company Job',
	action: 'Export companies that match filters',
	description:
		'Export the first companies that match filters, with contacts and partners; count them first, the rows are not ranked',
	endpoint: endpoints.companyJob,
	counting: endpoints.companyCount,
});
