import type { IDataObject } from 'n8n-workflow';

import { choice } from '../form/field';
import { FileRecord, NotFound, type Output, type Produced } from './outcome';

/** What to do with an input item for which the service has nothing. */
export type IfNothingFound = 'item' | 'drop' | 'error';

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
 * What comes out for an input item without a result.
 * @param more what else is known, beside `found`
 * @throws Error when the user wants it to be one.
 */
export function nothingFound(wanted: IfNothingFound = 'item', more: IDataObject = {}): IDataObject[] {
	if (wanted === 'error') {
		throw new Error('The service has nothing for this item; it answered without a result.');
	}
	return wanted === 'drop' ? [] : [{ found: false, ...more }];
}

/** What was made of one or several input items, as output of these items. */
export const toOutputs = (
	produced: readonly Produced[],
	items: readonly number[],
	wanted?: IfNothingFound,
): Output[] =>
	produced.flatMap((record): Output | Output[] => {
		if (record instanceof FileRecord) return { json: record.json, binary: record.binary, items };
		if (!(record instanceof NotFound)) return { json: record, items };
		return nothingFound(wanted, record.about).map((json) => ({ json, items }));
	});
