import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';

import type { Stack } from '../../tools/host/stack';
import { picture, SAVES } from './picture';
import { inBrowser, useEditor } from './useEditor';
import type { Workbench } from './workbench';

/** A list in a form, enriched, in a table: two nodes after the form, no expression, one run. */

/** A form with one field for a list. */
const form = (label: string): INode => ({
	id: 'form',
	name: 'On form submission',
	type: 'n8n-nodes-base.formTrigger',
	typeVersion: 2.2,
	position: [0, 0],
	webhookId: randomUUID(),
	parameters: {
		formTitle: 'Leads',
		formFields: { values: [{ fieldLabel: label, fieldType: 'textarea', requiredField: true }] },
		options: {},
	},
});

/** What a sales team wants to see, in this order. */
const COLUMNS = ['name', 'email', 'phone', 'outcome'];

inBrowser("a newcomer's list", "a newcomer's list is not tested", () => {
	let stack: Stack;
	let bench: Workbench;

	useEditor(
		(...started) => {
			[stack, bench] = started;
		},
		async ({ n8n, sandbox: { apiKey, baseUrl, ...sandbox } }) => {
			sandbox.set({ notStatedPrice: 'free' });
			await n8n.client.createCredential('personCompanyDataApi', { apiKey, baseUrl }, 'My Account');
		},
	);

	/** A table as its owner has made it in n8n. */
	async function makeTable(name: string): Promise<{ project: string; id: string }> {
		const { id: project } = await stack.n8n.client.request<{ id: string }>('GET', '/projects/personal');
		const columns = COLUMNS.map((column) => ({ name: column, type: 'string' }));
		const { id } = await stack.n8n.client.request<{ id: string }>(
			'POST',
			`/projects/${project}/data-tables`,
			{
				name,
				columns,
			},
		);
		return { project, id };
	}

	const spent = (): number => stack.sandbox.ledger.charged() - stack.sandbox.ledger.refunded();

	/** Builds the workflow in the editor and sends the list by the form; the rows of the table. */
	async function walk(
		label: string,
		list: readonly string[],
		table: string,
	): Promise<Array<Record<string, unknown>>> {
		const { project, id } = await makeTable(table);
		const { page } = bench;
		await bench.workflow({ nodes: [form(label)], connections: {} });

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
		await bench.by('rlc-item').filter({ hasText: table }).first().click();
		for (const column of COLUMNS) await drag(column, column);
		await bench.by('ndv-close-button').click();
		await bench.by('ndv').waitFor({ state: 'hidden' });

		// One run.
		const opened = page.context().waitForEvent('page');
		await bench.by('execute-workflow-button').first().click();
		const shown = await opened;
		await shown.getByLabel(label).fill(list.join('\n'));
		await shown.getByRole('button', { name: 'Submit' }).click();
		const last = page.locator('[data-node-name="Insert row"]');
		await last.locator('[data-test-id="canvas-node-status-success"]').waitFor({ timeout: 90_000 });
		await shown.close();
		const { data } = await stack.n8n.client.request<{ data: Array<Record<string, unknown>> }>(
			'GET',
			`/projects/${project}/data-tables/${id}/rows`,
		);
		return data;
	}

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
		const { companies } = stack.sandbox;
		const list = [
			companies.cnpj(1).replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5'),
			String(Number(companies.cnpj(2))),
			'12.345.678/0001-00',
			'11.222.333/0001-81',
			companies.cnpj(7),
		];
		const rows = await walk('CNPJs', list, 'Companies to call');
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

	it('of persons by email does so, too', async () => {
		const { persons } = stack.sandbox;
		const before = spent();
		const list = [persons.email(0), persons.email(1).toUpperCase(), 'not an email', persons.email(0)];
		const rows = await walk('Emails', list, 'Persons to call');
		expect(rows.map(({ outcome }) => outcome)).toEqual(['enriched', 'enriched', 'invalid', 'enriched']);
		expect(rows[0]).toMatchObject({ name: rows[3].name, email: rows[3].email, phone: rows[3].phone });
		expect(rows[0].name).toEqual(expect.stringMatching(/\w+ \w+/));
		// The same person twice is paid for once.
		expect(spent() - before).toBe(2);
	});
});
