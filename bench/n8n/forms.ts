import type { INode } from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { launchBrowser, signedIn } from '../../tools/host/browser';
import type { Client, Contestant } from '../setup/contestant';
import type { BenchN8n } from './benchN8n';

const VIEWPORT = { width: 1500, height: 1000 };

/** Opens a form and closes it again. @returns milliseconds from the double click to its last field, Options */
async function open(page: Page): Promise<number> {
	const last = page.locator('[data-test-id="node-parameters"]').getByText('Options', { exact: true });
	const begun = Date.now();
	await page.locator('[data-test-id="canvas-node"]').dblclick();
	await last.waitFor();
	const took = Date.now() - begun;
	await page.keyboard.press('Escape');
	await last.waitFor({ state: 'detached' });
	return took;
}

/** Opens a node's form in the editor, again and again. */
export async function formContestant(
	n8n: BenchN8n,
	about: { client: Client; title: string },
	node: INode,
): Promise<Contestant> {
	const { id } = await n8n.now.client.createWorkflow({ name: about.title, nodes: [node], connections: {} });
	const run: Contestant['run'] = async (size) => {
		const browser = await launchBrowser();
		const page = await signedIn(browser, n8n.now, { viewport: VIEWPORT });
		await page.goto(`${n8n.now.url}/workflow/${id}`);
		// The first time, the browser loads what all forms need.
		await open(page);
		let took = 0;
		for (let times = 0; times < size; times++) took += await open(page);
		await browser.close();
		return { startedAt: 0, stoppedAt: took, results: size };
	};
	return { ...about, run, renew: async () => await n8n.restart() };
}
