import axios from 'axios';
import type { Browser, Page } from 'playwright-core';

import { startSandbox, type Sandbox } from '../../sandbox';
import { startElsewhere, type Elsewhere } from '../support/elsewhere';
import { inBrowser, launch } from './useEditor';

/** The page by which somebody who tries the package sees what it costs, and makes things go wrong. */

inBrowser("the sandbox's page", () => {
	let sandbox: Sandbox;
	let browser: Browser;
	let page: Page;
	let receiver: Elsewhere;

	beforeAll(async () => {
		sandbox = await startSandbox({ port: 0, persons: 100, companies: 50, jobSeconds: 0 });
		receiver = await startElsewhere();
		browser = await launch();
		page = await browser.newPage();
		await page.goto(sandbox.controlUrl);
	});
	afterAll(async () => {
		await browser?.close();
		await receiver?.close();
		await sandbox?.close();
	});

	const press = async (name: string): Promise<void> => {
		await page.getByRole('button', { name }).click();
		await page.getByRole('status').getByText(`Done: ${name}`).waitFor();
	};
	const row = (name: string) => page.getByRole('row', { name }).locator('td');
	const search = async (): Promise<number> => {
		const headers = { authorization: `Token ${sandbox.apiKey}` };
		const body = { filtros_pessoa: { estados: ['SP'] } };
		const config = { headers, validateStatus: () => true };
		return (await axios.post(`${sandbox.baseUrl}/b2b/persons/`, body, config)).status;
	};

	it('shows credits and requests', async () => {
		expect(await search()).toBe(200);
		await row('B2B credits').getByText('999999').waitFor();
		await row('b2bPersonSearch').getByText('1').waitFor();
		await press('Take all credits away');
		expect(sandbox.ledger.balance('b2b')).toBe(0);
		await press('Give a million');
		expect(await search()).toBe(200);
	});

	it('lets the next call fail', async () => {
		await press('Error 500');
		await row('Waits to strike: status 500').waitFor();
		expect([await search(), await search()]).toEqual([500, 200]);
	});

	it('sends an event to the URL that was registered, and tells what is wrong with one', async () => {
		await page.getByLabel('URL that the trigger shows').fill('http://127.0.0.1:1/none');
		await page.getByRole('button', { name: 'Register' }).click();
		await page.getByRole('status').getByText('does not accept HEAD').waitFor();
		await page.getByLabel('URL that the trigger shows').fill(`http://127.0.0.1:${receiver.port}/`);
		await page.getByRole('button', { name: 'Register' }).click();
		await page.getByRole('status').getByText('Registered').waitFor();
		await press('Send an event');
		await row('event').getByText('200').waitFor();
		expect(JSON.parse(receiver.visits.at(-1)?.body ?? '')).toMatchObject({
			job_type: 'prospecting',
			status: 'done',
		});
	});

	it('moves the clock', async () => {
		const before = sandbox.clock.now();
		await press('One day on');
		expect(sandbox.clock.now() - before).toBeGreaterThanOrEqual(86_400_000);
	});
});
