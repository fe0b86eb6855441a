import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { agentWith, type Agent } from '../support/agent';
import { credentialFor, runNode } from '../support/harness';
import { placed } from '../support/placed';
import { useSandbox } from './support/useSandbox';

/** A search of several pages that is asked for again in the same execution, as agents and loops do. */

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 30 }, (started) => {
	sandbox = started;
});

const searching = (limit: number, options: IDataObject = {}): Agent =>
	agentWith(credentialFor(sandbox), {
		resource: 'b2bPerson',
		operation: 'searchB2bPersons',
		filtros_pessoa: { niveis_senioridade: [`={{ $fromAI('level', '', 'string') }}`] },
		limit,
		options,
	});
const pages = (): unknown[] =>
	sandbox.requests.of('b2bPersonSearch').map(({ body }) => (body as IDataObject).pagina);
const charged = (): number => sandbox.ledger.charged('b2b');
const question = { level: 'Pleno' };

it('pays no second time for a page that the service has charged as a new search', async () => {
	const { call } = searching(100);
	sandbox.faults.add({ kind: 'forget', endpoint: 'b2bPersonSearch', skip: 1 });
	const one = await call(question);
	expect([one.length, charged()]).toEqual([100, 2]);
	const again = await call(question);
	expect(again).toEqual(one);
	expect(charged()).toBe(2);
	expect(pages()).toEqual([1, 2]);
});

it('pays no second time either where Maximum Credits would allow it', async () => {
	const { call } = searching(100, { maxCredits: 3 });
	sandbox.faults.add({ kind: 'forget', endpoint: 'b2bPersonSearch', skip: 1 });
	await call(question);
	await call(question);
	expect(charged()).toBe(2);
});

it('sends no page a second time', async () => {
	const { call } = searching(200);
	const one = await call(question);
	expect(pages()).toEqual([1, 2, 3, 4]);
	expect(await call(question)).toEqual(one);
	expect(pages()).toEqual([1, 2, 3, 4]);
});

it('goes on after a page that failed with that page alone, not with those that had come', async () => {
	const run = async (limit: number, options: IDataObject = {}) =>
		await runNode({
			credential: credentialFor(sandbox),
			resource: 'b2bPerson',
			operation: 'searchB2bPersons',
			parameters: {
				filtros_pessoa: { niveis_senioridade: ['Pleno'] },
				limit,
				...placed({ maxConcurrentRequests: 20, maxRequestsPerMinute: 0, includeSearchDetails: true, ...options }),
			},
		});
	sandbox.set({ latencyMs: 5 });
	// Page 8 fails, whose answer comes with those of the pages behind it.
	sandbox.faults.add({ kind: 'status', status: 400, endpoint: 'b2bPersonSearch', skip: 7 });
	const { items } = await run(700);
	const { cacheKey, total, nextOffset, pageSize } = items[0].json.search as IDataObject;
	const values = { chave_cache: cacheKey, total_cacheado: total, offset: nextOffset, pageSize };
	const before = pages();
	const rows = items.filter(({ json }) => json.id_pessoa !== undefined).length;
	// A page of 50 for each request but that of page 8.
	expect(rows).toBe((before.length - 1) * 50);
	await run(700 - rows, { continueFrom: { values } });
	const again = pages().slice(before.length);
	expect(again.filter((page) => page !== 8 && before.includes(page))).toEqual([]);
});
