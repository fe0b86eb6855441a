import { sleep, type IDataObject } from 'n8n-workflow';

import type { StoredWorkflow } from '../../tools/host/rest/stored';
import { itNightly } from '../support/nightly';
import { until } from '../support/until';
import { deliveredBy, filters, NEW_LEADS, PER_RUN, persons, requestsOf, storedIn } from './newLeadsPolled';
import { useOwnStack } from './ownStack';

/** The New Leads trigger in a real n8n, which polls it every five seconds, and is killed. */

const stack = useOwnStack();

const requests = () => requestsOf(stack);
const charged = (): number => stack.sandbox.ledger.charged();
const stored = async (parameters?: IDataObject) => await storedIn(stack, parameters);
const delivered = async (workflow: StoredWorkflow) => await deliveredBy(stack, workflow);

/** All results of the search, in the order of the service. */
async function whole(count: number): Promise<unknown[]> {
	const { apiKey, baseUrl } = stack.sandbox;
	const ids: unknown[] = [];
	let cached: IDataObject = {};
	for (let pagina = 1; ids.length < count; pagina++) {
		const response = await fetch(`${baseUrl}/b2b/persons/`, {
			method: 'POST',
			headers: { Authorization: `Token ${apiKey}`, 'content-type': 'application/json' },
			body: JSON.stringify({ ...filters, ...cached, pagina, por_pagina: 50 }),
		});
		const { dados, chave_cache, total } = (await response.json()) as { dados: IDataObject[] } & IDataObject;
		cached = { chave_cache, total_cacheado: total };
		ids.push(...dados.map(({ id_pessoa }) => id_pessoa));
	}
	return ids;
}

it('delivers each result once, in order, by the schedule and for one credit', async () => {
	const workflow = await stored();
	await stack.n8n.client.activate(workflow);
	await until(async () => (await delivered(workflow)).length >= 4);
	await stack.n8n.client.deactivate(workflow.id);
	const ids = persons(await delivered(workflow));
	expect(ids.length).toBeGreaterThanOrEqual(4 * PER_RUN);
	expect(ids).toEqual((await whole(ids.length)).slice(0, ids.length));
	expect(charged()).toBe(1);
});

itNightly('loses nothing and pays nothing again when n8n is killed around a poll', async () => {
	const workflow = await stored();
	await stack.n8n.client.activate(workflow);
	for (const waitMs of [0, 15, 60]) {
		const before = requests().length;
		await until(() => requests().length > before);
		await sleep(waitMs);
		await stack.killAndRestart();
	}
	const [before, after] = [requests().length, (await delivered(workflow)).length];
	await until(() => requests().length >= before + 3);
	await until(async () => (await delivered(workflow)).length >= after + 3);
	await stack.n8n.client.deactivate(workflow.id);
	const got = new Set(persons(await delivered(workflow)));
	const all = await whole(got.size);
	// Without a gap, up to the last one.
	expect([...got].map((id) => all.indexOf(id)).sort((a, b) => a - b)).toEqual(
		Array.from({ length: got.size }, (_, i) => i),
	);
	expect(got.size).toBeGreaterThanOrEqual(3 * PER_RUN);
	expect(charged()).toBe(1);
});

it('shows the first results in a test run, which moves nothing', async () => {
	const { client } = stack.n8n;
	const workflow = await stored({ pollTimes: { item: [{ mode: 'everyX', value: 5, unit: 'hours' }] } });
	const test = async () => {
		const { nodes, status } = await client.waitForExecution(await client.run(workflow.id, NEW_LEADS));
		expect(status).toBe('success');
		return nodes[NEW_LEADS][0].json.map(({ id_pessoa }) => id_pessoa);
	};
	const first = await test();
	expect(first).toHaveLength(PER_RUN);
	await client.activate(workflow);
	await until(async () => (await delivered(workflow)).length === 1);
	expect(persons(await delivered(workflow))).toEqual(first);
	expect(await test()).toEqual(first);
	await client.deactivate(workflow.id);
	await client.activate(workflow);
	await until(async () => (await delivered(workflow)).length === 2);
	expect(persons(await delivered(workflow))).toEqual(
		await whole(2 * PER_RUN).then((ids) => ids.slice(0, 40)),
	);
	expect(charged()).toBe(1);
});

it('is published though the service does not answer, and delivers once it does', async () => {
	const workflow = await stored();
	stack.sandbox.faults.add({ kind: 'status', status: 500, times: 'always' });
	await stack.n8n.client.activate(workflow);
	stack.sandbox.faults.clear();
	await until(async () => (await delivered(workflow)).length >= 1);
	await stack.n8n.client.deactivate(workflow.id);
	expect(charged()).toBe(1);
});

it('is not published with wrong filters, and says why', async () => {
	const workflow = await stored({ filtros_empresa: {} });
	await expect(stack.n8n.client.activate(workflow)).rejects.toThrow(/Filters are empty/);
	expect(stack.sandbox.requests.traffic.requests).toBe(0);
	await stack.n8n.client.deactivate(workflow.id).catch(() => undefined);
});
