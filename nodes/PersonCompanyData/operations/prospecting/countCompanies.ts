import { prospectingCount } from '../../shared/prospecting/count';

export const countCompanies = prospectingCount(
	'companies',
	'Count the companies and partners that match filters, before a job exports and charges them',
);
