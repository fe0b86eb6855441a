import { attempt } from '../base/async';
import { ServiceFailure } from '../client/failure';
import type { Call } from '../client/request';
import type { Service } from '../client/service';
import { askOnce } from '../once/askOnce';
import { choice } from '../form/field';
import { FileRecord, NotFound, type Output, type Produced } from './outcome';

/** What to do with an input item for which the service finds nothing. */
export type IfNothingFound = 'item' | 'drop' | 'error';

/** Option of operations that may find nothing; read by the loop over the items, not by the operation. */
export const ifNothingFound = choice<IfNothingFound>(
	'If Nothing Is Found',
	'What to do with an input item for which the service finds nothing',
	[
		{
			name: 'Output an Item',
			value: 'item',
			description: 'Output an item with found: false, so that every input item has an output',
		},
		{ name: 'Output Nothing', value: 'drop', description: 'Leave the input item out' },
		{ name: 'Treat as Error', value: 'error', description: 'Fail the input item' },
	],
);

/**
 * Converts the results for one or more input items to outputs of these items.
 * @throws Error when nothing was found and the option is set to Treat as Error
 */
export const toOutputs = (
	produced: readonly Produced[],
	items: readonly number[],
	wanted: IfNothingFound = 'item',
): Output[] =>
	produced.flatMap((record): Output | Output[] => {
		if (record instanceof FileRecord) return { json: record.json, binary: record.binary, items };
		if (!(record instanceof NotFound)) return { json: record, items };
		if (wanted === 'error') {
			throw new Error('The service found nothing for this item: its response has no result.');
		}
		return wanted === 'drop' ? [] : { json: { found: false, ...record.about }, items };
	});

/** The body of the response to a call; `undefined` for status 404, which means that nothing was found. */
export async function bodyIfFound(service: Service, call: Call): Promise<unknown> {
	const asked = await attempt(askOnce(service, call));
	if (asked.ok) return asked.value.body;
	if (asked.error instanceof ServiceFailure && asked.error.kind === 'notFound') return undefined;
	throw asked.error;
}
