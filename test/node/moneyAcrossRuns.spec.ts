import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject, INode } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor, rows, runNode, type NodeResult, type NodeRun } from '../support/harness';
import { useSandbox } from './support/useSandbox';

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 300 }, (started) => {
	sandbox = started;
});

const DAY_MS = 24 * 3600 * 1000;
const retry: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const many = { filtros_pessoa: { niveis_senioridade: ['Pleno'] } };

const run = async (
	resource: string,
	operation: string,
	parameters: IDataObject,
	more: Partial<NodeRun> = {},
): Promise<NodeResult> =>
	await runNode({ credential: credentialFor(sandbox), resource, operation, parameters, ...more });
const search = async (parameters: IDataObject, more: Partial<NodeRun> = {}): Promise<NodeResult> =>
	await run('b2bPerson', 'search', parameters, more);

const bodies = (of = sandbox): IDataObject[] =>
	of.requests.of('b2bPersonSearch').map(({ body }) => body as IDataObject);
const persons = ({ items }: Pick<NodeResult, 'items'>): unknown[] => items.map(({ json }) => json.id_pessoa);

/** A published workflow: what n8n keeps with it after one execution is there in the next. */
function published(): typeof search {
	let kept: IDataObject | undefined;
	return async (parameters, more) => {
		let read = () => kept;
		const result = await search(parameters, {
			staticData: kept,
			onWorkflow: ({ staticData }) => {
				read = () => JSON.parse(JSON.stringify(staticData)) as IDataObject;
			},
			...more,
		});
		kept = read();
		return result;
	};
}
const loadMore = (parameters: IDataObject = {}): IDataObject => ({
	...many,
	limit: 50,
	options: { loadMore: true, maxConcurrentRequests: 1 },
	...parameters,
});

describe('Continue From', () => {
	it('with a total that the service does not know is charged as one search, and told so', async () => {
		const first = await search({ ...many, limit: 50, options: { includeSearchDetails: true } });
		const { cacheKey, total } = first.items[0].json.search as IDataObject;
		const before = sandbox.ledger.charged();
		const { items } = await search({
			...many,
			returnAll: true,
			options: {
				includeSearchDetails: true,
				continueFrom: {
					values: { chave_cache: cacheKey, total_cacheado: Number(total) - 1, offset: 50 },
				},
			},
		});
		const charged = sandbox.ledger.charged() - before;
		expect(bodies().length).toBeGreaterThan(5);
		expect(charged).toBeGreaterThanOrEqual(1);
		expect(charged).toBeLessThanOrEqual(2);
		expect((items[0].json.search as IDataObject).creditsAtMost).toBe(charged);
	});
});

describe('Load More', () => {
	it('goes on with the key that the service gives in the place of one it has forgotten', async () => {
		await search({ ...many, limit: 50 });
		await sandbox.clock.advance(6 * DAY_MS);
		const go = published();
		await go(loadMore());
		expect(sandbox.ledger.charged()).toBe(1);
		// The key is as old as the search that another workflow made.
		await sandbox.clock.advance(2 * DAY_MS);
		const results = [await go(loadMore()), await go(loadMore()), await go(loadMore())];
		expect(results.map(({ items }) => items.length)).toEqual([50, 50, 50]);
		const [forgotten, renewed, ...further] = bodies()
			.slice(2)
			.map(({ chave_cache }) => chave_cache);
		expect(renewed).not.toBe(forgotten);
		expect(further).toEqual([renewed]);
		expect(sandbox.ledger.charged()).toBe(2);
	});

	it("outputs the first rows of every item's search though n8n tries the node again", async () => {
		sandbox.faults.add({ kind: 'status', status: 400, body: { error: 'bad' }, endpoint: 'b2bPersonSearch' });
		const go = published();
		const parameters = loadMore({ filtros_pessoa: { niveis_senioridade: '={{ [$json.level] }}' } });
		const items = [{ level: 'Sênior' }, { level: 'Pleno' }];
		const settings: Partial<INode> = { ...retry, onError: 'continueRegularOutput' };
		const second = ({ items: all }: NodeResult) =>
			persons({ items: all.filter(({ pairedItem }) => (pairedItem as { item: number }).item === 1) });
		const tried = second(await go(parameters, { items, settings }));
		const following = second(await go(parameters, { items, settings }));
		const whole = persons(await search({ ...many, limit: 100 }));
		expect(tried).toEqual(whole.slice(0, 50));
		expect(following).toEqual(whole.slice(50));
		expect(sandbox.ledger.charged()).toBe(2);
	});

	it('outputs the first page though the second one was lost and n8n tries the node again', async () => {
		sandbox.faults.add({
			kind: 'status',
			status: 400,
			body: { error: 'bad' },
			endpoint: 'b2bPersonSearch',
			skip: 1,
		});
		const options = { loadMore: true, ifSomeItemsFail: 'stop', maxConcurrentRequests: 1 };
		const { items } = await published()(loadMore({ limit: 100, options }), { settings: retry });
		const whole = await search({ ...many, limit: 100 });
		expect(persons({ items })).toEqual(persons(whole));
		expect(sandbox.ledger.charged()).toBe(1);
	});

	it('begins anew in another account', async () => {
		const other = await startSandbox({ clock: 'manual', persons: 3000, companies: 300, seed: 9 });
		try {
			const go = published();
			await go(loadMore());
			const { items } = await go(loadMore(), { credential: credentialFor(other) });
			expect(items).toHaveLength(50);
			expect(bodies(other)).toEqual([expect.objectContaining({ pagina: 1 })]);
			expect(bodies(other)[0]).not.toHaveProperty('chave_cache');
			expect(other.ledger.charged()).toBe(1);
		} finally {
			await other.close();
		}
	});

	it("is not locked by a failure of n8n's store", async () => {
		const go = published();
		await go(loadMore());
		jest
			.spyOn(DataDeduplicationService.getInstance(), 'checkProcessedAndRecord')
			.mockRejectedValueOnce(new Error('SQLITE_BUSY: database is locked'));
		expect((await go(loadMore())).error?.message).toContain('SQLITE_BUSY');
		const second = await go(loadMore());
		const whole = await search({ ...many, limit: 100 });
		expect(persons(second)).toEqual(persons(whole).slice(50));
		expect(sandbox.ledger.charged()).toBe(1);
	});
});

