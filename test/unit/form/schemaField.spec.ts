import { decimal, flag, integer, list, object, text, type Schema } from '../../../contract/model/schema';
import { choice, collectionField, toggle, type Field } from '../../../core/form/field';
import { readForm } from '../../../core/form/form';
import { jsonField } from '../../../core/form/jsonField';
import { objectField, optionalField, valueField } from '../../../core/form/schemaField';
import { node, refusal, where } from '../../support/fieldReading';

/** What fields read, and what they refuse in which words. */

const location = text('Location', {
	'x-written-as': { pattern: '^\\S.*, (?:RS|SP)$', hint: 'Write the city, a comma, a space and the state' },
});
const age = integer('Age', { minimum: 0, maximum: 120 });
const city = text('City', { examples: ['Porto Alegre'] });
const cities = list('Locations', location);
const titles = list('Titles', text('Title'));
const range = object('Founded', { from: integer('From'), to: integer('To'), exact: flag('Exact') });
const hook = text('Hook', { format: 'uri', examples: ['https://n8n.company.com/webhook/x'] });
const json = jsonField('Filters (JSON)', 'Help', '{ "a": 1 }');
const output = choice('Output', 'What', [
	{ name: 'One', value: 'one' },
	{ name: 'Two', value: 'two' },
]);
const on = toggle('On', 'Whether');
const options = collectionField('Options', 'Add option', { zed: toggle('Zed', 'Whether'), json });

const titleOf = ({ property }: Field<unknown>): string => property.displayName;
const fieldOf = (of: Schema | Field<unknown>): Field<unknown> =>
	'read' in of ? (of as Field<unknown>) : valueField(of);

it.each<[Schema | Field<unknown>, unknown, unknown]>([
	[age, ' 7 ', 7],
	[age, '\u200e7\u200b', 7],
	[age, 0, 0],
	[flag('F'), false, false],
	[text('T'), 0, '0'],
	[decimal('Revenue'), '1.5', 1.5],
	[decimal('Radius', { exclusiveMinimum: 0 }), 0.1, 0.1],
	[optionalField(age), undefined, undefined],
	[optionalField(age), '', undefined],
	[optionalField(age), [], undefined],
	[optionalField(age), '0', 0],
	[text('Name'), '\u200eS\u00e3o\u00ad Paulo \u200b', 'S\u00e3o Paulo'],
	[location, ' Porto Alegre, RS ', 'Porto Alegre, RS'],
	[cities, ['Porto Alegre, RS', '', null, undefined, 'Santos, SP'], ['Porto Alegre, RS', 'Santos, SP']],
	[cities, [['Porto Alegre, RS', ['Santos, SP']]], ['Porto Alegre, RS', 'Santos, SP']],
	// Never split at commas.
	[cities, 'Porto Alegre, RS', ['Porto Alegre, RS']],
	[list('Natures', integer('Nature', { enum: [0, 1] })), ['0', 1, ''], [0, 1]],
	[range, { values: { from: 0, exact: false } }, { from: 0, exact: false }],
	[range, { from: '0', to: '', exact: 'false' }, { from: 0, exact: false }],
	[objectField(range, 'Add Filter'), undefined, {}],
	[json, '   ', {}],
	[json, ' {"a":0,"b":{"c":[false,null]}} \n', { a: 0, b: { c: [false, null] } }],
	[json, { a: 0, b: [null] }, { a: 0, b: [null] }],
	[output, 'two', 'two'],
	[on, 'false', false],
	[on, true, true],
	// What was added only, also when it is off.
	[options, { zed: false, unknown: 1 }, { zed: false }],
	[options, undefined, {}],
])('a field reads (%#): %j, %j as %j', (of, value, read) => {
	expect(fieldOf(of).read(value, where(titleOf(fieldOf(of))))).toEqual(read);
});

