import { randomUUID } from 'node:crypto';
import type { IDataObject, INode } from 'n8n-workflow';

import type { LoggedRequest } from '../../sandbox';
import type { Execution } from '../../tools/host/rest/execution';
import { readShared } from './shared';
import { n8n, node, sandbox, serviceNode, START, workflow } from './support';

/** What a node remembers between the runs of a workflow. */

const to = async (endpoint: string): Promise<LoggedRequest[]> =>
	(await sandbox().get<LoggedRequest[]>('/requests')).filter((request) => request.endpoint === endpoint);

describe('Skip Records Enriched Before', () => {
	const contacts = [1, 2, 3, 4].map((i) => ({ id_pessoa: 10_000_000 + i }));
	const options = { skipEnriched: 'node', maxRequestsPerMinute: 0 };

	async function runs(operation: string, more: Partial<INode> = {}) {
		const enrich = await serviceNode('Enrich', 'b2bPerson', operation, { options }, more);
		const client = await n8n();
		const { id } = await client.createWorkflow(workflow([enrich], contacts));
		return async (): Promise<Execution> =>
			await client.waitForExecution(await client.run(id, START), { timeoutMs: 60_000 });
	}
	const output = ({ nodes }: Execution): IDataObject[] => nodes.Enrich[0].outputs[0].map(({ json }) => json);

	it.each(['enrichBatch', 'enrichNow'])(
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

	it('takes up what an earlier try of the run has submitted', async () => {
		await sandbox().post('/faults', { kind: 'status', status: 400, endpoint: 'batchStatus', times: 1 });
		const run = await runs('enrichBatch', { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 });
		expect(output(await run())).toHaveLength(4);
		expect(await to('b2bPersonEnrichBatch')).toHaveLength(1);
	});
});

describe('Load More', () => {
	/** A published workflow that outputs what its search finds, each time it is called. */
	async function published(parameters: IDataObject) {
		const path = randomUUID();
		const hook = node(
			'Hook',
			'webhook',
			{ path, responseMode: 'lastNode', responseData: 'allEntries' },
			{ typeVersion: 2, webhookId: path },
		);
		const search = await serviceNode('Search', 'b2bPerson', 'search', {
			filtros_empresa: { estados: ['SP'] },
			limit: 30,
			...parameters,
		} as never);
		const client = await n8n();
		const created = await client.createWorkflow({
			name: `Load More ${path}`,
			nodes: [hook, search],
			connections: { Hook: { main: [[{ node: 'Search', type: 'main', index: 0 }]] } },
		});
		await client.activate(created);
		return async (): Promise<IDataObject[]> => {
			const response = await fetch(`${readShared().n8nUrl}/webhook/${path}`);
			const body = (await response.json()) as IDataObject[] | IDataObject;
			return Array.isArray(body) ? body : [body];
		};
	}

	it('gives each run the next results of a search that is paid for once', async () => {
		const call = await published({ options: { loadMore: true } });
		const [first, second, third] = [await call(), await call(), await call()];
		const ids = [...first, ...second, ...third].map(({ id_pessoa }) => id_pessoa);
		expect(ids).toHaveLength(90);
		expect(new Set(ids).size).toBe(90);
		expect((await sandbox().totals()).charged).toBe(1);
	});

	it('begins anew when told to', async () => {
		const call = await published({ options: { loadMore: true, startAnew: true } });
		expect(await call()).toEqual(await call());
	});

	it('delivers nothing twice to two runs at the same time, without saying so', async () => {
		const call = await published({ options: { loadMore: true } });
		await call();
		const answers = await Promise.all([call(), call(), call()]);
		const delivered = answers.flatMap((items) => items.flatMap(({ id_pessoa }) => id_pessoa ?? []));
		expect(delivered.length).toBeGreaterThanOrEqual(30);
		expect(new Set(delivered).size).toBe(delivered.length);
		expect(answers.filter((items) => items.some(({ id_pessoa }) => id_pessoa !== undefined))).toHaveLength(
			delivered.length / 30,
		);
	});
});
