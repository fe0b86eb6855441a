import { endpoints } from '../../../../contract';
import { prospectingCount } from '../../families/prospecting/count';

export const countCompanies = prospectingCount({
	kind: 'companies',
	name: 'Count Companies',
	action: 'Count companies that match filters',
	description:
		'Count the companies and partners that match filters; a job would be charged for each that it exports',
	endpoint: endpoints.companyCount,
});
