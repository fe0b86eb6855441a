import { prospectingCount } from '../../families/prospecting/count';

export const countCompanies = prospectingCount(
	'companies',
	'Count companies and partners that match filters; a job is charged for each one it exports',
);
