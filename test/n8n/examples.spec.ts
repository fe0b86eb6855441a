import { NodeHelpers, sleep, type INode } from 'n8n-workflow';

import { startElsewhere } from '../support/elsewhere';
import { startCrm } from '../support/crmReceiver';
import { eventsPath } from '../../tools/host/rest/eventsPath';
import {
	createsTable,
	files,
	imported,
	isOurs,
	itWithTables,
	output,
	read,
	requestsTo,
	run,
	runOf,
	withParameters,
} from './exampleRuns';
import { itUnlessOlder } from './older';
import { readShared } from './shared';
import { n8n, sandbox } from './support';

/** The examples are made of what n8n has; those that end in another product are run against a stand-in of it. */

/** Examples in which a person approves what a tool does. */
const itWithApproval = itUnlessOlder('has no approval for tools');
const asksAPerson = ({ type }: INode): boolean => type.endsWith('HitlTool');

describe.each(files)('%s', (file) => {
	const { name, nodes, pinData = {} } = read(file);

	it('holds no credential, pinned data or ID of an installation', () => {
		expect(name).not.toBe('');
		expect(JSON.stringify(nodes)).not.toContain('"credentials"');
		expect(pinData).toEqual({});
	});

	(nodes.some(createsTable) ? itWithTables : nodes.some(asksAPerson) ? itWithApproval : it)(
		'is made of nodes that n8n has, in versions that it has, with fields that they have',
		async () => {
			const types = await (await n8n()).nodeTypes();
			for (const node of nodes) {
				const { type, typeVersion, parameters } = node;
				const found = types.find((known) => {
					return known.name === type && [known.version].flat().includes(typeVersion);
				});
				expect([type, typeVersion, found?.name]).toEqual([type, typeVersion, type]);
				if (found === undefined || type.endsWith('Tool')) continue;
				// n8n drops what its form does not have.
				const kept = NodeHelpers.getNodeParameters(found.properties, parameters, true, false, node, found);
				expect(kept).toMatchObject(parameters);
			}
		},
	);
});

/** A list with a row that is wrong, and one of the company before written in another way. */
const REPEATED = ['00.000.319/0001-17', 'wrong', '00000319000117', '00.073.829/0001-14'];
const cnpjs = (values: readonly string[]) => ({ CNPJs: values.map((cnpj) => ({ json: { cnpj } })) });

it.each([
	['companies-to-hubspot', 'Create', 'hubspot'],
	['companies-to-pipedrive', 'Create', 'pipedrive'],
	['companies-to-rd-station', 'Create', 'rdStation'],
	['persons-to-hubspot', 'Save', 'hubspotContacts'],
] as const)('%s hands the CRM nothing but what it takes, once', async (name, last, crm) => {
	await sandbox().post('/settings', { batchMinimumSeconds: 0 });
	const receiver = await startCrm(crm);
	const isOfCompanies = last === 'Create';
	const replace = (node: INode): INode => {
		const { pathname } = new URL(String(node.parameters.url ?? 'http://localhost'));
		const url = `http://127.0.0.1:${receiver.port}${pathname}`;
		return withParameters(last, { authentication: 'none', url })(node);
	};
	const created = await imported(name, replace, isOfCompanies ? cnpjs(REPEATED) : {});
	const first = await runOf(created);
	const taken = receiver.visits.length;
	const second = await runOf(created);
	await receiver.close();
	expect([first.error, second.error]).toEqual([undefined, undefined]);
	if (isOfCompanies) expect(taken).toBe(2);
	expect(taken).toBeGreaterThan(0);
	expect(output(first, last)).toHaveLength(taken);
	expect(receiver.visits[0].body).toContain('Synthetic');
	// What was enriched before is neither paid for nor sent again.
	expect(receiver.visits).toHaveLength(taken);
});

