import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import {
	contractFilters,
	readFilter,
	readStructure,
	writeFilter,
} from '../../nodes/PersonCompanyData/families/search/serviceFilter';
import { readFilters } from '../../nodes/PersonCompanyData/families/search/filters';
import { serviceFilterField } from '../../nodes/PersonCompanyData/families/search/serviceFilters';
import { where } from '../support/fieldReading';
import { anyText, hostileName, isPlain, jsonWith, objectOf } from './arbitraries';
import { holds } from './holds';
import { readOrRefused } from './refusals';

const { filtros_pessoa, filtros_empresa } = endpoints.b2bPersonSearch.body.properties;
const schemas = { filtros_pessoa, filtros_empresa };
const GROUPS = ['filtros_pessoa', 'filtros_empresa'] as const;
const NAMES = contractFilters().map(({ name }) => name);
const TYPES = ['array', 'string', 'number', 'integer', 'boolean', 'object'] as const;

const group = fc.constantFrom(...GROUPS);
const filterName = fc.oneof(fc.constantFrom(...NAMES), hostileName, anyText);
const values = jsonWith([...NAMES, 'data_inicio', 'data_fim'], ['RS', 'Porto Alegre, RS', true, 2010]);

describe('filters written as JSON', () => {
	const filters = fc.array(fc.tuple(filterName, values), { maxLength: 4 }).map(objectOf);
	const additional = fc
		.array(
			fc.tuple(
				fc.oneof({ weight: 8, arbitrary: group }, { weight: 1, arbitrary: filterName }),
				fc.oneof(filters, values),
			),
			{ maxLength: 3 },
		)
		.map((entries) => objectOf(entries) as IDataObject);
	const read = (written: IDataObject) => readOrRefused(() => readFilters(schemas, {}, written, where));

	holds('are sent in their two objects only, or refused', additional, (written) => {
		const result = read(written);
		if ('error' in result) return;
		expect(
			Object.keys(written).every((name) => name === 'filtros_pessoa' || name === 'filtros_empresa'),
		).toBe(true);
		expect(isPlain(result.value)).toBe(true);
		for (const [name, sent] of Object.entries(result.value)) {
			const given = Object.keys(written[name] as object);
			expect(Object.keys(sent as object).filter((filter) => !given.includes(filter))).toEqual([]);
		}
	});

	holds('are the same search when they are written out and read again', additional, (written) => {
		const result = read(written);
		if ('error' in result) return;
		const again = JSON.parse(JSON.stringify(result.value)) as IDataObject;
		expect(JSON.stringify(readFilters(schemas, {}, again, where))).toBe(JSON.stringify(result.value));
	});

	const location = fc
		.tuple(fc.stringMatching(/^[A-Za-z]{1,9}$/), fc.constantFrom('RS', 'SP'))
		.map(([city, state]) => `${city}, ${state}`);

	holds(
		'never have places and states at once',
		group,
		fc.array(location, { minLength: 1 }),
		fc.array(fc.constantFrom('RS', 'SP'), { minLength: 1 }),
		(name, localizacoes, estados) => {
			expect('error' in read({ [name]: { localizacoes, estados } })).toBe(true);
			expect('value' in read({ [name]: { localizacoes } })).toBe(true);
			expect('value' in read({ [name]: { estados } })).toBe(true);
		},
	);
});

describe('filters from the lists of the service', () => {
	const field = serviceFilterField('b2bPersonFilterMenu', ...GROUPS);
	const read = (rows: unknown) => readOrRefused(() => field.read({ values: rows }, where('Filters')));
	const text = fc
		.string({ minLength: 1 })
		.map((value) => value.trim())
		.filter((value) => value !== '');
	const newName = fc
		.oneof(hostileName, fc.stringMatching(/^[a-z_]{1,12}$/))
		.filter((name) => !['', '__proto__', ...NAMES].includes(name));

	holds(
		'bring every value that was chosen, whatever the filter is called',
		group,
		newName,
		fc.array(text, { minLength: 1 }),
		(of, name, chosen) => {
			const result = read(chosen.map((value) => ({ filter: `${of}/${name}/array`, value })));
			expect(result).toEqual({ value: { [of]: objectOf([[name, chosen]]) } });
			expect(isPlain('value' in result && result.value)).toBe(true);
		},
	);

	holds(
		'are read, or refused by their own error',
		fc.array(
			fc.record({
				filter: fc.oneof(
					anyText,
					fc.tuple(group, filterName).map((parts) => parts.join('/')),
					values,
				),
				value: values,
			}),
		),
		(rows) => {
			const result = read(rows);
			if ('value' in result) expect(isPlain(result.value)).toBe(true);
		},
	);
});

