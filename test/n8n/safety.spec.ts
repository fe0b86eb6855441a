import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from 'n8n-workflow';

import type { LoggedRequest } from '../../sandbox';
import { Persons } from '../../sandbox/data/persons';
import { PAGE, redirect } from '../support/chaosCases';
import { until } from '../support/until';
import { readShared } from './shared';
import { n8n, outputsOf, runWorkflow, sandbox, serviceNode, START, workflow } from './support';

const requests = async (): Promise<LoggedRequest[]> => await sandbox().get<LoggedRequest[]>('/requests');
/** The persons that the sandbox knows. */
const persons = new Persons(1, 100, 100);
const to = async (endpoint: string) => (await requests()).filter((request) => request.endpoint === endpoint);

it('lets good items out and sends bad ones to the error output', async () => {
	const enrich = await serviceNode(
		'Enrich',
		'b2bPerson',
		'enrichPersonBatch',
		{},
		{ onError: 'continueErrorOutput' },
	);
	const { execution } = await runWorkflow(
		workflow([enrich], [{ id_pessoa: 10_000_001 }, { id_pessoa: 'abc' }, { id_pessoa: 10_000_002 }]),
	);
	const [good, bad] = execution.nodes.Enrich[0].outputs;
	expect(good.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
	expect(bad.map(({ json }) => json.error)).toEqual(['Person ID is not a whole number but text.']);
	expect((await sandbox().totals()).charged).toBe(2);
});

it("pays once under n8n's Retry On Fail, when the answer of a submission is lost", async () => {
	await sandbox().post('/faults', { kind: 'reset', when: 'after', endpoint: 'b2bPersonEnrichBatch' });
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
	const enrich = await serviceNode('Enrich', 'b2bPerson', 'enrichPersonBatch', {}, retry);
	const { execution } = await runWorkflow(workflow([enrich], [{ id_pessoa: 10_000_001 }]));
	expect(execution.status).toBe('error');
	expect(await to('b2bPersonEnrichBatch')).toHaveLength(1);
	expect((await sandbox().totals()).charged).toBe(1);
});

it("pays once under n8n's Retry On Fail, when an enrichment's record comes back as an error first", async () => {
	await sandbox().post('/faults', {
		kind: 'status',
		status: 400,
		body: { error: 'No' },
		endpoint: 'b2bCompanyEnrichNow',
	});
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
	const enrich = await serviceNode(
		'Enrich',
		'b2bCompany',
		'enrichCompanyNow',
		{
			identifyBy: 'id_empresa',
			id_empresa: '={{ $json.id_empresa }}',
			options: { advanced: { maxConcurrentRequests: 1 } },
		},
		retry,
	);
	const ids = [1, 2, 3].map((i) => ({ id_empresa: 500_000 + i }));
	const { execution, outputs } = await runWorkflow(workflow([enrich], ids));
	expect(execution.status).toBe('success');
	const keys = (await to('b2bCompanyEnrichNow')).map(({ headers }) => headers['idempotency-key']);
	expect(new Set(keys).size).toBe(3);
	const { charged, refunded } = await sandbox().totals();
	expect(charged - refunded).toBe(3);
	expect(outputs.Enrich.map(({ outcome }) => outcome)).toEqual(Array(3).fill('enriched'));
});

it("asks for nothing twice that was answered, under n8n's Retry On Fail", async () => {
	await sandbox().post('/faults', { kind: 'reset', when: 'after', endpoint: 'personGet', times: 4 });
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100, onError: 'continueRegularOutput' };
	const get = await serviceNode(
		'Get',
		'person',
		'getPerson',
		{ cpf: '={{ $json.cpf }}', options: { advanced: { maxConcurrentRequests: 1, maxRequestsPerMinute: 0 } } },
		retry as never,
	);
	const cpfs = [1, 2, 3, 1].map((i) => ({ cpf: persons.cpf(i) }));
	const { outputs } = await runWorkflow(workflow([get], cpfs));
	expect(outputs.Get.map(({ error }) => error)).toEqual(Array(4).fill(undefined));
	const sent = (await to('personGet')).map(({ query }) => query.cpf);
	// The first call of the first try was lost four times; n8n's second try asked for that CPF alone.
	expect(sent).toHaveLength(4 + 2 + 1);
	expect((await sandbox().totals()).charged).toBe(3);
});

it('takes a batch up again when a failed execution is retried from the list', async () => {
	await sandbox().post('/faults', { kind: 'status', status: 401, endpoint: 'batchStatus' });
	const enrich = await serviceNode('Enrich', 'b2bPerson', 'enrichPersonBatch');
	const { execution } = await runWorkflow(workflow([enrich], [{ id_pessoa: 10_000_001 }]));
	expect(execution.status).toBe('error');

	const client = await n8n();
	const retried = await client.request<boolean | { id: string }>(
		'POST',
		`/executions/${execution.id}/retry`,
		{
			loadWorkflow: false,
		},
	);
	expect(retried).toBeTruthy();
	const [newest] = await client.listExecutions(execution.workflowId);
	expect(newest).not.toBe(execution.id);
	const again = await client.waitForExecution(newest);
	expect(again.status).toBe('success');
	expect(outputsOf(again).Enrich).toHaveLength(1);
	expect(await to('b2bPersonEnrichBatch')).toHaveLength(1);
	expect((await sandbox().totals()).charged).toBe(1);
});

it('stops polling when the execution is stopped', async () => {
	await sandbox().post('/settings', { batchMinimumSeconds: 3600 });
	const client = await n8n();
	const enrich = await serviceNode('Enrich', 'b2bPerson', 'enrichPersonBatch');
	const { id } = await client.createWorkflow(workflow([enrich], [{ id_pessoa: 10_000_001 }]));
	const execution = await client.run(id, START);
	await until(async () => (await to('b2bPersonEnrichBatch')).length === 1);
	await client.stopExecution(execution);
	const { status } = await client.waitForExecution(execution);
	expect(status).toBe('canceled');
	await sleep(11_000);
	expect(await to('batchStatus')).toHaveLength(0);
});

/** Every file below a folder. */
const filesIn = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));

it('leaves the API key in no file of n8n, whatever goes wrong', async () => {
	const { apiKey, home } = readShared();
	const faults = [
		redirect(302, 'http://127.0.0.2:9/stolen'),
		{ kind: 'status', status: 401, body: { error: 'Invalid token' } },
		{ kind: 'status', status: 502, body: PAGE, times: 'always' },
		{ kind: 'reset', times: 'always' },
	];
	for (const fault of faults) {
		await sandbox().post('/reset');
		await sandbox().post('/faults', { ...fault, endpoint: 'balance' });
		const { execution } = await runWorkflow(
			workflow([await serviceNode('Balance', 'account', 'getBalance')]),
		);
		expect(execution.status).toBe('error');
		expect(execution.stored).not.toContain(apiKey);
	}
	const files = filesIn(join(home, '.n8n')).filter((file) => !file.includes('node_modules'));
	expect(files.some((file) => file.endsWith('database.sqlite'))).toBe(true);
	const leaks = files.filter((file) => readFileSync(file).includes(apiKey));
	expect(leaks).toEqual([]);
});
