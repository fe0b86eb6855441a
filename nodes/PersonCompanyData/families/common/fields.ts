import type { IfRecordFails } from '../../../../core/output/failedRecords';
import type { EnrichedBy } from '../../run/options';
import { choice, endpoints, integer, showWhen, toggle, valueField, type Field, type Fields } from '../kit';

/** Fields that more than one operation shows. */

export const batchId = valueField(endpoints.batchStatus.pathParameters.properties.id_processamento, {
	default: '={{ $json.id_processamento }}',
	description: 'The id_processamento that the submission of the batch returned',
});

const waitMinutes = valueField(integer('Wait Limit (Minutes)', { minimum: 1, maximum: 24 * 60 }), {
	default: 30,
	description:
		'How long to wait at most. When it passes, the error names the batch ID, with which waiting can go on later at no charge.',
});

/** The user gives minutes; it is read as seconds. */
export const waitLimit: Field<number> = {
	...waitMinutes,
	read: (value, where) => waitMinutes.read(value, where) * 60,
};

export const simplify = (initially = false): Field<boolean> =>
	toggle(
		'Simplify',
		'Whether to return a simplified version of the response instead of the raw data',
		initially,
	);

export const ifRecordFails = choice<IfRecordFails>(
	'If a Record Fails',
	'What to do with a record that the service could not enrich; its credit is refunded either way',
	[
		{
			name: 'Output It',
			value: 'output',
			description: 'Output the record with outcome failed and its reason in erro',
		},
		{
			name: 'Treat as Error',
			value: 'error',
			description: 'Let its input item fail, so that it goes to the error output when there is one',
		},
	],
);

/** Whether what may have been submitted already is submitted, and paid for, once more. */
export const submitAgain = toggle(
	'Submit Again',
	'Whether to submit what an execution that was cut off, such as by a crash of n8n, may have submitted already; otherwise that is reported and nothing is submitted',
	true,
);

/** Whether records that were enriched before are paid for again. */
export const skipEnriched = choice<'never' | EnrichedBy>(
	'Skip Records Enriched Before',
	'Whether to leave out records that an earlier run has enriched, so that each is paid for once. Records that failed are tried again.',
	[
		{ name: 'Never', value: 'never', description: 'Enrich whatever comes in' },
		{ name: 'By This Node', value: 'node', description: 'Leave out what this node has enriched' },
		{
			name: 'By This Workflow',
			value: 'workflow',
			description: 'Leave out what any node of this workflow with this option has enriched',
		},
	],
);

/** How many results are wanted, in n8n's own wording. */
export const returnAllFields = {
	returnAll: toggle('Return All', 'Whether to return all results or only up to a given limit'),
	limit: showWhen(
		{ returnAll: [false] },
		valueField(integer('Limit', { minimum: 1 }), {
			default: 50,
			description: 'Max number of results to return',
		}),
	),
} satisfies Fields;

/** Most results wanted: the limit, which is not there while all are wanted. */
export const mostWanted = ({ limit }: { readonly limit?: number }): number =>
	limit ?? Number.POSITIVE_INFINITY;
