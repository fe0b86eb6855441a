import { prospectingCount } from '../../families/prospecting/count';

export const countCompanies = prospectingCount(
	'companies',
	'Count the companies and partners that match filters; a job would be charged for each that it exports',
);
