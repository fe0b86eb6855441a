import { prospectingCount } from '../../families/prospecting/count';

export const countPersons = prospectingCount(
	'persons',
	'Count the persons that match filters; a job would be charged for each that it exports',
);
