import { prospectingCount } from '../../shared/prospecting/count';

export const countPersons = prospectingCount(
	'persons',
	'Count the persons that match filters, before a job exports and charges them',
);