describe('a result file', () => {
	let server: Server;
	beforeEach(async () => {
		const csv = ['a;b', ...Array.from({ length: 500 }, (_, i) => `${i};x`)].join('\r\n');
		const packed = gzipSync(csv);
		server = createServer((_, answer) => {
			const headers = { 'Content-Type': 'text/csv', 'Content-Encoding': 'gzip' };
			answer.writeHead(200, { ...headers, 'Content-Length': packed.length }).end(packed);
		});
		await new Promise<void>((resolve) => {
			server.listen(0, '127.0.0.1', resolve);
		});
		const { port } = server.address() as AddressInfo;
		const body = { file: `http://127.0.0.1:${port}/r.csv` };
		sandbox.faults.add({ kind: 'status', status: 200, body, endpoint: 'prospectingResult', times: 'always' });
	});
	afterEach(() => server.close());

	it.each([
		['file', 1],
		['items', 500],
	])('that its server sends packed is fetched as %s', async (output, count) => {
		const { items, error } = await run('prospecting', 'getResult', { jobId: 7, ifNotReady: 'error', output });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(count);
		if (output === 'items') expect(items[499].json).toMatchObject({ a: '499', b: 'x' });
		else expect(Buffer.from(items[0].binary?.data.data ?? '', 'base64').toString()).toMatch(/499;x$/);
	});
});

describe('an enrichment with a layout', () => {
	const create = async (parameters: IDataObject, items: readonly IDataObject[]): Promise<NodeResult> =>
		await run(
			'layoutEnrichment',
			'create',
			{
				jobName: 'x',
				layout_id: { __rl: true, mode: 'id', value: 3 },
				source: 'items',
				parameters: { values: [{ value: '1' }] },
				afterCreation: 'return',
				...parameters,
			},
			{ items },
		);
	const equal = Array.from({ length: 10 }, () => ({ cpf: '12345678909' }));

	it('counts every row, also equal ones', async () => {
		const { items } = await create({ options: { previewCost: true } }, equal);
		expect(items[0].json.creditsAtMost).toBe(10);
		const { error } = await create({ options: { maxCredits: 9 } }, equal);
		expect(error?.message).toContain('would cost up to 10 credits');
		expect(sandbox.requests.of('layoutEnrichmentCreate')).toHaveLength(0);
	});

	it.each(['jobName', 'layout_id'])(
		'is refused when rows differ in %s, before anything is sent',
		async (name) => {
			const { error } = await create({ [name]: '={{ $json.n }}' }, [
				{ cpf: '1', n: 1 },
				{ cpf: '2', n: 2 },
			]);
			expect(error?.message).toContain(
				'Item 1 has a different name, layout, parameters or callback email than item 0',
			);
			expect(sandbox.requests.of('layoutEnrichmentCreate')).toHaveLength(0);
			expect(sandbox.ledger.charged()).toBe(0);
		},
	);
});

describe('the cost of a run', () => {
	it('counts a quantity that Additional Body Fields set', async () => {
		sandbox.set({ jobName: 'nameOnly' });
		const create = async (options: IDataObject) =>
			await run('prospecting', 'createPersonJob', {
				jobName: 'x',
				quantity: 10,
				filters: { states: rows('SP') },
				afterCreation: 'return',
				options: { ...options, additionalBodyFields: '{"quantity": 500}' },
			});
		expect((await create({ previewCost: true })).items[0].json.creditsAtMost).toBe(500);
		const { error } = await create({ maxCredits: 10 });
		expect(error?.message).toContain('would cost up to 500 credits');
		await sandbox.clock.advance(60_000);
		expect(sandbox.ledger.charged()).toBe(0);
	});

	it('counts each search that Additional Body Fields make another one', async () => {
		const additionalBodyFields = '={{ { filtros_empresa: { estados: [$json.state] } } }}';
		const options = { maxCredits: 1, additionalBodyFields };
		const items = ['SP', 'RJ', 'MG'].map((state) => ({ state }));
		const { error } = await search({ ...many, limit: 10, options }, { items });
		expect(error?.message).toContain('would cost up to 3 credits');
		expect(sandbox.ledger.charged()).toBe(0);
	});

	it('is explained when the service refuses to tell the balance', async () => {
		sandbox.set({ callerIp: 'refused' });
		const { error } = await run(
			'b2bCompany',
			'enrichNow',
			{ identifyBy: 'id_empresa', options: { previewCost: true } },
			{ items: [{ id_empresa: sandbox.companies.id(0) }] },
		);
		expect(error?.message).toMatch(
			/^The service did not accept the API key or the IP address of this n8n instance/,
		);
		expect(error?.description).toContain('Check the API key in the credential');
	});
});
