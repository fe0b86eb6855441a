import type { INode } from 'n8n-workflow';

import { createDemo, storeAccount } from '../../tools/start/demo';
import { picture } from './picture';
import { NODE_TYPE } from '../support/workflowNodes';
import { inBrowser, useEditor } from './useEditor';
import { start } from './workbench';

/** Forms and a workflow as the documents show them; with SAVE_SCREENSHOTS=1 their pictures are made anew. */

/** A value that was chosen from a list. */
const chosen = (value: string) => ({ __rl: true, mode: 'list', value, cachedResultName: value });

inBrowser('the pictures of the documents', () => {
	let credentials: INode['credentials'];

	const bench = useEditor(async ({ n8n, sandbox: { apiKey, baseUrl } }) => {
		const data = { apiKey, baseUrl };
		const { id, name } = await n8n.client.createCredential('personCompanyDataApi', data, 'My Account');
		credentials = { personCompanyDataApi: { id, name } };
	});

	/** Opens the panel of a node that follows a trigger. */
	async function open(name: string, parameters: INode['parameters']): Promise<void> {
		const node: INode = {
			id: 'own',
			name,
			type: NODE_TYPE,
			typeVersion: 1,
			position: [400, 0],
			parameters,
			credentials,
		};
		const connections = { Start: { main: [[{ node: name, type: 'main' as const, index: 0 }]] } };
		await bench.workflow(
			{ nodes: [start, node], connections, pinData: { Start: [{ json: { campaign: 'Bakeries' } }] } },
			'own',
		);
	}

	it('show a search whose filters are chosen from lists of the service', async () => {
		await open('Find Leads', {
			resource: 'b2bPerson',
			operation: 'searchB2bPersons',
			filtros_pessoa: {
				localizacoes: { values: [{ value: chosen('Porto Alegre, RS') }] },
			},
			filtros_empresa: { atividades_cnae: { values: [{ value: { __rl: true, mode: 'list', value: '' } }] } },
		} as INode['parameters']);
		await bench.openList(bench.by('rlc-input').last());
		await bench.by('rlc-search').fill('padaria');
		const found = bench.by('rlc-item').filter({ hasText: /padaria/i });
		await found.first().waitFor();
		await picture(bench.page, 'search', bench.by('ndv'));
	});

	it('show a count of what an export would match', async () => {
		await open('Count', {
			resource: 'prospecting',
			operation: 'countPersons',
			filters: {
				neighborhoodies: {
					values: [{ value: chosen('CENTRO - PORTO ALEGRE - RS') }],
				},
			},
		} as unknown as INode['parameters']);
		await bench.execute();
		await bench.output.getByText('count', { exact: true }).first().waitFor();
		await picture(bench.page, 'count', bench.by('ndv'), 640);
	});

	it('show a whole workflow that has run', async () => {
		const { client } = bench.stack.n8n;
		const { apiKey, baseUrl } = bench.stack.sandbox;
		const { id } = await createDemo(client, await storeAccount(client, { apiKey, baseUrl }));
		await bench.page.goto(`${bench.stack.n8n.url}/workflow/${id}`);
		await bench.by('execute-workflow-button').first().click();
		const last = bench.page.locator('[data-node-name="Leads"]');
		await last.locator('[data-test-id="canvas-node-status-success"]').waitFor({ timeout: 90_000 });
		await bench.by('zoom-to-fit').click();
		await picture(bench.page, 'workflow', bench.by('sticky').first());
	});
});
