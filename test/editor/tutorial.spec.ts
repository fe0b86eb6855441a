import { eventsPath } from '../../tools/host/rest/eventsPath';
import type { StoredCredential, StoredWorkflow } from '../../tools/host/rest/stored';
import { readExample, withCredential } from '../support/examples';
import { CREDENTIAL_TYPE } from '../support/workflowNodes';
import { inBrowser, useEditor } from './useEditor';

/**
 * The README's first list in five minutes, step by step, as a newcomer takes them, and how the demonstration of
 * docs/dev/verification.md goes on with them.
 */

inBrowser("the README's five minutes", () => {
	const bench = useEditor();

	const spent = (): number => bench.stack.sandbox.ledger.charged() - bench.stack.sandbox.ledger.refunded();

	/** Adds the node after the last one of the canvas, by one of its actions. */
	async function add(action: string): Promise<void> {
		await bench.lookUp();
		// The README says to open the first.
		const first = bench.by('item-iterator-item').first();
		await first.filter({ hasText: 'Person and Company Data (Brazil, CNPJ, CPF)' }).waitFor();
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

	/** An example as it is once it is imported and the credential chosen. */
	async function example(name: string): Promise<StoredWorkflow> {
		const { client } = bench.stack.n8n;
		const credentials = await client.request<StoredCredential[]>('GET', '/credentials');
		const [own] = credentials.filter(({ type }) => type === CREDENTIAL_TYPE);
		const draft = readExample(name);
		return await client.createWorkflow({
			...draft,
			nodes: draft.nodes.map((node) => withCredential(node, own)),
		});
	}

	let started: number;
	beforeAll(() => {
		started = Date.now();
	});

	it('lead from nothing to enriched people, for the credits that they name', async () => {
		// 1. Find people.
		await bench.page.goto(`${bench.stack.n8n.url}/workflow/new`);
		await bench.by('canvas-add-button').first().click();
		await bench.page.getByText('Trigger manually', { exact: true }).first().click();
		await add('Search B2B persons');
		await bench.page.getByText('Connect to Person and Company Data').click();
		await bench.field('apiKey').locator('input').fill(bench.stack.sandbox.apiKey);
		await bench.field('baseUrl').locator('input').fill(bench.stack.sandbox.baseUrl);
		await bench.by('credential-save-button').click();
		await bench.by('credential-edit-button').waitFor();

		// 2. Filters.
		await addTo('Add Person Filter', 'Seniority Levels');
		await choose('niveis_senioridade', 'Decisores');
		await addTo('Add Person Filter', 'Has Email');
		await addTo('Add Company Filter', 'States');
		await choose('estados', 'PR');
		await bench.field('limit').locator('input').fill('10');

		// 3. Ask what it costs, then run it.
		await bench.field('previewCost').locator('.el-switch').first().click();
		await bench.execute();
		await bench.output.getByText('creditsAtMost').first().waitFor();
		expect(spent()).toBe(0);
		await bench.field('previewCost').locator('.el-switch').first().click();
		await bench.execute();
		await bench.output.getByText('10 items').first().waitFor();
		await bench.output.getByText('at most 1 B2B credit charged, 1 request sent.').waitFor();
		expect(spent()).toBe(1);
		await bench.page.keyboard.press('Escape');
		await bench.by('ndv').waitFor({ state: 'hidden' });

		// 4. Enrich them.
		await add('Enrich B2B persons in batch');
		await bench.execute();
		await bench.output.getByText('10 items').first().waitFor();
		await bench.output.getByText('enriched').first().waitFor();
		expect(spent()).toBe(11);
		expect(bench.stack.sandbox.requests.of('b2bPersonEnrichBatch')).toHaveLength(1);
		expect(bench.stack.sandbox.requests.of('b2bPersonSearch')).toHaveLength(1);
		await bench.page.keyboard.press('Escape');
		await bench.by('ndv').waitFor({ state: 'hidden' });
	});

	it('go on in the demonstration with what is refused and with an event, all within five minutes', async () => {
		// What is wrong is said before anything is sent.
		const requests = bench.stack.sandbox.requests.traffic.requests;
		await add('Get company by CNPJ');
		await bench.execute();
		await bench.output.getByText("'CNPJ' is empty").first().waitFor();
		expect(bench.stack.sandbox.requests.traffic.requests).toBe(requests);

		// The trigger of an example, published, with its URL at the service.
		const listening = await example('prospecting-result');
		await bench.stack.n8n.client.activate(listening);
		const [trigger] = listening.nodes.filter(({ type }) => type.endsWith('Trigger'));
		await bench.stack.sandbox.webhooks.register(`${bench.stack.n8n.url}${eventsPath(listening, trigger)}`);

		// Another example makes a job; the service reports it.
		bench.stack.sandbox.set({ jobSeconds: 0 });
		const { id } = await example('prospecting-job');
		await bench.page.goto(`${bench.stack.n8n.url}/workflow/${id}`);
		await bench.by('canvas-node').first().waitFor();
		await bench.by('execute-workflow-button').first().click();
		await bench.page.goto(`${bench.stack.n8n.url}/workflow/${listening.id}/executions`);
		await bench.page.getByText('Succeeded').first().waitFor();
		expect(Date.now() - started).toBeLessThan(300_000);
	});
});
