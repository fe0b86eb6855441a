import type { IDataObject } from 'n8n-workflow';

import { inputError, type Field } from './field';
import { isObject } from '../base/json';

/** Levels of JSON that are sent; no request of the service has nearly as many. */
const DEEPEST = 50;
/** Names that libraries drop, so that the service would not get them. */
const DROPPED = ['__proto__', 'constructor', 'prototype'];

/** Why a value would not arrive as it is, and what to do. */
function unsendable(value: unknown, level = 0): [problem: string, advice: string] | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	if (level === DEEPEST) return [`is nested deeper than ${DEEPEST} levels.`, 'Leave out the levels below.'];
	const dropped = DROPPED.find((name) => Object.hasOwn(value, name));
	if (dropped !== undefined) return [`has the name "${dropped}", which cannot be sent.`, 'Leave it out.'];
	for (const inner of Object.values(value)) {
		const problem = unsendable(inner, level + 1);
		if (problem !== undefined) return problem;
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
		const problem = unsendable(parsed);
		if (problem !== undefined) throw inputError(where, ...problem);
		return parsed;
	},
});
