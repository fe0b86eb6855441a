import type { IDataObject, INode } from 'n8n-workflow';

import type { LoggedRequest } from '../../sandbox';
import type { Execution } from '../../tools/host/rest/execution';
import { n8n, node, sandbox, serviceNode, START, workflow } from './support';
import { placed } from '../support/placed';

/** What a node remembers between the runs of a workflow. */

const to = async (endpoint: string): Promise<LoggedRequest[]> =>
	(await sandbox().get<LoggedRequest[]>('/requests')).filter((request) => request.endpoint === endpoint);

describe('Skip Records Enriched Before', () => {
	const contacts = [1, 2, 3, 4].map((i) => ({ id_pessoa: 10_000_000 + i }));
	const options = { skipEnriched: true, maxRequestsPerMinute: 0 };

	async function runs(operation: string, more: Partial<INode> = {}) {
		const enrich = await serviceNode('Enrich', 'b2bPerson', operation, placed(options), more);
		const client = await n8n();
		const { id } = await client.createWorkflow(workflow([enrich], contacts));
		return async (): Promise<Execution> => await client.waitForExecution(await client.run(id, START));
	}
	const output = ({ nodes }: Execution): IDataObject[] => nodes.Enrich[0].outputs[0].map(({ json }) => json);

	it.each(['enrichPersonBatch', 'enrichPersonNow'])(
		'pays once per record, and again for one that failed (%s)',
		async (operation) => {
			await sandbox().post('/settings', { failEveryNthRecord: 2 });
			const run = await runs(operation);
			const first = output(await run());
			expect(first.map(({ outcome }) => outcome).sort()).toEqual([
				'enriched',
				'enriched',
				'failed',
				'failed',
			]);
			await sandbox().post('/settings', { failEveryNthRecord: 0 });
			const second = output(await run());
			expect(second.map(({ outcome }) => outcome)).toEqual(['enriched', 'enriched']);
			const third = output(await run());
			expect(third).toEqual([]);
			const { charged, refunded } = await sandbox().totals();
			expect(charged - refunded).toBe(4);
		},
	);

	it.each([
		{ alwaysOutputData: false, ended: 'ends the loop, and says so' },
		{ alwaysOutputData: true, ended: 'goes on with the loop' },
	])('a turn of a loop that brings no item $ended', async ({ alwaysOutputData }) => {
		const loop = node('Loop', 'splitInBatches', { batchSize: 1, options: {} }, { typeVersion: 3 });
		const parameters = placed(options);
		const enrich = await serviceNode('Enrich', 'b2bPerson', 'enrichPersonBatch', parameters, {
			alwaysOutputData,
		});
		const draft = workflow([loop, enrich, node('Done', 'noOp')], contacts.slice(0, 2));
		const next = (name: string) => [{ node: name, type: 'main', index: 0 } as const];
		const client = await n8n();
		const { id } = await client.createWorkflow({
			...draft,
			connections: {
				[START]: { main: [next('Loop')] },
				Loop: { main: [next('Done'), next('Enrich')] },
				Enrich: { main: [next('Loop')] },
			},
		});
		const turns = async (): Promise<Execution> => await client.waitForExecution(await client.run(id, START));
		expect((await turns()).nodes.Done).toHaveLength(1);
		const { status, nodes } = await turns();
		expect(status).toBe('success');
		expect([nodes.Enrich.length, nodes.Done?.length]).toEqual(alwaysOutputData ? [2, 1] : [1, undefined]);
	});

	it('takes up what an earlier try of the run has submitted', async () => {
		await sandbox().post('/faults', { kind: 'status', status: 400, endpoint: 'batchStatus', times: 1 });
		const run = await runs('enrichPersonBatch', { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 });
		expect(output(await run())).toHaveLength(4);
		expect(await to('b2bPersonEnrichBatch')).toHaveLength(1);
	});
});
