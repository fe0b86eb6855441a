import axios from 'axios';

import { setUpDemo } from '../../tools/start/demo';
import { startElsewhere } from '../support/elsewhere';
import { inBrowser, useEditor } from './useEditor';

/** What `npm start` prints at its end leads to what it says. */

inBrowser('the addresses that npm start prints', () => {
	let printed: Map<string, string>;

	const bench = useEditor(async (started) => {
		const lines = (await setUpDemo(started)).split('\n');
		printed = new Map(lines.map((line) => [line.slice(2, 26).trim(), line.slice(26).trim()]));
	});
	const address = (name: string): string => printed.get(name) ?? '';

	it('are the leads of the run, with names, emails and phones', async () => {
		await bench.page.goto(address('Leads in n8n'));
		const table = bench.page.getByRole('table').last();
		for (const column of ['Name', 'Email', 'Phone']) await table.getByText(column, { exact: true }).waitFor();
		await table
			.getByText(/@example\.com/)
			.first()
			.waitFor();
	});

	it('are a form for a spreadsheet, and one to try it with', async () => {
		const { data } = await axios.get<string>(address('a spreadsheet for it'));
		const { page } = bench;
		await page.goto(address('Form for a spreadsheet'));
		const file = { name: 'companies.csv', mimeType: 'text/csv', buffer: Buffer.from(data) };
		await page.locator('input[type="file"]').setInputFiles(file);
		await page.getByRole('button', { name: 'Submit' }).click();
		await page.getByText(/\d+ to \d+ B2B credits, .*1 of 10 rows is not valid/).waitFor();
	});

	it("are the sandbox's page, which shows the credits and sends events to a URL that was registered", async () => {
		const receiver = await startElsewhere();
		const { page } = bench;
		await page.goto(address('Credits and requests'));
		await page.getByRole('row', { name: 'B2B credits' }).waitFor();
		const register = async (url: string, answer: string): Promise<void> => {
			await page.getByLabel('URL that the trigger shows').fill(url);
			await page.getByRole('button', { name: 'Register' }).click();
			await page.getByRole('status').getByText(answer).waitFor();
		};
		await register('http://127.0.0.1:1/none', 'does not accept HEAD');
		await register(`http://127.0.0.1:${receiver.port}/`, 'Registered');
		await page.getByRole('button', { name: 'Send an event' }).click();
		await page.getByRole('row', { name: 'event' }).locator('td').getByText('200').waitFor();
		const event = JSON.parse(receiver.visits.at(-1)?.body ?? '') as object;
		expect(event).toMatchObject({ job_type: 'prospecting', status: 'done' });
		await receiver.close();
	});
});