it("companies-to-salesforce creates an account of fields that Salesforce takes, by n8n's own node", async () => {
	await sandbox().post('/settings', { batchMinimumSeconds: 0 });
	const receiver = await startCrm('salesforce');
	const client = await n8n();
	const token = { access_token: 'given', instance_url: `http://127.0.0.1:${receiver.port}` };
	const type = 'salesforceOAuth2Api';
	const { id } = await client.createCredential(type, { oauthTokenData: token });
	const created = await imported(
		'companies-to-salesforce',
		(node) => (node.name === 'Create' ? { ...node, credentials: { [type]: { id, name: type } } } : node),
		cnpjs(REPEATED.slice(0, 3)),
	);
	const execution = await runOf(created);
	await runOf(created);
	await receiver.close();
	expect(execution.error).toBeUndefined();
	expect(output(execution, 'Create')).toMatchObject([{ success: true }]);
	expect(receiver.visits).toHaveLength(1);
	expect(JSON.parse(receiver.visits[0].body)).toMatchObject({ AccountNumber: '00000319000117' });
});

it('companies-to-google-sheets brings each row back under its number (the host of Google cannot be replaced: its nodes are checked by their description alone)', async () => {
	await sandbox().post('/settings', { batchMinimumSeconds: 0 });
	const rows = [
		{ row_number: 2, CNPJ: '00.000.319/0001-17', Vendedor: 'Ana' },
		{ row_number: 3, CNPJ: '12.345.678/0001-00', Vendedor: 'Bia' },
	];
	const pinData = { Rows: rows.map((json) => ({ json })), Write: [{ json: {} }] };
	const execution = await runOf(await imported('companies-to-google-sheets', undefined, pinData));
	expect(execution.error).toBeUndefined();
	expect(output(execution, 'Enrich').map(({ outcome }) => outcome)).toEqual(['enriched', 'invalid']);
	expect(execution.nodes.Enriched[0].json).toMatchObject([
		{ row_number: 2, Vendedor: 'Ana', name: expect.stringContaining('Synthetic') as string },
	]);
});

it('check-numbers sends one message to each active number, and pays for each number once', async () => {
	const receiver = await startElsewhere();
	const url = `http://127.0.0.1:${receiver.port}/messages`;
	const numbers = ['12', '+55 (11) 90000-0000', '11 90000-0000', '(11) 90000-0001'];
	const pinned = { Numbers: numbers.map((phone) => ({ json: { name: 'Ana', phone } })) };
	const created = await imported('check-numbers', withParameters('Send', { url }), pinned);
	const first = await runOf(created);
	const checked = await requestsTo('/chatapp');
	const second = await runOf(created);
	await receiver.close();
	expect([first.error, second.error]).toEqual([undefined, undefined]);
	expect([checked, await requestsTo('/chatapp')]).toEqual([2, 2]);
	// A number that is wrong does not keep the others from being checked, as they are let through once.
	expect(output(first, 'Check').map(({ outcome, active }) => active ?? outcome)).toEqual([
		'invalid',
		true,
		true,
		false,
	]);
	expect(output(second, 'Check')).toEqual([]);
	expect(receiver.visits.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
		{ to: '+5511900000000', text: 'Hello Ana' },
	]);
});

it('exports a list by a job, and goes on with its rows when the service says that it is done', async () => {
	await sandbox().post('/settings', { jobSeconds: 0 });
	const client = await n8n();
	const created = await imported('prospecting-result');
	await client.activate(created);
	const [listening] = created.nodes.filter(isOurs);
	await sandbox().post('/webhook', { url: `${readShared().n8nUrl}${eventsPath(created, listening)}` });
	const job = await run('prospecting-job');
	expect(job.error).toBeUndefined();
	expect(output(job, 'Create Job')).toMatchObject([{ id: expect.any(Number) as number }]);
	let ids: string[] = [];
	while (ids.length === 0) {
		await sleep(100);
		ids = await client.listExecutions(created.id);
	}
	const result = await client.waitForExecution(ids[0]);
	expect(result.error).toBeUndefined();
	expect(output(result, 'Rows').length).toBeGreaterThan(10);
	expect(output(result, 'Rows')[0]).not.toHaveProperty('event');
	expect(result.nodes.Spreadsheet[0].outputs[0][0].binary?.data).toMatchObject({ fileExtension: 'xlsx' });
	await client.deactivate(created.id);
});

it('fails when the balance is low, and only then', async () => {
	await sandbox().post('/credits', { b2b: 2000, b2c: 2000 });
	expect((await run('balance-alert')).status).toBe('success');
	await sandbox().post('/credits', { b2b: 999 });
	const low = await run('balance-alert');
	expect([low.status, low.error?.message]).toEqual(['error', '999 B2B credits left']);
});
