import { attempt } from '../base/async';
import { ServiceFailure } from '../client/failure';
import type { Call } from '../client/request';
import type { Service } from '../client/service';
import { choice } from '../form/field';
import { FileRecord, NotFound, type Output, type Produced } from './outcome';

/** What to do with an input item for which the service has nothing. */
export type IfNothingFound = 'item' | 'drop' | 'error';

/** The option of an operation that may find nothing: the loop over the items reads it, the operation does not. */
export const ifNothingFound = choice<IfNothingFound>(
	'If Nothing Is Found',
	'What to do with an input item for which the service has nothing',
	[
		{
			name: 'Output an Item',
			value: 'item',
			description: 'Output an item with found: false, so that no input item is lost',
		},
		{ name: 'Output Nothing', value: 'drop', description: 'Leave the input item out' },
		{ name: 'Treat as Error', value: 'error', description: 'Let the input item fail' },
	],
);

/**
 * What was made of one or several input items, as output of these items.
 * @throws Error when nothing was found and the user wants that to be an error
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
			throw new Error('The service has nothing for this item; it answered without a result.');
		}
		return wanted === 'drop' ? [] : { json: { found: false, ...record.about }, items };
	});

/** The body of the answer to a question; `undefined` when the service answers 404, which means it has nothing. */
export async function bodyIfFound(service: Service, call: Call): Promise<unknown> {
	const asked = await attempt(service.ask(call));
	if (asked.ok) return asked.value.body;
	if (asked.error instanceof ServiceFailure && asked.error.kind === 'notFound') return undefined;
	throw asked.error;
}
