import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { isMissing, numberIn, plainNumber, visible, type Unread } from '../../contract/input';
import { limits } from '../../contract/model/limits';
import type { Schema } from '../../contract/model/schema';
import { inputError, readFlag, typeInWords, type Where } from './field';
import { formats } from './formats';
import { isBlank, isFilled, isObject } from '../base/json';
import { withoutPersonalData } from '../base/redact';
import { digits } from '../base/text';

const AMBIGUOUS = 'has a point or comma that may separate thousands or decimals';
const UNREAD: Readonly<Partial<Record<Unread, readonly [problem: string, advice: string]>>> = {
	ambiguous: [AMBIGUOUS, 'Write the number in digits only, for example "1000".'],
	shortened: ['is a number that a spreadsheet has shortened', 'Write all of its digits.'],
};

function readNumber(schema: Schema, value: unknown, where: Where): number {
	const whole = schema.type === 'integer';
	const number = typeof value === 'string' ? numberIn(value, whole || schema.format === 'amount') : value;
	const [problem, advice] = UNREAD[number as Unread] ?? [];
	if (problem !== undefined) throw inputError(where, `${problem}: ${quote(value)}`, advice);
	if (typeof number !== 'number' || !Number.isFinite(number) || (whole && !Number.isSafeInteger(number))) {
		const wanted = whole ? 'whole number' : 'number';
		throw inputError(where, `is not a ${wanted} but ${typeInWords(value)}`, 'Write it in digits.');
	}
	const bound = boundMissed(schema, number);
	if (bound !== undefined) throw inputError(where, `is ${number}, but must be ${bound}`, 'Correct it.');
	return listed(schema, number, where);
}

function boundMissed({ minimum, exclusiveMinimum, maximum }: Schema, number: number): string | undefined {
	if (minimum !== undefined && number < minimum) return `at least ${minimum}`;
	if (exclusiveMinimum !== undefined && number <= exclusiveMinimum) return `more than ${exclusiveMinimum}`;
	return maximum !== undefined && number > maximum ? `at most ${maximum}` : undefined;
}

/** @throws NodeOperationError for an unlisted value, which would match nothing and be charged */
function listed<V extends string | number>(schema: Schema, value: V, where: Where): V {
	if (schema.enum === undefined || schema.enum.includes(value)) return value;
	const values = schema.enum.length > 10 ? 'a value from the list' : schema.enum.map(quote).join(', ');
	throw inputError(where, `is ${quote(value)}, which is not one of the allowed values`, `Use ${values}.`);
}

/** Cleaned before it is cut: half a CPF would not be recognized. */
export const quote = (value: unknown): string =>
	withoutPersonalData(JSON.stringify(value) ?? String(value)).slice(0, 40);

/** What an expression gives for an object. */
const NO_TEXT = '[object Object]';

function readText(schema: Schema, value: unknown, where: Where): string {
	// n8n's date functions return objects that serialize to ISO text.
	const plain =
		value instanceof Date || DateTime.isDateTime(value) ? JSON.parse(JSON.stringify(value)) : value;
	if (typeof plain !== 'string' && (typeof plain !== 'number' || !Number.isFinite(plain))) {
		throw inputError(where, `is not text but ${typeInWords(plain)}`, 'An expression must result in text.');
	}
	const entered = String(plain).trim();
	// Text that only looks the same would be another query, and be paid for again.
	const given = visible(entered).trim() || entered;
	if (schema.enum === undefined && (isMissing(given) || given === NO_TEXT)) {
		throw inputError(
			where,
			`is the text ${quote(given)}, which stands for a missing value`,
			'Leave the field out, or correct the expression: the text would be sent as it is, and may be paid for.',
		);
	}
	const read = readFormat(schema, given, where);
	const form = schema['x-written-as'];
	const isWritten = (one: string) => form === undefined || new RegExp(form.pattern).test(one);
	// A program may have added decimals to a code.
	const text = isWritten(read) ? read : plainNumber(read);
	if (form !== undefined && !isWritten(text)) {
		throw inputError(where, `has a wrong format: ${quote(text)}`, `${form.hint}.`);
	}
	return listed(schema, text, where);
}

function readFormat(schema: Schema, text: string, where: Where): string {
	const format = schema.format === undefined ? undefined : formats[schema.format];
	if (format === undefined) return text;
	const read = format.read(text);
	if (read !== undefined) return read;
	const [example] = schema.examples ?? [];
	const advice = example === undefined ? undefined : `Enter one such as ${String(example)}.`;
	throw inputError(where, `is not ${format.name}`, advice);
}

