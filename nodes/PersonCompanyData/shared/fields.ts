import type { IfRecordFails } from '../../../core/output/outcome';
import {
	choice,
	endpoints,
	forRun,
	fromItem,
	integer,
	showWhen,
	toggle,
	valueField,
	type Field,
	type Fields,
} from './prelude';

export const batchId = valueField(endpoints.batchStatus.pathParameters.properties.id_processamento, {
	default: fromItem('batchId'),
	description: 'The batchId returned when the batch was submitted',
});

const waitMinutes = valueField(integer('Wait Limit (Minutes)', { minimum: 0, maximum: 24 * 60 }), {
	default: 30,
	description: 'How long to wait for the result; 0 asks for it once',
});

/** Entered in minutes, read as seconds. */
export const waitLimit: Field<number> = forRun({
	...waitMinutes,
	read: (value, where) => waitMinutes.read(value, where) * 60,
});

export const simplify = toggle(
	'Simplify',
	'Whether to return a simplified version of the response instead of the raw data',
	true,
);

export const ifRecordFails = forRun(
	choice<IfRecordFails>('If a Record Fails', undefined, [
		{
			name: 'Output It',
			value: 'output',
			description:
				'Output a record that could not be enriched, and whose credit is refunded, with the outcome "failed" and its reason',
		},
		{
			name: 'Treat as Error',
			value: 'error',
			description: 'Fail the input item, which goes to the error output if there is one',
		},
	]),
);

/** Unlike other run-wide switches, takes an expression, as whoever fills in a form may choose. */
export const skipEnriched: Field<boolean> = {
	...toggle(
		'Skip Records Enriched Before',
		'Whether to skip records that came out before with this option on',
		true,
	),
	isForRun: true,
};

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

/** Infinity when all results are wanted. */
export const mostWanted = ({ limit }: { readonly limit?: number }): number =>
	limit ?? Number.POSITIVE_INFINITY;
