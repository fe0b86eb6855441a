import type { Browser, Page } from 'playwright-core';

import { stopAllGroups } from '../../tools/host/processGroup';
import { startStack, type Stack } from '../../tools/host/stack';
import { byMark, findBrowser, launch, signIn } from './browser';

/** The README's "Five minutes", step by step, as a newcomer takes them. */

const executable = findBrowser();
const [when, title] =
	executable === undefined
		? [describe.skip, "the README's five minutes are not tested: install chromium"]
		: [describe, "the README's five minutes"];

jest.setTimeout(180_000);

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

	const output = () => byMark(page, 'output-panel');
	const execute = async (): Promise<void> => await byMark(page, 'node-execute-button').first().click();
	const spent = (): number => stack.sandbox.ledger.charged() - stack.sandbox.ledger.refunded();

	/** Adds the node after the last one of the canvas, by one of its actions. */
	async function add(action: string): Promise<void> {
		await byMark(page, 'canvas-handle-plus').first().click();
		await byMark(page, 'node-creator-search-bar').fill('Person and Company Data');
		await byMark(page, 'item-iterator-item').filter({ hasText: 'Person and Company Data' }).first().click();
		await page.getByText(action, { exact: true }).first().click();
		await byMark(page, 'ndv').waitFor();
	}

	const option = (name: string) => page.getByRole('option', { name, exact: true }).locator('visible=true');

	/** Adds an entry to a collection of the form. */
	async function addTo(collection: string, entry: string): Promise<void> {
		await page.getByPlaceholder(collection, { exact: true }).click();
		await option(entry).click();
	}

	/** Chooses a value of a list in the form. */
	async function choose(parameter: string, value: string): Promise<void> {
		await byMark(page, `parameter-input-${parameter}`).first().click();
		await option(value).click();
		await page.keyboard.press('Escape');
	}

	it('lead from nothing to enriched people, for the credits that they name', async () => {
		// 1. Find people.
		await page.goto(`${stack.n8n.url}/workflow/new`);
		await byMark(page, 'canvas-add-button').first().click();
		await page.getByText('Trigger manually', { exact: true }).first().click();
		await add('Search B2B persons');
		await page.getByText('Connect to Person and Company Data').click();
		await byMark(page, 'parameter-input-apiKey').locator('input').fill(stack.sandbox.apiKey);
		await byMark(page, 'parameter-input-baseUrl').locator('input').fill(stack.sandbox.baseUrl);
		await byMark(page, 'credential-save-button').click();
		await byMark(page, 'credential-edit-button').waitFor();

		// 2. Filters.
		await addTo('Add Person Filter', 'Seniority Levels');
		await choose('niveis_senioridade', 'Decisores');
		await addTo('Add Company Filter', 'States');
		await choose('estados', 'PR');
		await byMark(page, 'parameter-input-limit').locator('input').fill('10');

		// 3. Ask what it costs, then run it.
		await addTo('Add option', 'Preview Cost');
		await execute();
		await output().getByText('creditsAtMost').first().waitFor();
		expect(spent()).toBe(0);
		await byMark(page, 'parameter-input-previewCost').locator('.el-switch').first().click();
		await execute();
		await output().getByText('10 items').first().waitFor();
		await output().getByText('1 request sent; at most 1 B2B credit charged.').waitFor();
		expect(spent()).toBe(1);
		await page.keyboard.press('Escape');
		await byMark(page, 'ndv').waitFor({ state: 'hidden' });

		// 4. Enrich them.
		await add('Enrich B2B persons in batch');
		await execute();
		await output().getByText('10 items').first().waitFor();
		await output().getByText('enriched').first().waitFor();
		expect(spent()).toBe(11);
		expect(stack.sandbox.requests.of('b2bPersonEnrichBatch')).toHaveLength(1);
		expect(stack.sandbox.requests.of('b2bPersonSearch')).toHaveLength(1);
	});
});
