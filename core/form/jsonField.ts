import type { IDataObject } from 'n8n-workflow';

import { limits } from '../../contract/model/limits';
import { inputError, type Field } from './field';
import { isObject } from '../base/json';

/** As many as the longest list that the service takes: a batch of contacts. */
const MOST_VALUES = limits.contactsPerBatch;
/** Deeper ones are of no use, and would overflow the stack. */
const DEEPEST = 100;

/** Why JSON is more than the service can take; `undefined` when it is not. */
function excessOf(json: object): string | undefined {
	const open: Array<readonly [value: object, depth: number]> = [[json, 1]];
	let count = 0;
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		const [value, depth] = next;
		if (depth > DEEPEST) return `has more than ${DEEPEST} levels.`;
		const inner = Object.values(value) as unknown[];
		count += inner.length;
		if (count > MOST_VALUES) return `has more than ${MOST_VALUES.toLocaleString('en-US')} values.`;
		for (const one of inner) if (typeof one === 'object' && one !== null) open.push([one, depth + 1]);
	}
	return undefined;
}

/** A field for a JSON object, as text or from an expression; empty is read as `{}`. */
export const jsonField = (displayName: string, description: string, example: string): Field<IDataObject> => ({
	property: {
		displayName,
		description,
		type: 'json',
		default: '{}',
		placeholder: `e.g. ${example}`,
	},
	read: (value, where) => {
		if (value === undefined || value === null) return {};
		if (typeof value === 'string' && value.trim() === '') return {};
		let parsed: unknown = value;
		if (typeof value === 'string') {
			try {
				parsed = JSON.parse(value);
			} catch (error) {
				// The parser's message quotes the text, which may be personal data: use only the position.
				const place = /at (position \d+)(?: \(line \d+ column \d+\))?$/.exec((error as Error).message)?.[1];
				throw inputError(
					where,
					`is not valid JSON${place === undefined ? '' : ` (at ${place})`}.`,
					`Enter an object such as ${example}.`,
				);
			}
		}
		if (!isObject(parsed))
			throw inputError(where, 'is not a JSON object.', `Enter an object such as ${example}.`);
		const excess = excessOf(parsed);
		if (excess !== undefined)
			throw inputError(where, excess, 'The service takes no more: send less at once.');
		return parsed;
	},
});
