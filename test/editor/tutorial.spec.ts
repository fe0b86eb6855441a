import type { Stack } from '../../tools/host/stack';
import { inBrowser, useEditor } from './useEditor';
import type { Workbench } from './workbench';

/** The README's "Five minutes", step by step, as a newcomer takes them. */

jest.setTimeout(180_000);

inBrowser("the README's five minutes", "the README's five minutes are not tested", () => {
	let stack: Stack;
	let bench: Workbench;

	useEditor((...started) => {
		[stack, bench] = started;
	});

	const spent = (): number => stack.sandbox.ledger.charged() - stack.sandbox.ledger.refunded();

	/** Adds the node after the last one of the canvas, by one of its actions. */
	async function add(action: string): Promise<void> {
		await bench.lookUp();
		await bench.pick(action);
	}

	const option = (name: string) =>
		bench.page.getByRole('option', { name, exact: true }).locator('visible=true');

	/** Adds an entry to a collection of the form. */
	async function addTo(collection: string, entry: string): Promise<void> {
		await bench.page.getByPlaceholder(collection, { exact: true }).click();
		await option(entry).click();
	}

	/** Chooses a value of a list in the form. */
	async function choose(parameter: string, value: string): Promise<void> {
		await bench.field(parameter).first().click();
		await option(value).click();
		await bench.page.keyboard.press('Escape');
	}

	it('lead from nothing to enriched people, for the credits that they name', async () => {
		// 1. Find people.
		await bench.page.goto(`${stack.n8n.url}/workflow/new`);
		await bench.by('canvas-add-button').first().click();
		await bench.page.getByText('Trigger manually', { exact: true }).first().click();
		await add('Search B2B persons');
		await bench.page.getByText('Connect to Person and Company Data').click();
		await bench.field('apiKey').locator('input').fill(stack.sandbox.apiKey);
		await bench.field('baseUrl').locator('input').fill(stack.sandbox.baseUrl);
		await bench.by('credential-save-button').click();
		await bench.by('credential-edit-button').waitFor();

		// 2. Filters.
		await addTo('Add Person Filter', 'Seniority Levels');
		await choose('niveis_senioridade', 'Decisores');
		await addTo('Add Company Filter', 'States');
		await choose('estados', 'PR');
		await bench.field('limit').locator('input').fill('10');

		// 3. Ask what it costs, then run it.
		await addTo('Add option', 'Preview Cost');
		await bench.execute();
		await bench.output.getByText('creditsAtMost').first().waitFor();
		expect(spent()).toBe(0);
		await bench.field('previewCost').locator('.el-switch').first().click();
		await bench.execute();
		await bench.output.getByText('10 items').first().waitFor();
		await bench.output.getByText('1 request sent; at most 1 B2B credit charged.').waitFor();
		expect(spent()).toBe(1);
		await bench.page.keyboard.press('Escape');
		await bench.by('ndv').waitFor({ state: 'hidden' });

		// 4. Enrich them.
		await add('Enrich B2B persons in batch');
		await bench.execute();
		await bench.output.getByText('10 items').first().waitFor();
		await bench.output.getByText('enriched').first().waitFor();
		expect(spent()).toBe(11);
		expect(stack.sandbox.requests.of('b2bPersonEnrichBatch')).toHaveLength(1);
		expect(stack.sandbox.requests.of('b2bPersonSearch')).toHaveLength(1);
	});
});
