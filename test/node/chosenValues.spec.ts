import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor, runNode, useClockOf } from '../support/harness';

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
		values: values.map((value) => ({ value: chosen(value) })),
	});
	const body = () => sandbox.requests.last?.body as IDataObject;

	it('is sent as it is', async () => {
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

	const search = async (parameters: IDataObject, items: IDataObject[] = [{}]) =>
		await runNode({
			credential: credentialFor(sandbox),
			resource: 'b2bCompany',
			operation: 'searchB2bCompanies',
			parameters: { limit: 1, ...parameters },
			items,
		});

	it('may come from an expression, one value or many', async () => {
		await search({ filtros_empresa: { setores: rowsOf('={{ $json.sectors }}') } }, [
			{ sectors: ['Varejo', 'Imóveis'] },
		]);
		expect(body()).toMatchObject({ filtros_empresa: { setores: ['Imóveis', 'Varejo'] } });
	});

	it.each<[string, IDataObject, RegExp]>([
		[
			'a bare CNAE code',
			{ filtros_empresa: { atividades_cnae: rowsOf('6201501') } },
			/CNAE.* has a format that the service would ignore/,
		],
		[
			'locations and states at once',
			{ filtros_empresa: { estados: ['RS'], localizacoes: rowsOf('Porto Alegre, RS') } },
			/has both locations and states/,
		],
	])('is refused where the search would be charged for nothing: %s', async (_, parameters, message) => {
		const { error } = await search(parameters);
		expect(error?.message).toMatch(message);
		expect(sandbox.requests.all.length).toBe(0);
	});
});
