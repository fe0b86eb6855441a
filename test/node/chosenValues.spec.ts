import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor, runNode, useClockOf } from './harness';

/** Values that were chosen from lists, in the shape in which the editor saves them: what the node sends. */

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ clock: 'manual', persons: 100, companies: 100 });
	useClockOf(sandbox);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

describe('what was chosen', () => {
	/** A locator as the editor saves what was chosen from a list. */
	const chosen = (value: unknown): IDataObject =>
		({ __rl: true, mode: 'list', value, cachedResultName: 'Shown' }) as unknown as IDataObject;
	const rowsOf = (...values: unknown[]): IDataObject => ({
		values: values.map((value) => ({ listState: 'RS', listCity: chosen('x'), value: chosen(value) })),
	});
	const body = () => sandbox.requests.last?.body as IDataObject;

	it('is sent as it is, and what narrowed the list down is not', async () => {
		const { error } = await runNode({
			credential: credentialFor(sandbox),
			resource: 'prospecting',
			operation: 'countPersons',
			parameters: {
				filters: {
					cities: rowsOf('Porto Alegre - RS', ''),
					neighborhoodies: rowsOf('CENTRO - PORTO ALEGRE - RS'),
					cbo_codes: rowsOf('252105', '100013'),
					match_profile: rowsOf('PF1'),
				},
			},
		});
		expect(error).toBeUndefined();
		expect(body()).toEqual({
			export: false,
			cities: ['Porto Alegre - RS'],
			neighborhoodies: ['CENTRO - PORTO ALEGRE - RS'],
			cbo_codes: ['252105', '100013'],
			match_profile: ['PF1'],
		});
	});

	const search = async (operation: string, parameters: IDataObject, items: IDataObject[] = [{}]) =>
		await runNode({
			credential: credentialFor(sandbox),
			resource: operation === 'persons' ? 'b2bPerson' : 'b2bCompany',
			operation: 'search',
			parameters: { limit: 1, ...parameters },
			items,
		});
	const serviceFilters = (...rows: Array<readonly [string, unknown]>): IDataObject => ({
		values: rows.map(([filter, value]) => ({ filter, value: chosen(value) })),
	});

	it('of the service’s filters is added to the forms, by the type of each filter', async () => {
		const { error } = await search('persons', {
			filtros_pessoa: { cargos: rowsOf('Gerente'), niveis_senioridade: ['Pleno'] },
			serviceFilters: serviceFilters(
				['filtros_pessoa/cargos/array', 'Analista'],
				['filtros_pessoa/niveis_senioridade/array', 'Presidência'],
				['filtros_pessoa/niveis_senioridade/array', 'Pleno'],
				['filtros_pessoa/has_email/boolean', 'true'],
				['filtros_empresa/naturezas_juridicas/array', '2'],
				['filtros_empresa/data_fundacao/object', '{ "data_inicio": 2010 }'],
				['filtros_empresa/filtro_novo/integer', '7'],
				['filtros_empresa/lista_nova/array', 'x, y'],
				['filtros_empresa/setores/array', ''],
			),
		});
		expect(error).toBeUndefined();
		expect(body()).toMatchObject({
			filtros_pessoa: {
				cargos: ['Analista', 'Gerente'],
				niveis_senioridade: ['Pleno', 'Presidência'],
				has_email: true,
			},
			filtros_empresa: {
				naturezas_juridicas: [2],
				data_fundacao: { data_inicio: 2010 },
				filtro_novo: 7,
				lista_nova: ['x, y'],
			},
		});
	});

	it('may come from an expression, one value or many', async () => {
		await search(
			'companies',
			{ serviceFilters: serviceFilters(['filtros_empresa/setores', '={{ $json.sectors }}']) },
			[{ sectors: ['Varejo', 'Imóveis'] }],
		);
		expect(body()).toMatchObject({ filtros_empresa: { setores: ['Imóveis', 'Varejo'] } });
	});

	it.each<[string, IDataObject, RegExp]>([
		[
			'a bare CNAE code',
			{ serviceFilters: serviceFilters(['filtros_empresa/atividades_cnae/array', '6201501']) },
			/atividades_cnae of item 0 has a format that the service would ignore/,
		],
		[
			'a CNPJ as filter',
			{ serviceFilters: serviceFilters(['filtros_empresa/cnpj/string', '12345678000195']) },
			/has "cnpj", which the search does not take/,
		],
		[
			'locations and states at once',
			{
				filtros_empresa: { estados: ['RS'] },
				serviceFilters: serviceFilters(['filtros_empresa/localizacoes/array', 'Porto Alegre, RS']),
			},
			/has locations and states at once/,
		],
		[
			'filters of persons',
			{ serviceFilters: serviceFilters(['filtros_pessoa/cargos/array', 'CEO']) },
			/a value without a filter that this search takes/,
		],
		['a value without a filter', { serviceFilters: serviceFilters(['', 'CEO']) }, /a value without a filter/],
		[
			'two values of one',
			{
				serviceFilters: serviceFilters(
					['filtros_empresa/tem_email/boolean', 'true'],
					['filtros_empresa/tem_email/boolean', 'false'],
				),
			},
			/tem_email of item 0 has 2 values, but takes one/,
		],
	])('is refused where the search would be charged for nothing: %s', async (_, parameters, message) => {
		const { error } = await search('companies', parameters);
		expect(error?.message).toMatch(message);
		expect(sandbox.requests.all.length).toBe(0);
	});
});
