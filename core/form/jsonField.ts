import type { IDataObject } from 'n8n-workflow';

import { inputError, type Field } from './field';
import { isObject } from '../base/json';

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
		return parsed;
	},
});