describe('a filter as one text', () => {
	holds(
		'is read as it was written',
		group,
		filterName.filter((name) => !['', '__proto__'].includes(name) && !name.includes('/')),
		fc.constantFrom(...TYPES),
		(of, name, type) => {
			expect(readFilter(writeFilter({ group: of, name, type }))).toEqual({ group: of, name, type });
		},
	);

	holds('is a filter with a name, or none, whatever came', anyText, (written) => {
		const filter = readFilter(written);
		if (filter === undefined) return;
		expect(GROUPS).toContain(filter.group);
		expect(TYPES).toContain(filter.type);
		expect(written.split('/').slice(0, 2)).toEqual([filter.group, filter.name]);
	});
});

describe('the structure that the service describes', () => {
	const words = [
		'type',
		'tipo',
		'name',
		'nome',
		'group',
		'properties',
		'person',
		'company_filters',
		'description',
		...GROUPS,
		...NAMES,
	];
	const bodies = jsonWith(
		words,
		['array', 'list[str]', 'string', 'int', 'range', ...GROUPS, ...NAMES.slice(0, 5)],
		5,
	);

	holds('is read into filters that can be chosen, whatever it is', bodies, (body) => {
		for (const filter of readStructure(body)) {
			expect(GROUPS).toContain(filter.group);
			expect(TYPES).toContain(filter.type);
			expect(typeof filter.name).toBe('string');
			expect(['string', 'undefined']).toContain(typeof filter.description);
		}
	});

	const described = fc.uniqueArray(
		fc.record({
			group,
			name: fc.stringMatching(/^[a-z]{3,9}_x$/),
			type: fc.constantFrom(...TYPES),
			description: fc.constantFrom('One', 'Two words'),
		}),
		{ selector: writeFilter },
	);
	const shapes = {
		rows: (filters) =>
			GROUPS.map((of) => [
				of,
				filters
					.filter((filter) => filter.group === of)
					.map(({ name, type, description }) => ({ name, type, description })),
			]),
		named: (filters) =>
			GROUPS.map((of) => [
				of,
				Object.fromEntries(
					filters
						.filter((filter) => filter.group === of)
						.map(({ name, type, description }) => [name, { tipo: type, descricao: description }]),
				),
			]),
		schema: (filters) =>
			GROUPS.map((of) => [
				of,
				{
					type: 'object',
					properties: Object.fromEntries(
						filters
							.filter((filter) => filter.group === of)
							.map(({ name, type, description }) => [name, { type, title: description }]),
					),
				},
			]),
	} satisfies Record<
		string,
		(filters: ReadonlyArray<{ group: string; name: string; type: string; description: string }>) => unknown[]
	>;

	holds(
		'has every filter, in whichever shape it is written',
		described,
		fc.constantFrom(...(Object.keys(shapes) as Array<keyof typeof shapes>)),
		fc.boolean(),
		(filters, shape, areNamed) => {
			const pairs = shapes[shape](filters) as Array<[string, unknown]>;
			// A list of groups that name themselves, or an object of groups.
			const body = areNamed
				? pairs.map(([name, own]) => ({ name, filters: own }))
				: Object.fromEntries(pairs);
			const read = readStructure(body);
			expect(new Set(read.map((filter) => JSON.stringify(filter)))).toEqual(
				new Set(
					filters.map(({ group: of, name, type, description }) =>
						JSON.stringify({ group: of, name, type, description }),
					),
				),
			);
			expect(read).toHaveLength(filters.length);
		},
	);
});
