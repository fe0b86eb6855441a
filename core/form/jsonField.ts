import type { IDataObject } from 'n8n-workflow';

import { limits } from '../../contract/model/limits';
import { inputError, type Field } from './field';
import { isObject } from '../base/json';

/** As many as the longest list that the service takes: a batch of contacts. */
const MOST_VALUES = limits.contactsPerBatch;
/** Levels of JSON that are sent; no request of the service has nearly as many. */
const DEEPEST = 50;
/** Names that libraries drop, so that the service would not get them. */
const DROPPED = ['__proto__', 'constructor', 'prototype'];

/** Why JSON would not arrive as it is, and what to do; `undefined` when it would. */
function unsendable(json: object): [problem: string, advice: string] | undefined {
	const open: Array<readonly [value: object, level: number]> = [[json, 1]];
	let count = 0;
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		const [value, level] = next;
		if (level > DEEPEST) return [`is nested deeper than ${DEEPEST} levels.`, 'Leave out the levels below.'];
		const dropped = DROPPED.find((name) => Object.hasOwn(value, name));
		if (dropped !== undefined) return [`has the name "${dropped}", which cannot be sent.`, 'Leave it out.'];
		const inner = Object.values(value) as unknown[];
		count += inner.length;
		if (count > MOST_VALUES) {
			const most = MOST_VALUES.toLocaleString('en-US');
			return [`has more than ${most} values.`, 'The service takes no more: send less at once.'];
		}
		for (const one of inner) if (typeof one === 'object' && one !== null) open.push([one, level + 1]);
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
