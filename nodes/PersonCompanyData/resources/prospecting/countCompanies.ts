import { prospectingCount } from '../../families/prospecting/count';

export const countCompanies = prospectingCount(
	'companies',
	'Count the companies and partners that match filters, before a job exports and charges them',
);
