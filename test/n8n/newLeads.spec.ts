import { sleep, type IDataObject } from 'n8n-workflow';

import type { Execution } from '../../tools/host/rest/execution';
import type { StoredWorkflow } from '../../tools/host/rest/stored';
import { itNightly } from '../support/nightly';
import { until } from '../support/until';
import { leadsTo } from '../support/workflowNodes';
import { useOwnStack } from './ownStack';
import { CREDENTIAL_TYPE, node, NODE_TYPE } from './support';

/** The New Leads trigger in a real n8n, which polls it every five seconds, and is killed. */

const stack = useOwnStack();

const NEW_LEADS = 'New Leads';
const PER_RUN = 20;
const filters = { filtros_empresa: { estados: ['SP'] } };

/** n8n takes no schedule below a minute, but several for the same minute. */
const everyFiveSeconds = {
	item: Array.from({ length: 12 }, (_, i) => ({ mode: 'custom', cronExpression: `${i * 5} * * * * *` })),
};

const requests = () => stack.sandbox.requests.of('b2bPersonSearch');
const charged = (): number => stack.sandbox.ledger.charged();

/** Creates the workflow, and does not publish it. */
async function stored(parameters: IDataObject = {}): Promise<StoredWorkflow> {
	const { client } = stack.n8n;
	const { apiKey, baseUrl } = stack.sandbox;
	const { id, name } = await client.createCredential(CREDENTIAL_TYPE, {
		apiKey,
		baseUrl,
		maxRequestsPerMinute: 0,
	});
	const trigger = node(
		NEW_LEADS,
		`${NODE_TYPE}NewLeadsTrigger`,
		{
			pollTimes: everyFiveSeconds,
			...filters,
			resultsPerRun: PER_RUN,
			...parameters,
		} as never,
		{ credentials: { [CREDENTIAL_TYPE]: { id, name } } },
	);
	return await client.createWorkflow({
		name: expect.getState().currentTestName ?? NEW_LEADS,
		nodes: [trigger, node('After', 'noOp')],
		connections: { [NEW_LEADS]: leadsTo('After') },
	});
}

/** The executions that have come to their end with results, oldest first; none while n8n is not up. */
async function delivered({ id }: StoredWorkflow): Promise<Execution[]> {
	const { client } = stack.n8n;
	const ids = await client.listExecutions(id).catch(() => []);
	const all = await Promise.all(ids.map(async (each) => await client.getExecution(each)));
	const byId = all.sort((a, b) => Number(a.id) - Number(b.id));
	return byId.filter(({ status }) => status === 'success');
}

const persons = (executions: readonly Execution[]): unknown[] =>
	executions.flatMap(({ nodes }) => nodes[NEW_LEADS][0].json.map(({ id_pessoa }) => id_pessoa));

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

itNightly(
	'stores a key that was paid for with no result, by an execution in which no further node runs',
	async () => {
		const dados = Array.from({ length: 50 }, (_, i) => ({ id_pessoa: i + 1, nome: `P ${i}`, id_empresa: 1 }));
		const answer = (body: IDataObject, times: 1 | 'always'): void =>
			stack.sandbox.faults.add({
				...{ kind: 'status', status: 200, endpoint: 'b2bPersonSearch', times },
				body: { total: 160, por_pagina: 50, sucesso: true, ...body },
			});
		answer({ dados, chave_cache: 'first' }, 1);
		answer({ dados: [], chave_cache: 'second' }, 'always');
		const workflow = await stored({ resultsPerRun: 50 });
		await stack.n8n.client.activate(workflow);
		await until(async () => (await delivered(workflow)).length >= 2);
		const [full, empty] = await delivered(workflow);
		expect([persons([full]).length, persons([empty]).length]).toEqual([50, 0]);
		expect(Object.keys(empty.nodes)).toEqual([NEW_LEADS]);
		await stack.killAndRestart();
		// Four more polls.
		await sleep(22_000);
		await stack.n8n.client.deactivate(workflow.id);
		const keys = requests().map(({ body }) => (body as IDataObject).chave_cache);
		expect(keys).toEqual([undefined, 'first']);
		expect(await delivered(workflow)).toHaveLength(2);
	},
);

it('is not published with wrong filters, and says why', async () => {
	const workflow = await stored({ filtros_empresa: {} });
	await expect(stack.n8n.client.activate(workflow)).rejects.toThrow(
		/'Person Filters' is empty, and no other filter is set/,
	);
	expect(stack.sandbox.requests.traffic.requests).toBe(0);
	await stack.n8n.client.deactivate(workflow.id).catch(() => undefined);
});
