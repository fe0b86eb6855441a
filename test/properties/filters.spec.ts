import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { readFilters } from '../../core/search/kinds';
import { where } from '../support/fieldReading';
import { anyText, hostileName, isPlain, jsonWith, objectOf } from './arbitraries';
import { holds } from './holds';
import { readOrRefused } from './refusals';

const { filtros_pessoa, filtros_empresa } = endpoints.b2bPersonSearch.body.properties;
const schemas = { filtros_pessoa, filtros_empresa };
const GROUPS = ['filtros_pessoa', 'filtros_empresa'] as const;
const NAMES = Object.values(schemas).flatMap(({ properties }) => Object.keys(properties));

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
