import type { Persons } from '../data/persons';
import type { JobOrder } from '../jobs/job';
import { personTable } from './persons';

const RECORDS = 5;

/** An export that nobody has paid for, to have something to tell of. */
export const sampleExport = (persons: Persons): JobOrder => ({
	type: 'prospecting',
	endpoint: 'personJob',
	requestId: 0,
	name: 'Sample',
	records: RECORDS,
	charged: 0,
	refunded: 0,
	spreadsheet: false,
	tables: () => [
		personTable(
			persons,
			Uint32Array.from({ length: RECORDS }, (_, i) => i),
		),
	],
});
