import { assumed, decimal, flag, integer, list, object, text } from '../../../contract/model/schema';
import { objectField, optionalField, valueField } from '../../../core/form/schemaField';
import { readForm } from '../../../core/form/form';
import { node, refusal, where } from '../../support/fieldReading';

const location = text('Location', {
	examples: ['Porto Alegre, RS'],
	'x-written-as': { pattern: '^\\S.*, (?:RS|SP)$', hint: 'write the city, a comma, a space and the state' },
});
const age = integer('Age', { minimum: 0, maximum: 120, examples: [42] });
const NOTHING_SENT = 'Nothing was sent for this item.';

/** Reads a value as the third item's field of a title. */
const read = (schema: Parameters<typeof valueField>[0], value: unknown): unknown =>
	valueField(schema).read(value, where(schema.title ?? ''));
const refused = (schema: Parameters<typeof valueField>[0], value: unknown) => {
	const { message, description, context } = refusal(() => read(schema, value));
	return { message, description, item: context.itemIndex as unknown };
};

describe('a value that must be given', () => {
	it.each([undefined, null, '', '   ', []])('refuses %j', (value) => {
		expect(refused(text('City', { examples: ['Porto Alegre'] }), value)).toEqual({
			message: 'City is empty.',
			description: `Enter City, for example "Porto Alegre". ${NOTHING_SENT}`,
			item: 2,
		});
	});

	it('says to check its expression, unless a model fills it in', () => {
		const city = text('City', { examples: ['Porto Alegre'] });
		const inForm = (parameter: unknown, initially = '') =>
			refusal(() =>
				readForm(
					{ city: valueField(city, { default: initially }) },
					{
						where: { node: { ...node, parameters: { city: parameter as string } }, item: 2 },
						parameter: () => undefined,
					},
				),
			);
		for (const asked of [
			inForm('={{ $json.citty }}'),
			inForm(undefined, '={{ $json.city }}'),
			inForm({ __rl: true, mode: 'id', value: '={{ $json.citty }}' }),
		]) {
			expect(asked.message).toBe(
				'City is empty: its expression has no value for this row. Check the name of the column in it.',
			);
			expect(asked.description).toBe(`Enter City, for example "Porto Alegre". ${NOTHING_SENT}`);
		}
		expect(inForm('').message).toBe('City is empty.');
		expect(inForm("={{ $fromAI('city') }}").message).toBe('City is empty.');
	});

	it.each(['123.456.789-09', 'name@email.com', '(51) 99999-0000'])(
		'shows its example whole: %s',
		(example) => {
			const who = text('Who', { examples: [example] });
			expect(refused(who, '').description).toBe(`Enter Who, for example "${example}". ${NOTHING_SENT}`);
			const asked = refusal(() =>
				readForm(
					{ who: valueField(who) },
					{
						where: { node: { ...node, parameters: { who: '={{ $json.whoo }}' } }, item: 2 },
						parameter: () => undefined,
					},
				),
			);
			expect(asked.description).toBe(`Enter Who, for example "${example}". ${NOTHING_SENT}`);
		},
	);

	it('has no example to show when the contract has none', () => {
		expect(refused(text('City'), '').description).toBe(`Enter City. ${NOTHING_SENT}`);
	});

	it.each([
		[integer('N'), 0, 0],
		[flag('F'), false, false],
		[text('T'), 0, '0'],
		[decimal('D'), 0, 0],
	])('keeps zero and false (%#)', (schema, value, expected) => {
		expect(read(schema, value)).toBe(expected);
	});
});

describe('a value that may be left out', () => {
	const optional = (value: unknown) => optionalField(age).read(value, where('Age'));

	it.each([undefined, null, '', []])('is undefined for %j', (value) => {
		expect(optional(value)).toBeUndefined();
	});

	it('keeps zero', () => {
		expect(optional(0)).toBe(0);
		expect(optional('0')).toBe(0);
	});

	it('is checked all the same', () => {
		expect(refusal(() => optional(121)).message).toBe('Age is 121, but must be at most 120.');
	});

	it('never takes spaces for zero', () => {
		let value: unknown;
		try {
			value = optional('   ');
		} catch {
			return;
		}
		expect(value).toBeUndefined();
	});
});