export const plainValue = (value: unknown): unknown =>
	isObject(value) && value.__rl === true ? value.value : value;

/** A form stores a list, a single value, or rows with a value each. */
function entriesOf(schema: Schema, value: unknown): unknown[] {
	const plain = plainValue(value);
	if (Array.isArray(plain)) return plain.flatMap((entry: unknown) => entriesOf(schema, entry));
	if (!isObject(plain) || !Array.isArray(plain.values)) return isFilled(plain) ? [plain] : [];
	if (schema.items?.type === 'object') return plain.values;
	return plain.values.flatMap((row) => entriesOf(schema, isObject(row) ? row.value : row));
}

/** A single value is a list of one and is never split at commas. */
function readList(schema: Schema, value: unknown, where: Where): unknown[] {
	const { items = {} } = schema;
	const entries = entriesOf(schema, value);
	if (entries.length > limits.contactsPerBatch) {
		throw inputError(
			where,
			`has ${digits(entries.length)} entries, but may have at most ${digits(limits.contactsPerBatch)}`,
			'Divide them among several items.',
		);
	}
	const entered = isObject(where.entered) ? where.entered.values : undefined;
	return entries
		.map((entry, i) =>
			readValue(items, entry, {
				...where,
				entered: Array.isArray(entered) ? (entered[i] ?? where.entered) : where.entered,
			}),
		)
		.filter(isFilled);
}

/** Whether it has an expression, other than `$fromAI`: a model knows no columns. */
function isEvaluated(entered: unknown): boolean {
	const text = JSON.stringify(entered) ?? '';
	return text.includes('"=') && !text.includes('$fromAI');
}

export const emptyError = (where: Where, advice: string): Error => {
	if (!isEvaluated(where.entered)) return inputError(where, 'is empty', advice);
	const check = 'Check the name of the column in the expression.';
	return inputError(where, 'is empty: its expression has no value for this item', `${check} ${advice}`);
};

/** @throws NodeOperationError without a value: left out, it would lift a limit, or widen a charged question */
export function readFilter(schema: Schema, value: unknown, where: Where): unknown {
	const isGiven = schema.type === 'boolean' || !isBlank(plainValue(value));
	const read = isGiven ? readValue(schema, value, where) : undefined;
	if (isFilled(read)) return read;
	throw emptyError(where, 'Enter a value or remove it: left empty, it would be ignored.');
}

/** A form that always shows a field may leave it empty. */
const isUntouched = (value: unknown, entered: unknown): boolean => value === '' && !isEvaluated(entered);

export function readObject(
	schema: Schema,
	value: unknown,
	where: Where,
	isLeftOut: (value: unknown, entered: unknown) => boolean = () => false,
): Record<string, unknown> {
	if (!isObject(value))
		throw inputError(where, `is not an object but ${typeInWords(value)}`, 'Enter an object: { … }.');
	// A fixed collection keeps its fields under the name of its one group.
	const groupIn = (object: IDataObject): IDataObject =>
		isObject(object.values) && schema.properties?.values === undefined ? object.values : object;
	const given = groupIn(value);
	const entered = isObject(where.entered) ? groupIn(where.entered) : {};
	const unknown = Object.keys(given).find((name) => !Object.hasOwn(schema.properties ?? {}, name));
	if (unknown !== undefined) {
		throw inputError(
			where,
			`has "${unknown}", which is not one of its fields`,
			'Remove or rename it: the service would ignore it.',
		);
	}
	const read: Record<string, unknown> = {};
	for (const [name, inner] of Object.entries(schema.properties ?? {})) {
		if (!(name in given) || isLeftOut(given[name], entered[name])) continue;
		const field = `${where.field} > ${inner.title ?? name}`;
		read[name] = readFilter(inner, given[name], { ...where, field, entered: entered[name] });
	}
	return read;
}

/** Zero and false count as values. @throws NodeOperationError for a value that the schema does not allow */
export function readValue(schema: Schema, given: unknown, where: Where): unknown {
	const value = plainValue(given);
	switch (schema.type) {
		case 'integer':
		case 'number':
			return readNumber(schema, value, where);
		case 'boolean':
			return readFlag(value, where);
		case 'string':
			return readText(schema, value, where);
		case 'array':
			return readList(schema, value, where);
		case 'object':
			return readObject(schema, value, where, isUntouched);
		default:
			return value;
	}
}
