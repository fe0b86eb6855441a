import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { credentialFor, runNode, type NodeResult } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** What a preview of a search says, and what the run then uses. */

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 300 }, (started) => {
	sandbox = started;
});
const search = async (items: readonly IDataObject[], parameters: IDataObject): Promise<NodeResult> =>
	await runNode({
		credential: credentialFor(sandbox),
		resource: 'b2bPerson',
		operation: 'searchB2bPersons',
		items,
		parameters: { filtros_pessoa: { niveis_senioridade: ['Pleno'] }, ...parameters },
	});

describe('one search whose page size differs by item', () => {
	const items = [{ size: 10 }, { size: 20 }, { size: 30 }];
	const parameters = (options: IDataObject = {}) => ({
		limit: 30,
		options: { pageSize: '={{ $json.size }}', ...options },
	});

	it('is done for all items within the credits that the preview says', async () => {
		const preview = await search(items, { ...parameters(), previewCost: true });
		const maxCredits = preview.items[0].json.creditsAtMost as number;
		const { items: found } = await search(items, parameters({ maxCredits }));
		expect(found.filter(({ json }) => json.error !== undefined)).toEqual([]);
		expect(found).toHaveLength(90);
	});

	it('is told to have cost no more than the preview says', async () => {
		const preview = await search(items, { ...parameters(), previewCost: true });
		const { hints } = await search(items, parameters());
		const told = /at most (\d+) B2B/.exec(hints.map(({ message }) => message).join())?.[1];
		expect(Number(told)).toBeLessThanOrEqual(preview.items[0].json.creditsAtMost as number);
	});
});

it('the requests of a preview are enough for a service whose pages are shorter than was asked for', async () => {
	const short = { advanced: { maxConcurrentRequests: 1 }, limit: 500 };
	const preview = await search([{}], { ...short, previewCost: true });
	sandbox.reset();
	// Five rows on each page, whatever is asked for.
	for (let page = 1; page <= 100; page++)
		sandbox.faults.add({
			kind: 'status', status: 200, endpoint: 'b2bPersonSearch',
			body: { dados: [0, 1, 2, 3, 4].map((i) => ({ id_pessoa: page * 5 + i })), total: 600, pagina: page, por_pagina: 5, chave_cache: 'k' },
		}); // prettier-ignore
	await search([{}], short);
	expect(sandbox.requests.all.length).toBeLessThanOrEqual(preview.items[0].json.requestsAtMost as number);
});

it.each([0, 1])('a search whose total (%d) is less than its rows is told to be incomplete', async (total) => {
	sandbox.faults.add({
		kind: 'status', status: 200, endpoint: 'b2bPersonSearch',
		body: { dados: Array.from({ length: 50 }, (_, i) => ({ id_pessoa: i + 1 })), total, pagina: 1, por_pagina: 50, chave_cache: 'k' },
	}); // prettier-ignore
	const { items, hints } = await search([{}], { returnAll: true });
	expect(items).toHaveLength(50);
	expect(hints.filter(({ type }) => type === 'warning')).toHaveLength(1);
});

describe('jobs', () => {
	const jobs = async (items: readonly IDataObject[], more: IDataObject = {}): Promise<NodeResult> =>
		await runNode({
			credential: credentialFor(sandbox),
			resource: 'prospecting',
			operation: 'createPersonJob',
			items,
			parameters: {
				jobName: 'a',
				filters: { states: ['SP'] },
				quantity: '={{ $json.quantity }}',
				...more,
			},
		});
	const items = [{ quantity: 5 }, { quantity: 7 }, { quantity: 3 }];

	it('take no fewer requests than the preview says at least', async () => {
		const preview = await jobs(items, { previewCost: true });
		sandbox.reset();
		await jobs(items);
		expect(sandbox.requests.all.length).toBeGreaterThanOrEqual(
			preview.items[0].json.requestsAtLeast as number,
		);
	});

	it('that are equal as they are sent are created once', async () => {
		await jobs(items, { advanced: { additionalBodyFields: '{"quantity": 50}' } });
		const created = sandbox.requests.all
			.map(({ body }) => JSON.stringify(body))
			.filter((body) => body?.includes('"export":true'));
		expect(created.length).toBe(new Set(created).size);
	});
});
