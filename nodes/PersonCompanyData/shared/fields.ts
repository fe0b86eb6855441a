import { endpoints } from '../../../contract';
import { integer } from '../../../contract/model/schema';
import { forRun, fromItem, showWhen, toggle, type Field, type Fields } from '../../../core/form/field';
import { valueField } from '../../../core/form/schemaField';

export const batchId = valueField(endpoints.batchStatus.pathParameters.properties.id_processamento, {
	default: fromItem('batchId'),
	description: 'The batchId returned when the batch was submitted',
});

/** Entered in minutes, read as seconds. */
export function waitingFor(description: string): Field<number> {
	const minutes = integer('Wait Limit (Minutes)', { minimum: 0, maximum: 24 * 60 });
	const field = valueField(minutes, { default: 30, description });
	return forRun({ ...field, read: (value, where) => field.read(value, where) * 60 });
}

export const waitLimit = waitingFor(
	'How long to wait; after that, you can read it later for free. 0 asks once.',
);

export const simplify = toggle(
	'Simplify',
	'Whether to return a simplified version of the response instead of the raw data',
	true,
);

/** Unlike other run-wide switches, takes an expression, as whoever fills in a form may choose. */
export const skipEnriched: Field<boolean> = {
	...toggle(
		'Skip Records Enriched Before',
		'Whether to skip records this node has already enriched while this option was on. Turn it on before the first run.',
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
