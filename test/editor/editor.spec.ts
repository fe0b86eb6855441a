import { eventsPath } from '../../tools/host/rest/eventsPath';
import type { StoredWorkflow } from '../../tools/host/rest/stored';
import { picture } from './picture';
import { inBrowser, useEditor } from './useEditor';

/** n8n's editor in a real browser, as a user sees it. */

inBrowser('the editor', () => {
	const bench = useEditor();

	it('lets a node be added, a credential be made and tested, and a person be looked up', async () => {
		const cpf = bench.stack.sandbox.persons.cpf(1);
		await bench.handingOut({ cpf });
		// n8n shows both nodes as one, with the description of the trigger.
		expect(await (await bench.lookUp()).innerText()).toContain(
			'Search and enrich data of persons and companies in Brazil, or start when a job is done',
		);
		await bench.pick('Get person by CPF');
		await bench.page.getByText('Connect to Person and Company Data').click();
		await bench.field('apiKey').locator('input').fill(bench.stack.sandbox.apiKey);
		await bench.field('baseUrl').locator('input').fill(bench.stack.sandbox.baseUrl);
		await bench.by('credential-save-button').click();
		await bench.by('credential-edit-button').waitFor();
		expect(bench.stack.sandbox.ledger.charged()).toBe(0);

		await bench.by('credential-edit-button').click();
		await bench.page.getByText('Connection tested successfully').waitFor();
		expect(bench.stack.sandbox.requests.of('balance').length).toBeGreaterThan(0);
		await picture(bench.page, 'credential', bench.dialog, 508);
		await bench.page.keyboard.press('Escape');
		await bench.by('credential-edit-dialog').waitFor({ state: 'detached' });
		// The key closes the panel behind the window, too.
		await bench.page.locator('[data-test-id="canvas-node"][data-node-name="Get person by CPF"]').dblclick();
		await bench.by('ndv').waitFor();

		await bench.execute();
		const hint = '1 found: at most 1 B2C credit charged, 1 request sent.';
		await bench.output.getByText(hint).waitFor();
		expect(bench.stack.sandbox.ledger.charged()).toBe(1);
		const { titles, rows } = await bench.table();
		expect(titles).toEqual(
			expect.arrayContaining(['name', 'email', 'phone', 'city', 'state', 'cpf', 'outcome']),
		);
		expect(rows).toHaveLength(1);
		expect(rows[0][titles.indexOf('cpf')]).toBe(cpf);
		expect(rows[0][titles.indexOf('name')]).toMatch(/ Synthetic$/);
		await picture(bench.page, 'lookup', bench.by('ndv'), 440);
		await picture(bench.page, 'output', bench.output, 235);
	});

	it('shows what a refused call means and what to do', async () => {
		bench.stack.sandbox.faults.add({
			kind: 'status',
			status: 402,
			body: { error: { code: 'credit', description: 'Insufficient credits.' } },
			times: 'always',
		});
		await bench.handingOut({ cpf: bench.stack.sandbox.persons.cpf(2) });
		await bench.lookUp();
		await bench.pick('Get person by CPF');
		await bench.execute();
		const panel = bench.output;
		await panel.getByText('No credits left for the B2C product').first().waitFor();
		await panel.getByText("'Account > Get Balance' shows the remaining credits").first().waitFor();
		// The panel offers to copy what n8n knows of the error: the key is not in it.
		expect(await panel.innerText()).not.toContain(bench.stack.sandbox.apiKey);
		await picture(bench.page, 'refused', bench.output, 272);
		bench.stack.sandbox.faults.clear();
	});

	it('adds the trigger, and shows its URL and where it goes', async () => {
		await bench.page.goto(`${bench.stack.n8n.url}/workflow/new`);
		await bench.by('canvas-add-button').first().click();
		await bench.search();
		await bench.pick('On prospecting job done or failed');
		await bench.page.getByText('Webhook URLs', { exact: true }).first().click();
		await bench.page.getByText('Production URL', { exact: true }).first().click();
		const url = await bench.page
			.getByText(/^\S*\/webhook\/[\da-f-]{36}\/events\/[\da-f]{40}$/)
			.first()
			.innerText();
		await bench.page.getByText("have your account's administrator").first().waitFor();
		await picture(bench.page, 'trigger', bench.form, 620);

		// The secret in it does not change when n8n stores the workflow.
		await bench.page.keyboard.press('Escape');
		await bench.page.keyboard.press('Control+s');
		await bench.page.waitForURL(/\/workflow\/\w{10,}/);
		const [, id] = /workflow\/(\w+)/.exec(bench.page.url()) ?? [];
		let stored: StoredWorkflow | undefined;
		while (stored === undefined) {
			const response = await bench.stack.n8n.client
				.send('GET', `/rest/workflows/${id}`)
				.catch(() => undefined);
			stored = ((await response?.json()) as { data?: StoredWorkflow } | undefined)?.data;
		}
		expect(new URL(url).pathname).toBe(eventsPath(stored, stored.nodes[0]));
	});
});
