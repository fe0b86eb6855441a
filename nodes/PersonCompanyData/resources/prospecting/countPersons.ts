import { prospectingCount } from '../../families/prospecting/count';

export const countPersons = prospectingCount(
	'persons',
	'Count persons that match filters; a job is charged for each one it exports',
);