describe('numbers', () => {
	it.each([
		[7, 7],
		['7', 7],
		[' 7 ', 7],
		['\u200e7\u200b', 7],
	])('are read from %j', (value, expected) => {
		expect(read(age, value)).toBe(expected);
	});

	it('are never 0 for characters that nobody sees', () => {
		expect(refused(integer('Least', { minimum: 0 }), '\u200b').message).toBe('Least is empty.');
		expect(
			refusal(() => optionalField(integer('Least', { minimum: 0 })).read('\u200b', where('Least'))).message,
		).toBe('Least is not a whole number but text.');
	});

	it.each([
		['abc', 'text'],
		[1.5, '1.5'],
		['1.5', 'text'],
		['1,5', 'text'],
		[true, 'true or false'],
		[{ a: 1 }, 'an object'],
		['12345678901234567890', 'text'],
	])('that are not whole are refused without repeating the text: %j', (value, kind) => {
		expect(refused(age, value)).toEqual({
			message: `Age is not a whole number but ${kind}.`,
			description: NOTHING_SENT,
			item: 2,
		});
	});

	it('out of bounds are refused', () => {
		expect(refused(age, -1).message).toBe('Age is -1, but must be at least 0.');
		expect(refused(age, '121').message).toBe('Age is 121, but must be at most 120.');
	});

	it('may have to be above a bound', () => {
		const radius = decimal('Radius', { exclusiveMinimum: 0 });
		expect(read(radius, 0.1)).toBe(0.1);
		expect(refused(radius, 0).message).toBe('Radius is 0, but must be more than 0.');
	});

	it('may have decimals where the contract says so', () => {
		expect(read(decimal('Revenue'), '1.5')).toBe(1.5);
		expect(refused(decimal('Revenue'), 'x').message).toBe('Revenue is not a number but text.');
		expect(refused(decimal('Revenue'), Number.NaN).message).toContain('is not a number');
	});

	it('quote no more than a hundred characters of what was given', () => {
		expect(refused(age, 'x'.repeat(5000)).message.length).toBeLessThan(160);
	});
});

describe('text', () => {
	it('of a format is explained by the example of the contract', () => {
		const hook = text('Hook', { format: 'uri', examples: ['https://n8n.company.com/webhook/x'] });
		expect(refused(hook, 'n8n.company.com')).toMatchObject({
			message: 'Hook is not a URL.',
			description: `Enter one such as https://n8n.company.com/webhook/x. ${NOTHING_SENT}`,
		});
		expect(refused(text('Hook', { format: 'uri' }), 'x').description).toBe(NOTHING_SENT);
	});

	it.each([
		[' São Paulo ', 'São Paulo'],
		['\u200eS\u00e3o\u00ad Paulo\u200b', 'S\u00e3o Paulo'],
		[123, '123'],
		['a, b', 'a, b'],
	])('is read from %j', (value, expected) => {
		expect(read(text('Name'), value)).toBe(expected);
	});

	it.each([
		[{ a: 1 }, 'an object'],
		[true, 'true or false'],
		[['a'], 'a list'],
	])('is not made of %j', (value, kind) => {
		expect(refused(text('Name'), value).message).toBe(`Name is not text but ${kind}.`);
	});

	it('must be written as the service recognises it', () => {
		expect(read(location, ' Porto Alegre, RS ')).toBe('Porto Alegre, RS');
		expect(refused(location, 'Porto Alegre - RS')).toEqual({
			message: 'Location has a format that the service would ignore but still charge: "Porto Alegre - RS".',
			description: `Use the expected format: write the city, a comma, a space and the state. ${NOTHING_SENT}`,
			item: 2,
		});
	});
});

