import { readdirSync, readFileSync } from 'node:fs';
import { resolve, join } from 'node:path';
import { sleep, type IDataObject, type INode } from 'n8n-workflow';

import type { WorkflowDraft } from '../../tools/host/rest/stored';
import type { Execution } from '../../tools/host/rest/execution';
import { itUnlessOlder } from './older';
import { readShared } from './shared';
import { eventsPath } from '../../tools/host/rest/eventsPath';
import { credential, CREDENTIAL_TYPE, n8n, sandbox } from './support';

/** The examples, imported as a user would; those that need no account elsewhere are run. */

const FOLDER = resolve('examples');
const PACKAGE = 'n8n-nodes-person-company-data.';
const CRMS = ['n8n-nodes-base.hubspot', 'n8n-nodes-base.pipedrive'];

/** Examples that create a table. */
const itWithTables = itUnlessOlder('cannot create a table by a node');
const createsTable = ({ type, typeVersion }: INode): boolean =>
	type === 'n8n-nodes-base.dataTable' && typeVersion >= 1.1;

const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
const read = (file: string): WorkflowDraft =>
	JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as WorkflowDraft;
const isOurs = ({ type }: INode): boolean => type.startsWith(PACKAGE);

/** An example with the credential chosen in our nodes, and nothing but placeholders for the nodes of a CRM. */
async function imported(name: string, change: (node: INode) => INode = (node) => node) {
	const { id, name: credentialName } = await credential();
	const draft = read(`${name}.json`);
	const nodes = draft.nodes.map((node) => {
		if (CRMS.includes(node.type)) {
			return { ...node, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
		}
		return change(
			isOurs(node) ? { ...node, credentials: { [CREDENTIAL_TYPE]: { id, name: credentialName } } } : node,
		);
	});
	const client = await n8n();
	return { client, created: await client.createWorkflow({ ...draft, nodes }), draft };
}

/** Runs an example from its trigger by hand. */
async function run(name: string, change?: (node: INode) => INode): Promise<Execution> {
	const { client, created, draft } = await imported(name, change);
	const trigger = draft.nodes.find(({ type }) => /trigger$/i.test(type));
	return await client.waitForExecution(await client.run(created.id, trigger?.name ?? ''), {
		timeoutMs: 60_000,
	});
}

/** The items of a node's last run, all outputs together. */
const output = ({ nodes }: Execution, name: string): IDataObject[] =>
	(nodes[name]?.at(-1)?.outputs ?? []).flat().map(({ json }) => json);

describe.each(files)('%s', (file) => {
	const { name, nodes } = read(file);

	it('explains itself and holds no credential, pinned data or ID of an installation', () => {
		expect(name).not.toBe('');
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		expect(notes.length).toBeGreaterThan(0);
		expect(String(notes[0].parameters.content)).toContain('Choose your credential');
		expect(JSON.stringify(nodes)).not.toContain('"credentials"');
		expect(read(file).pinData ?? {}).toEqual({});
	});

	(nodes.some(createsTable) ? itWithTables : it)(
		'is made of nodes that n8n has, in versions that it has',
		async () => {
			const types = await (await n8n()).nodeTypes();
			for (const node of nodes) {
				const known = types.filter((type) => type.name === node.type);
				const versions = known.flatMap(({ version }) => version);
				expect([node.type, versions.includes(node.typeVersion)]).toEqual([node.type, true]);
			}
		},
	);
});

itWithTables('brings companies into a table, once each', async () => {
	await sandbox().post('/settings', { batchMinimumSeconds: 0 });
	for (let turn = 0; turn < 2; turn++) {
		const execution = await run('companies-to-data-table');
		expect(execution.error).toBeUndefined();
		expect(output(execution, 'Enrich')).toMatchObject([{ outcome: 'enriched' }]);
		const [row] = output(execution, 'Save');
		expect(row).toMatchObject({
			cnpj: '00000319000117',
			name: expect.stringContaining('Synthetic') as string,
		});
		expect(Number(row.id)).toBe(1);
	}
});

it.each(['companies-to-hubspot', 'companies-to-pipedrive'])('hands %s what the CRM needs', async (name) => {
	await sandbox().post('/settings', { batchMinimumSeconds: 0 });
	const execution = await run(name);
	expect(execution.error).toBeUndefined();
	expect(output(execution, 'Fields')).toEqual([
		{
			cnpj: '00000319000117',
			name: expect.stringMatching(/\w/) as string,
			website: expect.stringMatching(/^https:/) as string,
			industry: expect.stringMatching(/\w/) as string,
			location: expect.stringMatching(/, [A-Z]{2}$/) as string,
			employees: expect.stringMatching(/\d/) as string,
		},
	]);
});

itWithTables('collects leads and enriches them', async () => {
	await sandbox().post('/settings', { batchMinimumSeconds: 0 });
	const leads = await run('daily-leads');
	expect(leads.error).toBeUndefined();
	expect(output(leads, 'Save')).toHaveLength(100);
	expect(Object.keys(output(leads, 'Save')[0])).toEqual(
		expect.arrayContaining(['id_pessoa', 'name', 'title', 'company']),
	);
	const enriched = await run('enrich-by-webhook');
	expect(enriched.error).toBeUndefined();
	const rows = output(enriched, 'Save');
	expect(rows).toHaveLength(100);
	for (const { outcome, id_pessoa, name } of rows) {
		expect(['enriched', 'failed', 'empty']).toContain(outcome);
		expect([typeof id_pessoa, typeof name]).toEqual(['number', 'string']);
	}
	expect(rows.some(({ email }) => String(email).includes('@'))).toBe(true);
});

it('exports a list by a job, and goes on with its rows when the service says that it is done', async () => {
	await sandbox().post('/settings', { jobSeconds: 0 });
	const { client, created } = await imported('prospecting-result');
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
	const result = await client.waitForExecution(ids[0], { timeoutMs: 60_000 });
	expect(result.error).toBeUndefined();
	expect(output(result, 'Rows').length).toBeGreaterThan(10);
	expect(output(result, 'Rows')[0]).not.toHaveProperty('event');
	expect(result.nodes.Spreadsheet[0].outputs[0][0].binary?.data).toMatchObject({ fileExtension: 'xlsx' });
	await client.deactivate(created.id);
});

it('lets active numbers through', async () => {
	const execution = await run('check-numbers');
	expect(execution.error).toBeUndefined();
	expect(output(execution, 'Check')).toHaveLength(2);
	for (const { active } of output(execution, 'Send')) expect(active).toBe(true);
});

it('fails when the balance is low, and only then', async () => {
	await sandbox().post('/credits', { b2b: 2000, b2c: 2000 });
	expect((await run('balance-alert')).status).toBe('success');
	await sandbox().post('/credits', { b2b: 999 });
	const low = await run('balance-alert');
	expect([low.status, low.error?.message]).toEqual(['error', '999 B2B credits left']);
});
