import { choice } from '../form/field';
import type { IDataObject } from 'n8n-workflow';

import { AdvisedError } from '../base/advisedError';
import { asText, isObject } from '../base/json';
import { FileRecord, NO_RESULT, NotFound, type Output, type Produced } from './outcome';

/** The error is the whole result: the service answered that it has nothing. */
export class NothingFound extends AdvisedError {}

export type IfNothingFound = 'item' | 'drop' | 'error';

/** Read by the loop over the items, not by the operation. */
export const ifNothingFound = choice<IfNothingFound>('If Nothing Is Found', undefined, [
	{
		name: 'Output an Item',
		value: 'item',
		description: 'Output an item with the outcome "not found", so that every input item has an output',
	},
	{ name: 'Output Nothing', value: 'drop', description: 'Leave the input item out' },
	{ name: 'Treat as Error', value: 'error', description: 'Fail the input item' },
]);

/** @throws NothingFound when nothing was found and the option is set to Treat as Error */
export const toOutputs = (
	produced: readonly Produced[],
	items: readonly number[],
	wanted: IfNothingFound = 'item',
): Output[] =>
	produced.flatMap((record): Output | Output[] => {
		if (record instanceof FileRecord) return { json: record.json, binary: record.binary, items };
		if (!(record instanceof NotFound)) return { json: record, items };
		if (wanted === 'error') {
			throw new NothingFound(
				record.reason?.replace(/\.$/, '') ?? 'The service found nothing for this item',
				"Check what was asked for. To output an item instead, set 'If Nothing Is Found' to 'Output an Item'.",
			);
		}
		return wanted === 'drop' ? [] : { json: nothing(record), items };
	});

function nothing({ about, reason }: NotFound): IDataObject {
	const wanted = Object.values(about).flatMap((value) => {
		const text = isObject(value) ? undefined : asText(value);
		return text === undefined ? [] : [`"${text}"`];
	});
	const said =
		wanted.length === 0 ? NO_RESULT['not found'] : `The service found nothing for ${wanted.join(', ')}.`;
	return { outcome: 'not found', reason: reason ?? said, ...about };
}
