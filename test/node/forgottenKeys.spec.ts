import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { credentialFor, runNode, type NodeResult, type NodeRun } from '../support/harness';
import { placed } from '../support/placed';
import { useSandbox } from './support/useSandbox';

/** Searches whose cache key the service forgets: what is paid for comes out, and nothing is asked for again. */

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 300 }, (started) => {
	sandbox = started;
});

const many = { filtros_pessoa: { niveis_senioridade: ['Pleno'] } };
const search = async (parameters: IDataObject, more: Partial<NodeRun> = {}): Promise<NodeResult> =>
	await runNode({
		credential: credentialFor(sandbox),
		resource: 'b2bPerson',
		operation: 'searchB2bPersons',
		parameters: { ...many, ...parameters },
		...more,
	});

const bodies = () => sandbox.requests.of('b2bPersonSearch').map(({ body }) => body as IDataObject);
const pages = () => bodies().map(({ pagina }) => pagina);
const charged = () => sandbox.ledger.charged('b2b');
const persons = ({ items }: NodeResult) => items.map(({ json }) => json.id_pessoa);
const messages = ({ hints }: NodeResult): string[] => hints.map(({ message }) => message);
/** All results, as they come when no key is forgotten. */
async function whole(): Promise<unknown[]> {
	const all = persons(await search({ returnAll: true }));
	sandbox.reset();
	return all;
}

it('outputs all pages that were on their way, and asks for none twice', async () => {
	const all = await whole();
	sandbox.set({ pagesPerKey: 1, latencyMs: 5 });
	const result = await search({ limit: 400 });
	expect(result.error).toBeUndefined();
	expect(pages()).toEqual([1, 2, 3, 4, 5, 6, 7]);
	expect(charged()).toBe(6);
	expect(persons(result)).toEqual(all.slice(0, 350));
	const [sum, warning] = messages(result);
	expect(sum).toContain('at most 6 B2B credits charged');
	expect(warning).toContain('may have been charged 6 times');
	expect(warning).toContain(`350 of ${all.length} results`);
});

it('outputs every page that was paid for, also one that waits for its next try', async () => {
	const all = await whole();
	sandbox.set({ pagesPerKey: 2, latencyMs: 5 });
	// Page 4 is not taken and waits for its next try, while page 5 finds the key forgotten.
	sandbox.faults.add({
		kind: 'status',
		status: 503,
		headers: { 'retry-after': '5' },
		endpoint: 'b2bPersonSearch',
		skip: 3,
	});
	const result = await search({ limit: 300, options: { includeSearchDetails: true } });
	expect(result.error).toBeUndefined();
	expect(pages()).toEqual([1, 2, 3, 4, 5, 6, 4]);
	expect(persons(result)).toEqual(all.slice(0, 300));
	expect(charged()).toBe(4);
	expect(result.items[0].json.search).toMatchObject({ nextOffset: 300, creditsAtMost: 4 });
});

describe('Maximum Credits', () => {
	it.each([2, 6])('of %d holds for pages on their way', async (maxCredits) => {
		const all = await whole();
		sandbox.set({ pagesPerKey: 1, latencyMs: 5 });
		const result = await search({
			limit: 400,
			...placed({ maxCredits, maxConcurrentRequests: 20, maxRequestsPerMinute: 0 }),
		});
		expect(charged()).toBeLessThanOrEqual(maxCredits);
		expect(persons(result)).toEqual(all.slice(0, pages().length * 50));
		expect(new Set(pages()).size).toBe(pages().length);
	});

	it('of 1 lets a search load all of its pages, one at a time, and one credit more is the most', async () => {
		sandbox.set({ latencyMs: 5 });
		const options = { maxCredits: 1, maxConcurrentRequests: 20, maxRequestsPerMinute: 0 };
		const { items } = await search({ limit: 400, ...placed(options) });
		expect(items).toHaveLength(400);
		expect(sandbox.requests.traffic.maxInFlight).toBe(1);
		expect(charged()).toBe(1);
		sandbox.reset();
		sandbox.set({ pagesPerKey: 1, latencyMs: 5 });
		expect((await search({ limit: 400, ...placed(options) })).items).toHaveLength(150);
		expect(charged()).toBe(2);
	});

	it.each([4, 9])('of %d holds over several searches at once', async (maxCredits) => {
		const states = ['SP', 'RJ'].map((state) => ({ state }));
		sandbox.set({ pagesPerKey: 2, latencyMs: 5 });
		const result = await search(
			{
				filtros_pessoa: {},
				filtros_empresa: { estados: ['={{ $json.state }}'] },
				returnAll: true,
				...placed({ maxCredits, maxConcurrentRequests: 10, maxRequestsPerMinute: 0, pageSize: 10 }),
			},
			{ items: states },
		);
		expect(result.error).toBeUndefined();
		// Where nothing is left for a broken promise, one page of each search may cost a credit more.
		expect(charged()).toBeLessThanOrEqual(Math.max(maxCredits, 2 * states.length));
	});
});
