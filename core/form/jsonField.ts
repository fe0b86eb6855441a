import isEqual from 'lodash/isEqual';
import mapValues from 'lodash/mapValues';
import type { IDataObject } from 'n8n-workflow';

import { inputError, readGiven, type Field, type Fields, type Input } from './field';
import { isObject } from '../base/json';

/** A JSON object as text or from an expression; empty is `{}`. */
export const jsonField = (displayName: string, description: string, example: string): Field<IDataObject> => ({
	property: { displayName, description, type: 'json', default: '', placeholder: `e.g. ${example}` },
	read: (value, where) => {
		const advice = `Enter an object such as ${example}.`;
		if (value === undefined || value === null)
			throw inputError(where, 'is an expression without a result', advice);
		if (typeof value === 'string' && value.trim() === '') return {};
		// Not evaluated, it would be sent, and paid for, as written. Outside texts, JSON has no `{{`.
		if (isEqual(value, where.entered) && JSON.stringify(value).includes('{{')) {
			throw inputError(
				where,
				'has {{ }}, which n8n evaluates only where the whole field is an expression',
				'Switch the field from Fixed to Expression, or put the value itself in.',
			);
		}
		let parsed: unknown = value;
		if (typeof value === 'string') {
			try {
				parsed = JSON.parse(value);
			} catch {
				// The parser's message quotes the text, which may be personal data.
				throw inputError(where, 'is not valid JSON', advice);
			}
		}
		if (!isObject(parsed)) throw inputError(where, 'is not a JSON object', advice);
		return parsed;
	},
});

/** One JSON field: n8n's builders print every form field once per operation, but an object only by its name. */
export const settingsField = <F extends Fields>(
	displayName: string,
	description: string,
	example: string,
	settings: F,
): Field<Partial<Input<F>>> => {
	const { property, read: readJson } = jsonField(displayName, description, example);
	// Messages name a setting as the JSON does.
	const fields = mapValues(settings as Fields, (field, name) => ({
		...field,
		property: { ...field.property, displayName: name },
	})) as unknown as F;
	return {
		property,
		fields,
		read: (value, where) => {
			const given = readJson(value, where);
			const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
			if (unknown === undefined) return readGiven(fields, given, where);
			const names = Object.keys(fields).join(', ');
			throw inputError(where, `has no setting "${unknown}"`, `Its settings are ${names}.`);
		},
	};
};
