import { integer } from '../../../../contract/model/schema';
import { toggle, showWhen, type Fields } from '../../../../core/form/field';
import { valueField } from '../../../../core/form/schemaField';

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