const many = Array.from({ length: 10_001 }, (_, i) => `t${i}`);
const NO_OBJECT = ["'Filters (JSON)' is not a JSON object", 'Enter an object such as { "a": 1 }.'] as const;
it.each<[Schema | Field<unknown>, unknown, message: string | RegExp, advice?: string]>([
	[city, undefined, "'City' is empty", 'Enter City, for example "Porto Alegre".'],
	[city, '   ', "'City' is empty", 'Enter City, for example "Porto Alegre".'],
	[
		text('Who', { examples: ['123.456.789-09'] }),
		[],
		"'Who' is empty",
		'Enter Who, for example "123.456.789-09".',
	],
	[integer('Least', { minimum: 0 }), '\u200b', "'Least' is empty", 'Enter Least.'],
	[optionalField(age), '\u200b', "'Age' is not a whole number but text"],
	[optionalField(age), 121, "'Age' is 121, but must be at most 120"],
	[age, '-1', "'Age' is -1, but must be at least 0"],
	[age, 'abc', "'Age' is not a whole number but text"],
	[age, 1.5, "'Age' is not a whole number but 1.5"],
	[age, true, "'Age' is not a whole number but true or false"],
	[age, { a: 1 }, "'Age' is not a whole number but an object"],
	[age, '12345678901234567890', "'Age' is not a whole number but text"],
	[decimal('Radius', { exclusiveMinimum: 0 }), 0, "'Radius' is 0, but must be more than 0"],
	[decimal('Revenue'), Number.NaN, /^'Revenue' is not a number/],
	[hook, 'n8n.company.com', "'Hook' is not a URL", 'Enter one such as https://n8n.company.com/webhook/x.'],
	[text('Name'), { a: 1 }, "'Name' is not text but an object"],
	[text('Name'), ['a'], "'Name' is not text but a list"],
	[
		location,
		'Porto Alegre - RS',
		'\'Location\' has a wrong format: "Porto Alegre - RS"',
		'Write the city, a comma, a space and the state.',
	],
	[cities, ['Porto Alegre, RS', 'Santos'], /^'Locations' has a wrong format: "Santos"$/],
	[titles, many, /^'Titles' has 10,001 entries, but may have at most 10,000$/],
	[titles, { values: [{ value: { __rl: true, value: many } }] }, /has 10,001 entries/],
	[
		range,
		{ from: 0, to: null },
		"'Founded > To' is empty",
		'Enter a value or remove it: left empty, it would be ignored.',
	],
	[range, { from: 0, to: ' ' }, "'Founded > To' is empty"],
	[range, { to: 'x' }, "'Founded > To' is not a whole number but text"],
	[range, [{ from: 1 }], "'Founded' is not an object but a list"],
	// The service would ignore and charge it.
	[objectField(range, 'Add Filter'), { form: 1 }, '\'Founded\' has "form", which is not one of its fields'],
	[json, undefined, "'Filters (JSON)' is an expression without a result"],
	[json, '[{"a":1}]', ...NO_OBJECT],
	[json, 7, ...NO_OBJECT],
	[json, '{"a": }', /^'Filters \(JSON\)' is not valid JSON( \(at position \d+\))?$/, NO_OBJECT[1]],
	[output, 'three', "'Output' is not one of the available options"],
	[on, undefined, "'On' is not true or false but nothing"],
	[on, ' true ', "'On' is not true or false but text"],
	[options, { json: '[]' }, NO_OBJECT[0]],
])('a field refuses (%#): %j, %j', (of, value, message, advice = '') => {
	const refused = refusal(() => fieldOf(of).read(value, where(titleOf(fieldOf(of)))));
	expect(refused.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
	expect(refused.description).toMatch(/(^|\. )Nothing was sent for this item\.$/);
	expect(refused.description).toContain(advice);
	expect(refused.context.itemIndex).toBe(2);
});

it('an empty field says to check its expression, unless a model fills it in', () => {
	const inForm = (parameter: unknown, initially = '') =>
		refusal(() =>
			readForm(
				{ city: valueField(city, { default: initially }) },
				{
					where: { node: { ...node, parameters: { city: parameter as string } }, item: 2 },
					parameter: () => undefined,
				},
			),
		).message;
	const WRONG = "'City' is empty: its expression has no value for this item";
	expect(inForm('={{ $json.citty }}')).toBe(WRONG);
	expect(inForm(undefined, '={{ $json.city }}')).toBe(WRONG);
	expect(inForm({ __rl: true, mode: 'id', value: '={{ $json.citty }}' })).toBe(WRONG);
	expect(inForm('')).toBe("'City' is empty");
	expect(inForm("={{ $fromAI('city') }}")).toBe("'City' is empty");
});
