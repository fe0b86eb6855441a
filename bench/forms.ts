import { setTimeout as sleep } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { DEFAULT_CONCURRENCY } from '../core/client/pace';
import { byMark, findBrowser, launch, signIn } from '../test/editor/browser';
import type { N8n } from '../tools/host/n8n';
import type { Report } from '../tools/host/processes/progress';
import type { StoredCredential } from '../tools/host/rest/stored';
import { packageNode } from './n8n/package';
import { chain, node } from './n8n/workflow';

/** How long it took the editor to show the form of a node. */
export interface Opening {
	readonly title: string;
	/** Each time, in milliseconds. */
	readonly ms: readonly number[];
}

/** A form that does not change for so long is complete. */
const QUIET_MS = 700;
const LONGEST_MS = 60_000;

/** In the page: from the double click to the last change of the form. */
const MEASURE = `new Promise((resolve) => {
	let from, last, timer;
	const formOf = () => document.querySelector('[data-test-id="ndv"] [data-test-id="node-parameters"]');
	const fieldsIn = (form) => form.querySelectorAll('[data-test-id^="parameter-input-"]').length;
	addEventListener('dblclick', () => { from = performance.now(); }, { capture: true, once: true });
	const observer = new MutationObserver((changes) => {
		const form = formOf();
		if (from === undefined || form === null || fieldsIn(form) === 0) return;
		if (!changes.some(({ target }) => target.contains(form) || form.contains(target))) return;
		last = performance.now();
		clearTimeout(timer);
		timer = setTimeout(() => {
			observer.disconnect();
			resolve(last - from);
		}, ${QUIET_MS});
	});
	observer.observe(document.body, { childList: true, subtree: true });
})`;

async function open(page: Page, { name }: INode): Promise<number> {
	const measured = page.evaluate(MEASURE) as Promise<number>;
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
	const late = sleep(LONGEST_MS, undefined, { ref: false }).then(() => {
		throw new Error(`The form of ${name} was not complete after ${LONGEST_MS / 1000} s.`);
	});
	const result = await Promise.race([measured, late]);
	await page.keyboard.press('Escape');
	await byMark(page, 'ndv').waitFor({ state: 'hidden' });
	return result;
}

/** Opens the forms of two operations and of n8n's own node in turns, after one of each that is not counted. */
export async function openForms(
	n8n: N8n,
	credential: StoredCredential,
	times: number,
	report: Report,
): Promise<readonly Opening[]> {
	const executable = findBrowser();
	if (executable === undefined) throw new Error('There is no browser; install chromium.');
	const own = (name: string, resource: string, operation: string): INode =>
		packageNode(name, { resource, operation }, credential, DEFAULT_CONCURRENCY);
	const nodes = [
		own('List: Enrich', 'list', 'enrichList'),
		own('B2B Person: Search', 'b2bPerson', 'searchB2bPersons'),
		node('HTTP Request', 'httpRequest', 4.2, {}),
	].map((each, index): INode => ({ ...each, position: [index * 600, 0] }));
	const { id } = await n8n.client.createWorkflow({
		name: 'Forms',
		nodes,
		connections: chain(nodes).connections,
	});
	const browser = await launch(executable);
	try {
		const page = await signIn(browser, n8n.url, n8n.owner);
		await page.goto(`${n8n.url}/workflow/${id}`);
		await byMark(page, 'canvas-node').first().waitFor();
		const seen = nodes.map(({ name }) => ({ title: name, ms: [] as number[] }));
		for (let turn = 0; turn <= times; turn++) {
			for (const [index, each] of nodes.entries()) {
				const ms = await open(page, each);
				if (turn > 0) seen[index].ms.push(ms);
				report(`Form ${turn} of ${times}: ${each.name}: ${ms.toFixed(0)} ms`);
			}
		}
		return seen;
	} finally {
		await browser.close();
	}
}
