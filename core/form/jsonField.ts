import type { IDataObject } from 'n8n-workflow';

import { digits } from '../base/text';
import { limits } from '../../contract/model/limits';
import { inputError, type Field, type Fields, type Input } from './field';
import { isObject } from '../base/json';

/** Levels of JSON that are sent; no request of the service has nearly as many. */
const DEEPEST = 50;
/** Names that libraries drop, so that the service would not get them. */
const DROPPED = ['__proto__', 'constructor', 'prototype'];

/** What is meant to be evaluated, and would be sent, and paid for, as it is written. */
const isExpression = (text: string): boolean =>
	text.includes('}}', text.indexOf('{{') + 2) && text.includes('{{');

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
		if (count > limits.contactsPerBatch) {
			const most = digits(limits.contactsPerBatch);
			return [`has more than ${most} values.`, 'The service takes no more: send less at once.'];
		}
		if (inner.some((one) => typeof one === 'string' && isExpression(one))) {
			return [
				'has {{ }} in a text, which n8n evaluates only where the whole field is an expression.',
				'Switch the field from Fixed to Expression, or put the value itself in.',
			];
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
		if (value === undefined || value === null) {
			throw inputError(
				where,
				'is an expression without a result.',
				`Correct it, or enter an object such as ${example}; {} for none.`,
			);
		}
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

/**
 * Rare settings of a node in one JSON object: n8n's builders print each field of a form once for each operation, an
 * object only by its name. Each setting is read as a field of its own; only those that are given are read.
 */
export const settingsField = <F extends Fields>(
	displayName: string,
	description: string,
	example: string,
	settings: F,
): Field<Partial<Input<F>>> => {
	const { property, read: readJson } = jsonField(displayName, description, example);
	const names = Object.keys(settings);
	// Messages call a setting by its name in the JSON.
	const fields = Object.fromEntries(
		Object.entries(settings).map(([name, field]) => [
			name,
			{ ...field, property: { ...field.property, displayName: name } },
		]),
	);
	return {
		property,
		fields,
		read: (value, where) => {
			const given = readJson(value, where);
			const unknown = Object.keys(given).find((name) => !names.includes(name));
			if (unknown !== undefined) {
				throw inputError(where, `has no setting "${unknown}".`, `There are ${names.join(', ')}.`);
			}
			const read = Object.entries(given).map(([name, setting]) => [
				name,
				fields[name].read(setting, { ...where, field: name }),
			]);
			return Object.fromEntries(read) as Partial<Input<F>>;
		},
	};
};
