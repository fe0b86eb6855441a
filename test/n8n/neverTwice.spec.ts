import { sleep, type INodeParameters } from 'n8n-workflow';

import type { EndpointName } from '../../contract';
import type { LoggedRequest } from '../../sandbox';
import type { Execution } from '../../tools/host/rest/execution';
import { FIRST_ID, outcomesOf, storeEnriching, type EnrichingWorkflow } from '../support/enrichingWorkflow';
import { until } from '../support/until';
import { leadsTo } from '../support/workflowNodes';
import { credential, n8n, node, runWorkflow, sandbox, serviceNode, START, workflow } from './support';

/**
 * What n8n itself makes of executions that belong together: retries from its list, loops, sub-workflows, a stop, its
 * store under executions at the same time. What the package does with them, the model of test/chaos shows.
 */

// The submission of a batch is answered with its result: the node does not have to poll.
beforeEach(async () => {
	const atOnce = { batchMinimumSeconds: 0, recordsPerSecond: 1_000_000, acknowledgement: 'statusRecord' };
	await sandbox().post('/settings', atOnce);
});

/** Publishes a workflow that enriches the contacts of a call. */
async function published(parameters: INodeParameters): Promise<EnrichingWorkflow> {
	const client = await n8n();
	const enriching = await storeEnriching(
		{ client: () => client, credential: await credential() },
		{ parameters },
	);
	await enriching.publish();
	return enriching;
}

/** Hands out persons of the sandbox, each to one test only: what one has left behind meets no other. */
let next = FIRST_ID + 1000;
const persons = (count: number): Array<{ id_pessoa: number }> =>
	Array.from({ length: count }, () => ({ id_pessoa: next++ }));

/** The calls of an endpoint so far. */
const callsOf = async (endpoint: EndpointName): Promise<LoggedRequest[]> =>
	(await sandbox().get<LoggedRequest[]>('/requests')).filter((request) => request.endpoint === endpoint);

/** Credits charged so far and not refunded. */
async function spent(): Promise<number> {
	const { charged, refunded } = await sandbox().totals();
	return charged - refunded;
}

/** Says that something was sent or paid for before. */
const ABOUT_PAYMENT = /submitted|charged|paid/i;

/** The places of the items of which an execution that has succeeded says nothing at all. */
function silentOf(execution: Execution, count: number): number[] {
	if (execution.status !== 'success') return [];
	const items = execution.nodes.Enrich?.at(-1)?.outputs.flat() ?? [];
	const reported = items.flatMap(({ pairedItem = [] }) =>
		[pairedItem].flat().map((each) => (typeof each === 'number' ? each : each.item)),
	);
	return Array.from({ length: count }, (_, place) => place).filter((place) => !reported.includes(place));
}

it.each([
	['as it was', false],
	['as it is now', true],
])('pays once when a failed execution is retried from the list, with the workflow %s', async (_, isNew) => {
	const { run } = await published({});
	const refusal = { kind: 'status', status: 400, body: { error: 'No' }, endpoint: 'b2bPersonEnrichBatch' };
	await sandbox().post('/faults', refusal);
	const failed = await run(persons(3));
	expect(failed.status).toBe('error');
	expect(await spent()).toBe(0);

	const retried = await (await n8n()).retryExecution(failed, isNew);
	expect(retried.mode).toBe('retry');
	expect(outcomesOf(retried)).toEqual(Array(3).fill('enriched'));
	expect(await spent()).toBe(3);
});

it('takes a batch up again when a failed execution is retried from the list', async () => {
	await sandbox().post('/settings', { acknowledgement: 'bare' });
	await sandbox().post('/faults', { kind: 'status', status: 401, endpoint: 'batchStatus' });
	const { run } = await published({});
	const failed = await run(persons(1));
	expect(failed.status).toBe('error');
	const again = await (await n8n()).retryExecution(failed);
	expect(outcomesOf(again)).toEqual(['enriched']);
	expect(await callsOf('b2bPersonEnrichBatch')).toHaveLength(1);
	expect(await spent()).toBe(1);
});

it('pays for a contact of an earlier turn of the loop once, and outputs it in both turns', async () => {
	const [first, both, last] = persons(3);
	const { execution, outputs } = await runWorkflow(await looped([first, both, both, last], 2));
	expect(await spent()).toBe(3);
	expect(execution.status).toBe('success');
	expect(outputs.After.map(({ outcome }) => outcome)).toEqual(Array(4).fill('enriched'));
});

