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

it.each([1, 2, 4])(
	'costs one credit more and ends the search, whose pages all come out, when keys are good for %d page(s)',
	async (pagesPerKey) => {
		const all = await whole();
		sandbox.set({ pagesPerKey });
		const result = await search({
			returnAll: true,
			...placed({ maxConcurrentRequests: 20, maxRequestsPerMinute: 0, includeSearchDetails: true }),
		});
		expect(result.error).toBeUndefined();
		const loaded = Array.from({ length: pagesPerKey + 2 }, (_, i) => i + 1);
		expect(pages()).toEqual(loaded);
		expect(charged()).toBe(2);
		expect(persons(result)).toEqual(all.slice(0, loaded.length * 50));
		expect(result.items[0].json.search).toMatchObject({ nextOffset: loaded.length * 50, creditsAtMost: 2 });
		const [sum, warning] = messages(result);
		expect(sum).toContain('at most 2 B2B credits charged');
		expect(warning).toContain('may have been charged 2 times');
		expect(warning).toContain(`${loaded.length * 50} of ${all.length} results`);
	},
);

it('outputs the same again, at no charge, when n8n tries the node again', async () => {
	const all = await whole();
	sandbox.set({ pagesPerKey: 1, latencyMs: 5 });
	const parameters = {
		filtros_pessoa: { niveis_senioridade: ['={{ $json.level }}'] },
		limit: 400,
		options: { ifSomeItemsFail: 'stop', pageSize: 50 },
	};
	const items = [{ level: 'Pleno' }, { level: 'Sênior' }];
	const broken = { kind: 'status', status: 400, endpoint: 'b2bPersonSearch' } as const;
	sandbox.faults.add({ ...broken, skip: 1 });
	const failed = await search(parameters, { items });
	expect(failed.error).toBeDefined();
	const [before, sent] = [charged(), pages().length];
	const again = await search(parameters, { items, after: failed });
	expect(again.error).toBeUndefined();
	const first = again.items.filter(({ json }) => all.includes(json.id_pessoa));
	expect(first.map(({ json }) => json.id_pessoa)).toEqual(all.slice(0, 150));
	expect(before).toBe(2);
	// The second search alone is sent.
	expect(new Set(pages().slice(sent)).size).toBe(pages().length - sent);
});

describe('Maximum Credits', () => {
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
