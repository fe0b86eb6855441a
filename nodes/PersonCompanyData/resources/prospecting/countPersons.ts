import { endpoints } from '../../../../contract';
import { prospectingCount } from '../../families/prospecting/count';

export const countPersons = prospectingCount({
	kind: 'persons',
	name: 'Count Persons',
	action: 'Count persons that match filters',
	description: 'Count the persons that match filters; a job would be charged for each that it exports',
	endpoint: endpoints.personCount,
});
