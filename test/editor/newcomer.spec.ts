import { randomUUID } from 'node:crypto';

import { node } from '../support/workflowNodes';
import { picture, SAVES } from './picture';
import { inBrowser, useEditor } from './useEditor';

/** A list in a form, enriched, in a table: two nodes after the form, no expression, one run. */

/** A form with one field for a list. */
const form = node(
	'On form submission',
	'formTrigger',
	{
		formTitle: 'Leads',
		formFields: { values: [{ fieldLabel: 'CNPJs', fieldType: 'textarea', requiredField: true }] },
		options: {},
	},
	{ typeVersion: 2.2, webhookId: randomUUID() },
);

/** What a sales team wants to see, in this order. */
const TABLE = 'Companies to call';
const COLUMNS = ['name', 'email', 'phone', 'outcome'];

inBrowser("a newcomer's list", () => {
	const bench = useEditor(async ({ n8n, sandbox: { apiKey, baseUrl, ...sandbox } }) => {
		sandbox.set({ notStatedPrice: 'free' });
		await n8n.client.createCredential('personCompanyDataApi', { apiKey, baseUrl }, 'My Account');
	});

	const spent = (): number => bench.stack.sandbox.ledger.charged() - bench.stack.sandbox.ledger.refunded();

	/** Drags a field of the input into a column of the table. */
	async function drag(name: string, column: string): Promise<void> {
		const from = bench.by('ndv-input-panel').getByText(name, { exact: true }).first();
		const to = bench.field(column).first();
		const isThere = async (): Promise<boolean> => (await to.innerText()).includes(`$json.${name}`);
		const { mouse } = bench.page;
		// The editor misses what comes too soon after another drag.
		for (let tries = 0; tries < 5 && !(await isThere()); tries++) {
			const [start, end] = [await from.boundingBox(), await to.boundingBox()];
			if (start === null || end === null) throw new Error(`${name} cannot be dragged`);
			await mouse.move(start.x + 5, start.y + 5);
			await mouse.down();
			await mouse.move(end.x + end.width / 3, end.y + end.height / 2, { steps: 12 });
			await mouse.up();
			await bench.page.waitForTimeout(500);
		}
		expect(await isThere()).toBe(true);
	}

	it('of companies by CNPJ comes out as a table with names, emails and phones', async () => {
		const { companies } = bench.stack.sandbox;
		const list = [
			companies.cnpj(1).replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5'),
			String(Number(companies.cnpj(2))),
			'12.345.678/0001-00',
			'11.222.333/0001-81',
			companies.cnpj(7),
		];
		// A table as its owner has made it in n8n.
		const { client } = bench.stack.n8n;
		const { id: project } = await client.request<{ id: string }>('GET', '/projects/personal');
		const tables = `/projects/${project}/data-tables`;
		const columns = COLUMNS.map((name) => ({ name, type: 'string' }));
		const { id } = await client.request<{ id: string }>('POST', tables, { name: TABLE, columns });

		const { page } = bench;
		await bench.workflow({ nodes: [form], connections: {} });

		// The list: nothing to fill in.
		await bench.lookUp();
		await bench.pick('Enrich list of companies and persons');
		await page.keyboard.press('Escape');
		await bench.by('ndv').waitFor({ state: 'hidden' });

		// The table: its columns are dragged from the fields that the editor knows beforehand.
		await bench.by('canvas-handle-plus').last().click();
		await bench.by('node-creator-search-bar').fill('data table');
		await bench.by('item-iterator-item').filter({ hasText: 'Data table' }).first().click();
		await page.getByText('Insert row', { exact: true }).first().click();
		await bench.by('ndv').waitFor();
		await bench.openList(bench.field('dataTableId').locator('[data-test-id="rlc-input"]'));
		await bench.by('rlc-item').filter({ hasText: TABLE }).first().click();
		for (const column of COLUMNS) await drag(column, column);
		await bench.by('ndv-close-button').click();
		await bench.by('ndv').waitFor({ state: 'hidden' });

		// One run.
		const opened = page.context().waitForEvent('page');
		await bench.by('execute-workflow-button').first().click();
		const shown = await opened;
		await shown.getByLabel('CNPJs').fill(list.join('\n'));
		await shown.getByRole('button', { name: 'Submit' }).click();
		const last = page.locator('[data-node-name="Insert row"]');
		await last.locator('[data-test-id="canvas-node-status-success"]').waitFor({ timeout: 90_000 });
		await shown.close();
		const { data: rows } = await client.request<{ data: Array<Record<string, unknown>> }>(
			'GET',
			`${tables}/${id}/rows`,
		);

		expect(rows.map(({ outcome }) => outcome)).toEqual([
			'enriched',
			'enriched',
			'invalid',
			'not found',
			'enriched',
		]);
		expect(rows.map(({ name }) => name)).toEqual([
			companies.name(1),
			companies.name(2),
			null,
			null,
			companies.name(7),
		]);
		expect(rows.filter(({ phone }) => /^\+55\d{10,11}$/.test(String(phone)))).toHaveLength(3);
		expect(spent()).toBe(3);

		// What the form has comes first, then what they read.
		await bench.by('canvas-node').filter({ hasText: 'Enrich list' }).first().dblclick();
		const { titles } = await bench.table();
		expect(titles.slice(0, 6)).toEqual(['CNPJs', 'submittedAt', 'formMode', 'name', 'email', 'phone']);
		// So wide that the results are in the picture.
		const size = bench.page.viewportSize();
		if (SAVES) await bench.page.setViewportSize({ width: 2300, height: 860 });
		await picture(bench.page, 'list', bench.output, 430);
		if (size !== null) await bench.page.setViewportSize(size);
	});
});