describe('lists', () => {
	const cities = list('Locations', location);

	it.each([
		[['Porto Alegre, RS', 'Santos, SP']],
		[['Porto Alegre, RS', '', null, undefined, 'Santos, SP']],
		[[['Porto Alegre, RS', 'Santos, SP']]],
		[['Porto Alegre, RS', ['Santos, SP']]],
	])('are read from %j', (value) => {
		expect(read(cities, value)).toEqual(['Porto Alegre, RS', 'Santos, SP']);
	});

	it('refuses more entries than the service takes', () => {
		const many = Array.from({ length: 10_001 }, (_, i) => `t${i}`);
		const chosen = { values: [{ value: { __rl: true, value: many } }] };
		for (const given of [many, chosen]) {
			expect(refusal(() => read(list('Titles', text('Title')), given)).message).toMatch(
				/ has 10,001 entries, but may have at most 10,000\.$/,
			);
		}
		expect(read(list('Titles', text('Title')), many.slice(1))).toHaveLength(10_000);
	});

	it('are never split at commas', () => {
		expect(read(cities, 'Porto Alegre, RS')).toEqual(['Porto Alegre, RS']);
		expect(read(list('Titles', text('Title')), ['Segurança, Saúde e Meio Ambiente'])).toEqual([
			'Segurança, Saúde e Meio Ambiente',
		]);
	});

	it('check every entry', () => {
		expect(refused(cities, ['Porto Alegre, RS', 'Santos']).message).toBe(
			'Locations has a format that the service would ignore but still charge: "Santos".',
		);
	});

	it('keep zero', () => {
		expect(read(list('Numbers', integer('N')), [0, '1', ''])).toEqual([0, 1]);
	});

	it('turn codes that come as text into numbers', () => {
		const natures = list('Natures', integer('Nature', { enum: [1, 2], 'x-labels': { 1: 'One', 2: 'Two' } }));
		expect(read(natures, ['1', 2])).toEqual([1, 2]);
	});
});

describe('objects', () => {
	it('refuse a name that is none of their fields: the service would ignore and charge it', () => {
		const field = objectField(object('Filters', { cargos: text('Title') }), 'Add Filter');
		expect(refusal(() => field.read({ cargo: 'x' }, where('Filters'))).message).toBe(
			'Filters has "cargo", which is not one of its fields.',
		);
	});

	const range = object('Founded', { from: integer('From'), to: integer('To'), exact: flag('Exact') });

	it.each([
		[{ from: 0, exact: false }],
		[{ values: { from: 0, exact: false } }],
		[{ from: '0', to: '', exact: 'false' }],
	])('are read from %j', (value) => {
		expect(read(range, value)).toEqual({ from: 0, exact: false });
	});

	it.each([null, undefined, [], ' '])('leave out no bound that has no value: %j', (to) => {
		expect(refused(range, { from: 0, to })).toEqual({
			message: 'Founded > To is empty.',
			description: `Enter a value or remove it: left empty, it would be ignored. ${NOTHING_SENT}`,
			item: 2,
		});
	});

	it('name the inner field in messages', () => {
		expect(refused(range, { to: 'x' }).message).toBe('Founded > To is not a whole number but text.');
	});

	it.each([
		['text', 'text'],
		[7, '7'],
		[[{ from: 1 }], 'a list'],
	])('are not made of %j', (value, kind) => {
		expect(refused(range, value).message).toBe(`Founded is not an object but ${kind}.`);
	});

	it('are empty when nothing was added', () => {
		const field = objectField(range, 'Add Filter');
		expect(field.read(undefined, where('Founded'))).toEqual({});
		expect(field.read({}, where('Founded'))).toEqual({});
	});
});

describe('how fields are shown', () => {
	it('takes title, help and example from the contract', () => {
		const schema = text('City', { description: 'Where', examples: ['Porto Alegre'] });
		expect(valueField(schema).property).toEqual({
			displayName: 'City',
			description: 'Where',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Porto Alegre',
		});
	});

	it('shows a closed list with its labels and the first as default', () => {
		const schema = text('Gender', { enum: ['F', 'M'], 'x-labels': { F: 'Female' } });
		expect(optionalField(schema).property).toMatchObject({
			type: 'options',
			default: 'F',
			options: [
				{ name: 'Female', value: 'F' },
				{ name: 'M', value: 'M' },
			],
		});
	});

	it('shows the inner fields of an object by title, and none of unknown shape', () => {
		const schema = object('O', { b: text('Zip'), a: flag('Also'), c: { title: 'Unknown' } });
		expect(objectField(schema, 'Add').property.options?.map((option) => option.name)).toEqual(['a', 'b']);
	});

	it('follows the display where the form needs another', () => {
		const display = { default: '={{ $json.x }}', displayName: 'Other', description: 'Else' };
		expect(valueField(assumed(['guess'], age), display).property).toMatchObject(display);
	});
});