it.each([
	[false, 'ends the loop'],
	[true, 'goes on with the loop'],
])('a turn of a loop that brings no item, with Always Output Data %s, %s', async (alwaysOutputData) => {
	const client = await n8n();
	const options = { options: { skipEnriched: true } };
	const { id } = await client.createWorkflow(await looped(persons(2), 1, options, { alwaysOutputData }));
	const turns = async () => await client.waitForExecution(await client.run(id, START));
	expect((await turns()).nodes.After).toHaveLength(1);
	const { status, nodes } = await turns();
	expect(status).toBe('success');
	expect([nodes.Enrich.length, nodes.After?.length]).toEqual(alwaysOutputData ? [2, 1] : [1, undefined]);
	expect(await spent()).toBe(2);
});

/** A workflow whose node `Enrich` is given so many of the items in each turn of a loop. */
async function looped(
	items: Array<{ id_pessoa: number }>,
	batchSize: number,
	...how: [parameters?: Parameters<typeof serviceNode>[3], more?: Parameters<typeof serviceNode>[4]]
) {
	const loop = node('Loop', 'splitInBatches', { batchSize, options: {} }, { typeVersion: 3 });
	const enrich = await serviceNode('Enrich', 'b2bPerson', 'enrichPersonBatch', ...how);
	return {
		...workflow([loop, enrich, node('After', 'noOp')], items),
		connections: {
			[START]: leadsTo('Loop'),
			Loop: { main: [leadsTo('After').main[0], leadsTo('Enrich').main[0]] },
			Enrich: leadsTo('Loop'),
		},
	};
}

it.each(['enrichPersonBatch', 'enrichPersonNow'])(
	'pays for each contact once when two executions begin at the same moment, and says what became of it in both (%s)',
	async (operation) => {
		await sandbox().post('/settings', { latencyMs: 200 });
		const { runTogether } = await published({ operation });
		const contacts = persons(4);
		const executions = await runTogether(contacts.slice(0, 3), contacts.slice(1));
		expect(await spent()).toBe(4);
		expect(executions.flatMap((execution) => silentOf(execution, 3))).toEqual([]);
	},
);

it('pays once per record with Skip Records Enriched Before, and again for one that failed', async () => {
	await sandbox().post('/settings', { failEveryNthRecord: 2 });
	const { run } = await published({ options: { skipEnriched: true } });
	const contacts = persons(4);
	const first = outcomesOf(await run(contacts));
	expect(first.sort()).toEqual(['enriched', 'enriched', 'failed', 'failed']);
	await sandbox().post('/settings', { failEveryNthRecord: 0 });
	expect(outcomesOf(await run(contacts))).toEqual(['enriched', 'enriched']);
	expect(outcomesOf(await run(contacts))).toEqual([]);
	expect(await spent()).toBe(4);
});

it('stops polling when the execution is stopped, and the next one outputs the result of its batch', async () => {
	await sandbox().post('/settings', { acknowledgement: 'bare', batchMinimumSeconds: 20 });
	const { run, newest } = await published({ options: { skipEnriched: true } });
	const contacts = persons(2);
	const stopped = run(contacts);
	await until(async () => (await spent()) === 2);
	await (await n8n()).stopExecution((await newest())?.id ?? '');
	expect((await stopped).status).toBe('canceled');
	await sleep(11_000);
	expect(await callsOf('batchStatus')).toHaveLength(0);

	const [lead] = persons(1);
	expect(outcomesOf(await run([contacts[1], lead, contacts[0]]))).toEqual(Array(3).fill('enriched'));
	expect(await callsOf('b2bPersonEnrichBatch')).toHaveLength(2);
	expect(await spent()).toBe(3);
});

/**
 * For n8n the second call of a sub-workflow is an execution of its own, which shares nothing with the first: what
 * came out of that one is paid for again, and only what is uncertain is held back.
 */
it('submits nothing again in a sub-workflow that its parent calls once more', async () => {
	const lost = { kind: 'reset', when: 'after', endpoint: 'b2bPersonEnrichBatch' };
	await sandbox().post('/faults', lost);
	const client = await n8n();
	const input = node('Input', 'executeWorkflowTrigger', { inputSource: 'passthrough' }, { typeVersion: 1.1 });
	const below = await client.createWorkflow({
		name: 'Sub-workflow',
		nodes: [input, await serviceNode('Enrich', 'b2bPerson', 'enrichPersonBatch')],
		connections: { Input: leadsTo('Enrich') },
	});
	await client.activate(below);
	const call = node(
		'Call',
		'executeWorkflow',
		{ workflowId: { __rl: true, mode: 'id', value: below.id }, options: {} },
		{ typeVersion: 1.2, retryOnFail: true, maxTries: 2, waitBetweenTries: 10 },
	);
	const { execution } = await runWorkflow(workflow([call], persons(3)));
	expect(execution.status).toBe('error');
	expect(execution.error?.message).toMatch(ABOUT_PAYMENT);
	expect(await client.listExecutions(below.id)).toHaveLength(2);
	expect(await spent()).toBe(3);
	expect(await callsOf('b2bPersonEnrichBatch')).toHaveLength(1);
});
