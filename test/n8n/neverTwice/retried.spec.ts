import { Companies } from '../../../sandbox/data/companies';
import { until } from '../../support/until';
import { leadsTo } from '../../support/workflowNodes';
import {
	credentialData,
	CREDENTIAL_TYPE,
	n8n,
	node,
	runWorkflow,
	sandbox,
	serviceNode,
	START,
	workflow,
} from '../support';
import { readShared } from '../shared';
import { answerAtOnce, callsOf, personsFrom, published, requests, spent, triedAgain } from './enriching';
import { enrichedOf, untoldOf } from './told';
import { placed } from '../../support/placed';

/** Tries, retries, loop turns and simultaneous executions: the same contact, and the same job, is paid for once. */

const persons = personsFrom(2000);

beforeEach(answerAtOnce);

it('creates one job whose name tells the time, though n8n tries the node until its result can be read', async () => {
	await sandbox().post('/settings', { jobSeconds: 0 });
	await sandbox().post('/faults', {
		kind: 'status',
		status: 422,
		endpoint: 'prospectingResult',
		times: 2,
	});
	const job = await serviceNode(
		'Job',
		'prospecting',
		'createCompanyJob',
		{ jobName: '=Companies {{ $now.toISO() }}', quantity: 50, filters: { states: ['SP'] }, resultAs: 'file' },
		{ ...triedAgain, maxTries: 3 },
	);
	const { execution, outputs } = await runWorkflow(workflow([job]));
	expect(await spent()).toBe(50);
	expect(await callsOf('companyJob')).toHaveLength(1);
	expect(execution.status).toBe('success');
	expect(outputs.Job).toHaveLength(1);
});

it('asks for no company again, and pays once, when an execution that has found them is retried', async () => {
	const { run } = await published({ resource: 'list', operation: 'enrichList' });
	const companies = new Companies(1, 100);
	const fault = { kind: 'status', status: 400, body: { error: 'No' }, endpoint: 'b2bCompanyEnrichBatch' };
	await sandbox().post('/settings', { notStatedPrice: 'free' });
	await sandbox().post('/faults', fault);
	const rows = [30, 31, 30].map((place) => ({ cnpj: companies.cnpj(place) }));
	const failed = await run(rows);
	expect(failed.status).toBe('error');
	expect(await callsOf('b2bCompanyFind')).toHaveLength(2);
	const client = await n8n();
	await client.request('POST', `/executions/${failed.id}/retry`, { loadWorkflow: false });
	await until(async () => (await callsOf('b2bCompanyEnrichBatch')).length === 2);
	expect(await callsOf('b2bCompanyFind')).toHaveLength(2);
	await until(async () => (await spent()) === 2);
	// A new execution enriches them once more, as it was not told to skip them.
	expect(enrichedOf(await run(rows))).toEqual([0, 1, 2]);
	expect(await spent()).toBe(4);
});

it.each([
	['as it was', false],
	['as it is now', true],
])(
	'pays once when a failed execution is retried twice from the list, with the workflow %s',
	async (_, withCurrentWorkflow) => {
		const { run } = await published({});
		await sandbox().post('/faults', {
			kind: 'status',
			status: 400,
			body: { error: 'No' },
			endpoint: 'b2bPersonEnrichBatch',
		});
		const failed = await run(persons(3));
		expect(failed.status).toBe('error');
		expect(await spent()).toBe(0);

		const client = await n8n();
		const retried = await client.retryExecution(failed, withCurrentWorkflow);
		expect(enrichedOf(retried)).toEqual([0, 1, 2]);
		const again = await client.retryExecution(failed, withCurrentWorkflow);
		expect(await spent()).toBe(3);
		expect(again.mode).toBe('retry');
		expect(untoldOf(again, 3)).toEqual([]);
	},
);

it('sends no more than Maximum Requests in all tries of n8n together', async () => {
	const options = { maxRequests: 3, ifSomeItemsFail: 'stop', maxConcurrentRequests: 1 };
	const { run } = await published({ operation: 'enrichPersonNow', ...placed(options) }, triedAgain);
	await sandbox().post('/faults', {
		kind: 'status',
		status: 400,
		body: { error: 'No' },
		endpoint: 'b2bPersonEnrichNow',
	});
	const { status } = await run(persons(20));
	expect(await requests()).toBe(3);
	expect(await spent()).toBeLessThanOrEqual(3);
	expect(status).toBe('error');
});

it('pays for a contact of an earlier turn of the loop once, and outputs it in both turns', async () => {
	const [first, both, last] = persons(3);
	const loop = node('Loop', 'splitInBatches', { batchSize: 2, options: {} }, { typeVersion: 3 });
	const enrich = await serviceNode('Enrich', 'b2bPerson', 'enrichPersonBatch');
	const draft = workflow([loop, enrich, node('After', 'noOp')], [first, both, both, last]);
	const { execution, outputs } = await runWorkflow({
		...draft,
		connections: {
			[START]: leadsTo('Loop'),
			Loop: { main: [leadsTo('After').main[0], leadsTo('Enrich').main[0]] },
			Enrich: leadsTo('Loop'),
		},
	});
	expect(await spent()).toBe(3);
	expect(execution.status).toBe('success');
	expect(outputs.After.map(({ outcome }) => outcome)).toEqual(Array(4).fill('enriched'));
});

it.each(['enrichPersonBatch', 'enrichPersons', 'enrichPersonNow'])(
	'pays for each contact once when two executions begin at the same moment, and says what became of it in both (%s)',
	async (operation) => {
		await sandbox().post('/settings', { latencyMs: 200 });
		const { runTogether } = await published({ operation });
		const contacts = persons(4);
		const executions = await runTogether(contacts.slice(0, 3), contacts.slice(1));
		expect(await spent()).toBe(4);
		expect(executions.flatMap((execution) => untoldOf(execution, 3))).toEqual([]);
		const enriched = executions.flatMap((execution) => enrichedOf(execution));
		expect(enriched.length).toBeGreaterThanOrEqual(4);
	},
);

it('pays once for a contact that Enrich Now gets by two keys of an account within a day', async () => {
	const second = await (
		await n8n()
	).createCredential(CREDENTIAL_TYPE, credentialData({ apiKey: `${readShared().apiKey}-second` }));
	const contacts = persons(1);
	const one = await published({ operation: 'enrichPersonNow' });
	const other = await published({ operation: 'enrichPersonNow' }, {}, second);
	expect(enrichedOf(await one.run(contacts))).toEqual([0]);
	expect(enrichedOf(await other.run(contacts))).toEqual([0]);
	expect(await spent()).toBe(1);
});

it('asks for a record that always fails at most twice in each execution', async () => {
	await sandbox().post('/settings', { failEveryNthRecord: 1 });
	const { run } = await published({ operation: 'enrichPersonNow' });
	const contacts = persons(1);
	for (let execution = 1; execution <= 8; execution++) {
		expect(untoldOf(await run(contacts), 1)).toEqual([]);
	}
	expect(await requests()).toBeLessThanOrEqual(16);
	expect(await spent()).toBe(0);

	await sandbox().post('/settings', { failEveryNthRecord: 0 });
	expect(enrichedOf(await run(contacts))).toEqual([0]);
});
