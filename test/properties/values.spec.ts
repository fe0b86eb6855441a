import fc from 'fast-check';
import { NodeOperationError } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { integer, type Schema } from '../../contract/model/schema';
import { visible } from '../../contract/input';
import { jsonField } from '../../core/form/jsonField';
import { merge } from '../../core/base/json';
import { readValue } from '../../core/form/value';
import { stableOrder } from '../../core/base/fingerprint';
import { where } from '../support/fieldReading';
import { anyText, cpfLike, hostileName, isPlain, jsonNumber, jsonWith, objectOf } from './arbitraries';
import { holds } from './holds';

/** What a reader of user input gives, or the error that it is documented to end with; anything else is thrown. */
function readOrRefused<T>(read: () => T): { readonly value: T } | { readonly error: NodeOperationError } {
	try {
		return { value: read() };
	} catch (error) {
		if (!(error instanceof NodeOperationError)) throw error;
		return { error };
	}
}

/** The bodies of the interface by the name of their endpoint. */
const bodies = new Map(
	Object.entries(endpoints).flatMap(([name, endpoint]) =>
		'body' in endpoint ? [[name, endpoint.body as Schema]] : [],
	),
);
const endpointName = fc.constantFrom(...bodies.keys());
const bodyOf = (name: string): Schema => bodies.get(name) ?? {};
const names = [...new Set([...bodies.values()].flatMap((body) => Object.keys(body.properties ?? {})))];
const { properties } = endpoints.b2bPersonSearch.body;
const filterNames = [
	...Object.keys(properties.filtros_pessoa.properties),
	...Object.keys(properties.filtros_empresa.properties),
];
const values = jsonWith(
	[...names, ...filterNames, 'values', 'value', '__rl'],
	['RS', 'true', '7', true, 2010],
);

describe('a field for JSON', () => {
	const field = jsonField('Field', 'Help', '{}');
	const read = (value: unknown) => readOrRefused(() => field.read(value, where('Field')));

	holds(
		'reads any text as JSON does, and repeats none of it',
		anyText,
		cpfLike,
		fc.constantFrom('', 'at position ', 'position '),
		(text, cpf, before) => {
			const written = `${before}${cpf}${text}`;
			const result = read(written);
			if ('value' in result) expect(JSON.parse(written)).toEqual(result.value);
			else expect(`${result.error.message} ${result.error.description}`).not.toContain(cpf);
		},
	);
});

describe('a value of the contract', () => {
	holds(
		'is refused with its own error, or read into nothing that is not asked for',
		endpointName,
		values,
		(endpoint, value) => {
			const result = readOrRefused(() => readValue(bodyOf(endpoint), value, where('Field')));
			if ('error' in result) return;
			const read = result.value as object;
			expect(
				Object.keys(read).filter((name) => !Object.hasOwn(bodyOf(endpoint).properties ?? {}, name)),
			).toEqual([]);
			expect(readValue(bodyOf(endpoint), read, where('Field'))).toEqual(read);
		},
	);

	holds(
		'has no field that the contract does not know',
		endpointName,
		hostileName,
		fc.string(),
		(endpoint, name, value) => {
			const result = readOrRefused(() =>
				readValue(bodyOf(endpoint), objectOf([[name, value]]), where('Field')),
			);
			expect('error' in result).toBe(true);
		},
	);

	holds(
		'repeats no CPF in what it says is wrong',
		endpointName,
		fc.constantFrom(...names),
		cpfLike,
		fc.boolean(),
		(endpoint, name, cpf, asName) => {
			const given = objectOf([asName ? [cpf, name] : [name, cpf]]);
			const result = readOrRefused(() => readValue(bodyOf(endpoint), given, where('Field')));
			if ('error' in result) expect(`${result.error.message} ${result.error.description}`).not.toContain(cpf);
		},
	);

	const whole = integer('Number', { minimum: -1000, maximum: 1e15 });

	holds(
		'is a whole number within its bounds, or refused',
		fc.oneof(jsonNumber, anyText, jsonNumber.map(String)),
		(value) => {
			const result = readOrRefused(() => readValue(whole, value, where('Field')));
			// What nobody sees is no part of a number, and nothing is not 0; a spreadsheet shortens to an exponent.
			const text = visible(String(value)).trim();
			const isPlain = /^[+-]?\d*\.?\d*$/.test(text) && !/\.\d{3}$/.test(text);
			const plain = isPlain ? Number(text || Number.NaN) : Number.NaN;
			const number = typeof value === 'string' ? plain : value;
			const isRight = Number.isSafeInteger(number) && number >= -1000 && number <= 1e15;
			expect('value' in result && result.value).toBe(isRight && number);
		},
	);
});

/** The same value with its lists and the fields of its objects in another order. */
function shuffled(value: unknown, random: () => number): unknown {
	const mix = <T>(list: readonly T[]): T[] =>
		list
			.map((entry) => ({ entry, at: random() }))
			.sort((a, b) => a.at - b.at)
			.map(({ entry }) => entry);
	if (Array.isArray(value)) return mix(value).map((entry) => shuffled(entry, random));
	if (typeof value !== 'object' || value === null) return value;
	return objectOf(
		mix(Object.entries(value)).map(([name, inner]) => [name, shuffled(inner, random)] as const),
	);
}

const randoms = fc
	.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }))
	.map((stream) => () => stream.next().value as number);

/** Every text, number and name in a value, each once. */
function contentOf(value: unknown): Set<string> {
	if (Array.isArray(value)) return new Set(value.flatMap((entry) => [...contentOf(entry)]));
	if (typeof value !== 'object' || value === null) return new Set([JSON.stringify(value)]);
	return new Set(Object.entries(value).flatMap(([name, inner]) => [`${name}:`, ...contentOf(inner)]));
}

describe('the stable order', () => {
	holds('is the same for every order of the same filters', values, randoms, (value, random) => {
		const other = shuffled(value, random);
		expect(JSON.stringify(stableOrder(other))).toBe(JSON.stringify(stableOrder(value)));
	});

	holds('loses nothing, adds nothing, and is stable itself', values, (value) => {
		const ordered = stableOrder(value);
		expect(contentOf(ordered)).toEqual(contentOf(value));
		expect(JSON.stringify(stableOrder(ordered))).toBe(JSON.stringify(ordered));
		expect(isPlain(ordered)).toBe(true);
	});
});

describe('what a user adds to a body', () => {
	const objects = values.filter(
		(value): value is Record<string, never> =>
			typeof value === 'object' && value !== null && !Array.isArray(value),
	);

	holds('is in what is sent, and nothing is that neither has', objects, objects, (base, added) => {
		const merged = merge(base, added);
		expect(isPlain(merged)).toBe(true);
		expect(new Set(Object.keys(merged))).toEqual(new Set([...Object.keys(base), ...Object.keys(added)]));
		for (const [name, value] of Object.entries(added)) {
			const isMerged = typeof value === 'object' && value !== null && !Array.isArray(value);
			const sent = Object.getOwnPropertyDescriptor(merged, name)?.value as unknown;
			if (!isMerged) expect(sent).toEqual(value);
			else expect(Object.keys(sent as object)).toEqual(expect.arrayContaining(Object.keys(value)));
		}
		expect(merge(merged, added)).toEqual(merged);
	});
});
