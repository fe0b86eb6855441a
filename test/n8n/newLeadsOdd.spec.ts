import { sleep, type IDataObject } from 'n8n-workflow';

import type { StoredWorkflow } from '../../tools/host/rest/stored';
import { until } from '../support/until';
import { deliveredBy, NEW_LEADS, PER_RUN, persons, requestsOf, storedIn } from './newLeadsPolled';
import { useOwnStack } from './ownStack';

/** The New Leads trigger, published in a real n8n, with a service that gives no key, or forgets it around a kill. */

const stack = useOwnStack();

const requests = () => requestsOf(stack);
const charged = (): number => stack.sandbox.ledger.charged();
const stored = async (parameters?: IDataObject) => await storedIn(stack, parameters);
const delivered = async (workflow: StoredWorkflow) => await deliveredBy(stack, workflow);

it('delivers the page of which the service made a new search, for one credit, also after a kill of n8n', async () => {
	const workflow = await stored();
	await stack.n8n.client.activate(workflow);
	await until(async () => (await delivered(workflow)).length >= 2);
	// The service forgets its searches after a week.
	await stack.sandbox.clock.advance(8 * 86_400_000);
	const before = requests().length;
	await until(() => requests().length > before);
	await until(async () => (await delivered(workflow)).length >= 3);
	expect(new Set(persons(await delivered(workflow))).size).toBeGreaterThan(2 * PER_RUN);
	await stack.killAndRestart();
	// Four more polls.
	await sleep(22_000);
	await stack.n8n.client.deactivate(workflow.id);
	// The last results may come twice, and others that are free with the key.
	expect(charged()).toBe(2);
});

it('has n8n store a key that was paid for with no result, by an execution in which no further node runs', async () => {
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
	expect(persons([full])).toHaveLength(50);
	expect(persons([empty])).toEqual([]);
	expect(Object.keys(empty.nodes)).toEqual([NEW_LEADS]);
	await stack.killAndRestart();
	// Four more polls.
	await sleep(22_000);
	await stack.n8n.client.deactivate(workflow.id);
	const keys = requests().map(({ body }) => (body as IDataObject).chave_cache);
	expect(keys).toEqual([undefined, 'first']);
	expect(await delivered(workflow)).toHaveLength(2);
});

it('delivers all results of the page that was paid for where the service gives no key', async () => {
	const dados = Array.from({ length: 50 }, (_, i) => ({ id_pessoa: i + 1, nome: `P ${i}`, id_empresa: 1 }));
	const body = { dados, total: 500, pagina: 1, por_pagina: 50, sucesso: true };
	stack.sandbox.faults.add({
		...{ kind: 'status', status: 200, endpoint: 'b2bPersonSearch', times: 'always' },
		body,
	});
	const workflow = await stored();
	await stack.n8n.client.activate(workflow);
	await until(async () => (await delivered(workflow)).length >= 1);
	// Four more polls.
	await sleep(22_000);
	await stack.n8n.client.deactivate(workflow.id);
	expect(persons(await delivered(workflow))).toEqual(dados.map(({ id_pessoa }) => id_pessoa));
});
