import type { Browser, Page } from 'playwright-core';
import { NodeOperationError, sleep, type INode } from 'n8n-workflow';

import { stopAllGroups } from '../../tools/host/processGroup';
import { startStack, type Stack } from '../../tools/host/stack';
import { byMark, findBrowser, launch, signIn } from './browser';

/** n8n's editor in a real browser, as a user sees it. */

const executable = findBrowser();
const [when, title] =
	executable === undefined
		? [describe.skip, 'the editor is not tested: install chromium']
		: [describe, 'the editor'];

jest.setTimeout(120_000);

when(title, () => {
	let stack: Stack;
	let browser: Browser;
	let page: Page;

	beforeAll(async () => {
		stack = await startStack({ editorPort: 0 });
		browser = await launch(executable ?? '');
		page = await signIn(browser, stack.n8n.url, stack.n8n.owner);
	});
	afterAll(async () => {
		await browser?.close();
		await stack?.stop();
		await stopAllGroups();
	});

	const start: INode = {
		id: 'start',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};

	/** Opens a new workflow whose trigger hands out one item. */
	async function open(json = {}): Promise<void> {
		const { id } = await stack.n8n.client.createWorkflow({
			name: 'Editor',
			nodes: [start],
			connections: {},
			pinData: { Start: [{ json }] },
		});
		await page.goto(`${stack.n8n.url}/workflow/${id}`);
		await byMark(page, 'canvas-handle-plus').first().waitFor();
	}

	/** Adds the node from the panel, by one of its actions. */
	async function add(action: string): Promise<void> {
		await byMark(page, 'canvas-handle-plus').first().click();
		await byMark(page, 'node-creator-search-bar').fill('person and company data');
		const found = byMark(page, 'item-iterator-item').filter({ hasText: 'Person and Company Data' });
		await found.first().click();
		await page.getByText(action, { exact: true }).first().click();
		await byMark(page, 'ndv').waitFor();
	}

	const execute = async (): Promise<void> => await byMark(page, 'node-execute-button').first().click();
	const panel = () => byMark(page, 'output-panel');

	it('lets a node be added, a credential be made and tested, and a person be looked up', async () => {
		await open({ cpf: stack.sandbox.persons.cpf(1) });
		await add('Get a person by CPF');
		await page.getByText('Connect to Person and Company Data').click();
		await byMark(page, 'parameter-input-apiKey').locator('input').fill(stack.sandbox.apiKey);
		await byMark(page, 'parameter-input-baseUrl').locator('input').fill(stack.sandbox.baseUrl);
		await byMark(page, 'credential-save-button').click();
		await byMark(page, 'credential-edit-button').waitFor();
		// Saving tests it.
		while (stack.sandbox.requests.of('balance').length === 0) await sleep(50);

		await execute();
		await panel().getByText('1 request sent; at most 1 B2C credit charged.').waitFor();
		await panel().getByText('Synthetic').first().waitFor();
		expect(stack.sandbox.ledger.charged()).toBe(1);
	});

	it('shows what a refused call means and what to do', async () => {
		stack.sandbox.faults.add({
			kind: 'status',
			status: 402,
			body: { error: { code: 'credit', description: 'Insufficient credits.' } },
			times: 'always',
		});
		await open({ cpf: stack.sandbox.persons.cpf(2) });
		await add('Get a person by CPF');
		await execute();
		await panel().getByText('No credit left for the B2C product').first().waitFor();
		await panel().getByText('Account > Get Balance shows what is left').first().waitFor();
		stack.sandbox.faults.clear();
	});

	it('lets a value be chosen from a searchable list of the service', async () => {
		await open();
		await add('Enrich a file with a layout');
		await byMark(page, 'rlc-input').first().click();
		const items = byMark(page, 'rlc-item');
		await items.first().waitFor();
		const [first, ...others] = await items.allTextContents();
		expect(others.length).toBeGreaterThan(0);
		await byMark(page, 'rlc-search').fill(first.trim().slice(0, 8));
		await items.first().click();
		await page.waitForFunction(
			`document.querySelector('[data-test-id="rlc-input"] input, input[data-test-id="rlc-input"]')?.value !== ''`,
		);
		// Typing searches in what was loaded.
		expect(stack.sandbox.requests.of('layouts')).toHaveLength(1);
		expect(stack.sandbox.ledger.charged()).toBe(1);
	});

	it('shows the URL of the trigger and where it goes', async () => {
		const { id } = await stack.n8n.client.createWorkflow({
			name: 'Trigger',
			nodes: [
				{
					...start,
					name: 'Trigger',
					type: 'n8n-nodes-person-company-data.personCompanyDataTrigger',
				},
			],
			connections: {},
		});
		await page.goto(`${stack.n8n.url}/workflow/${id}`);
		await byMark(page, 'canvas-node').first().dblclick();
		await byMark(page, 'ndv').waitFor();
		await page.getByText('Webhook URLs').click();
		await page.getByText('Production URL', { exact: true }).first().click();
		await page
			.getByText(/\/webhook\/[\da-f-]{36}\/events/)
			.first()
			.waitFor();
		await page.getByText('administrator profile of the service').first().waitFor();
	});

	it.each(['light', 'dark'] as const)('shows its icon in the %s theme', async (theme) => {
		const { id } = await stack.n8n.client.createWorkflow({
			name: 'Icon',
			nodes: [
				start,
				{ ...start, id: 'own', name: 'Own', type: 'n8n-nodes-person-company-data.personCompanyData' },
			],
			connections: {},
		});
		await page.evaluate(`localStorage.setItem('N8N_THEME', '${theme}')`);
		await page.goto(`${stack.n8n.url}/workflow/${id}`);
		const icon = page.locator('[data-node-name="Own"] img').first();
		await icon.waitFor();
		const deadline = Date.now() + 10_000;
		const width = async () => await icon.evaluate('(image) => image.naturalWidth');
		while ((await width()) === 0) {
			if (Date.now() > deadline) throw new NodeOperationError(start, 'The icon is not shown');
			await sleep(100);
		}
		const source = String(await icon.getAttribute('src'));
		expect(source).toContain(theme === 'dark' ? 'personCompanyData.dark.svg' : 'personCompanyData.svg');
	});
});
