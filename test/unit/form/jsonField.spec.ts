import { choice, collectionField, toggle } from '../../../core/form/field';
import { jsonField } from '../../../core/form/jsonField';
import { refusal, where } from '../../support/fieldReading';

const field = jsonField('Filters (JSON)', 'Help', '{ "a": 1 }');
const read = (value: unknown) => field.read(value, where('Filters (JSON)'));

describe('a JSON field', () => {
	it.each(['', '   ', '{}', {}])('is empty for %j', (value) => {
		expect(read(value)).toEqual({});
	});

	it.each([undefined, null])('refuses %s, which an expression leaves', (value) => {
		expect(refusal(() => read(value)).message).toBe('Filters (JSON) is an expression without a result.');
	});

	it.each(['{"a": "{{ $json.b }}"}', { a: [{ b: 'x {{ $json.b }} y' }] }])('refuses %j', (value) => {
		const { message } = refusal(() => read(value));
		expect(message).toMatch(/^Filters \(JSON\) has \{\{ \}\} in a text/);
	});

	it.each([
		['{"a": 0, "b": {"c": [false, null]}}'],
		[{ a: 0, b: { c: [false, null] } }],
		[' {"a":0,"b":{"c":[false,null]}} \n'],
	])('keeps everything of %j', (value) => {
		expect(read(value)).toEqual({ a: 0, b: { c: [false, null] } });
	});

	it.each([['[]'], ['[{"a":1}]'], ['"text"'], ['7'], ['null'], [[{ a: 1 }]], [7], [true]])(
		'refuses %j, which is no object',
		(value) => {
			const { message, description, context } = refusal(() => read(value));
			expect(message).toBe('Filters (JSON) is not a JSON object.');
			expect(description).toBe('Enter an object such as { "a": 1 }. Nothing was sent for this item.');
			expect(context.itemIndex).toBe(2);
		},
	);

	it('says what is wrong with JSON that cannot be read', () => {
		const { message, description, context } = refusal(() => read('{"a": }'));
		expect(message).toBe('Filters (JSON) is not valid JSON.');
		expect(description).toBe('Enter an object such as { "a": 1 }. Nothing was sent for this item.');
		expect(context.itemIndex).toBe(2);
	});

	it('shows its example', () => {
		expect(field.property).toMatchObject({ type: 'json', default: '', placeholder: 'e.g. { "a": 1 }' });
	});
});

describe('a choice', () => {
	const output = choice('Output', 'What', [
		{ name: 'One', value: 'one' },
		{ name: 'Two', value: 'two' },
	]);

	it('takes its values only, the first at first', () => {
		expect(output.property.default).toBe('one');
		expect(output.read('two', where('Output'))).toBe('two');
		expect(refusal(() => output.read('three', where('Output'))).message).toBe(
			'Output is not one of the available options.',
		);
	});
});

describe('a switch', () => {
	it.each([
		[true, true],
		['true', true],
		[false, false],
		['false', false],
	])('reads %j as %s', (value, expected) => {
		expect(toggle('On', 'Whether').read(value, where('On'))).toBe(expected);
	});

	it.each([
		[undefined, 'nothing'],
		[null, 'nothing'],
		['', 'text'],
		['True', 'text'],
		[' true ', 'text'],
		[1, '1'],
		[[true], 'a list'],
		[{}, 'an object'],
	])('refuses %j', (value, kind) => {
		const { message } = refusal(() => toggle('On', 'Whether').read(value, where('On')));
		expect(message).toBe(`On is not true or false but ${kind}.`);
	});
});

describe('a set of optional fields', () => {
	const options = collectionField('Options', 'Add option', { zed: toggle('Zed', 'Whether'), json: field });

	it('holds what was added only, also when it is off', () => {
		expect(options.read({ zed: false }, where('Options'))).toEqual({ zed: false });
		expect(options.read(undefined, where('Options'))).toEqual({});
		expect(options.read({ unknown: 1 }, where('Options'))).toEqual({});
	});

	it('names the inner field in messages', () => {
		expect(refusal(() => options.read({ json: '[]' }, where('Options'))).message).toBe(
			'Filters (JSON) is not a JSON object.',
		);
	});

	it('shows its fields by title', () => {
		expect(options.property.options?.map(({ name }) => name)).toEqual(['json', 'zed']);
	});
});
