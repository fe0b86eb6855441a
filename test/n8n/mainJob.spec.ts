import { createDemo, storeAccount } from '../../tools/start/demo';
import type { LoggedRequest } from '../../sandbox';
import {
	credentialData,
	n8n,
	outputsOf,
	runWorkflow,
	sandbox,
	serviceNode,
	START,
	workflow,
} from './support';

const requestsTo = async (endpoint: string): Promise<LoggedRequest[]> =>
	(await sandbox().get<LoggedRequest[]>('/requests')).filter((request) => request.endpoint === endpoint);

it('turns a search of three pages into enriched leads for one search credit and one per record', async () => {
	const client = await n8n();
	const demo = await createDemo(client, await storeAccount(client, credentialData()));
	const execution = await client.waitForExecution(await client.run(demo.id, START));

	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('success');
	const outputs = outputsOf(execution);
	expect(outputs['Find People']).toHaveLength(120);
	const leads = outputs.Leads;
	expect(leads).toHaveLength(120);
	expect(Object.keys(leads[0])).toEqual(['Name', 'Job Title', 'Company', 'Email', 'Phone', 'City']);
	expect(leads.every(({ Name }) => typeof Name === 'string' && Name !== '')).toBe(true);

	expect(await requestsTo('b2bPersonSearch')).toHaveLength(3);
	const searchCredits = (await requestsTo('b2bPersonSearch')).map(({ charged }) => charged);
	expect(searchCredits).toEqual([1, 0, 0]);
	expect(await requestsTo('b2bPersonEnrichBatch')).toHaveLength(1);
	const { charged, refunded } = await sandbox().totals();
	const failed = outputs['Enrich and Wait'].filter(({ outcome }) => outcome === 'failed').length;
	expect(charged).toBe(121);
	expect(refunded).toBe(failed);
});

it('enriches 10,001 contacts in exactly two submissions, each record with its item', async () => {
	const contacts = Array.from({ length: 10_001 }, (_, i) => ({ id_pessoa: 10_000_001 + i }));
	const enrich = await serviceNode('Enrich', 'b2bPerson', 'enrichPersonBatch');
	const { execution } = await runWorkflow(workflow([enrich], contacts));

	expect(execution.error).toBeUndefined();
	expect(await requestsTo('b2bPersonEnrichBatch')).toHaveLength(2);
	const [records] = execution.nodes.Enrich[0].outputs;
	expect(records).toHaveLength(10_001);
	records.forEach(({ json, pairedItem }, i) => {
		expect(pairedItem).toEqual({ item: i });
		expect(json.valor_entrada).toBe(String(contacts[i].id_pessoa));
	});
	const { charged, refunded } = await sandbox().totals();
	expect(charged).toBe(10_001);
	expect(refunded).toBe(records.filter(({ json }) => json.outcome === 'failed').length);
});
