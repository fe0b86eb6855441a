import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { credentialFor, runNode, type NodeResult, type NodeRun } from '../support/harness';
import { useSandbox } from './support/useSandbox';
import { placed } from '../support/placed';

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 300 }, (started) => {
	sandbox = started;
});

const many = { filtros_pessoa: { niveis_senioridade: ['Pleno'] } };

const run = async (
	resource: string,
	operation: string,
	parameters: IDataObject,
	more: Partial<NodeRun> = {},
): Promise<NodeResult> =>
	await runNode({ credential: credentialFor(sandbox), resource, operation, parameters, ...more });
const search = async (parameters: IDataObject, more: Partial<NodeRun> = {}): Promise<NodeResult> =>
	await run('b2bPerson', 'searchB2bPersons', parameters, more);

const bodies = (of = sandbox): IDataObject[] =>
	of.requests.of('b2bPersonSearch').map(({ body }) => body as IDataObject);

describe('an answer that nothing was found, as an error', () => {
	const options = { ifNothingFound: 'error' };
	it.each<[string, string, IDataObject]>([
		['b2bCompany', 'find', { findBy: 'document', document: '11.222.333/0001-81', options }],
		['company', 'getBranches', { cnpj: '11222333000181', options }],
	])(
		"%s %s does not block later runs, and n8n's next try asks nothing",
		async (resource, operation, parameters) => {
			const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const tried = await run(resource, operation, parameters, { settings });
			expect(tried.error?.message).toContain('found nothing');
			expect(sandbox.requests.all).toHaveLength(1);
			const later = await run(resource, operation, parameters);
			expect(later.error?.message).toBe(tried.error?.message);
			expect(sandbox.requests.all).toHaveLength(2);
		},
	);
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
		const { items, error } = await run('prospecting', 'getProspectingResult', {
			jobId: 7,
			ifNotReady: 'error',
			resultAs: output,
		});
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
			'createLayoutEnrichment',
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
		const { items } = await create({ previewCost: true }, equal);
		expect(items[0].json.creditsAtMost).toBe(10);
		const { error } = await create({ options: { maxCredits: 9 } }, equal);
		expect(error?.message).toContain('this could cost');
		expect(sandbox.requests.of('layoutEnrichmentCreate')).toHaveLength(0);
	});

	it('counts the rows that were charged', async () => {
		const { items, hints } = await create({ options: { advanced: { includeUsage: true } } }, equal);
		expect(items[0].json.usage).toMatchObject({ creditsAtMost: 10 });
		expect(hints.map(({ message }) => message).join()).toContain('most 10 B2C credits charged, ');
	});

	it('is refused when rows differ in the layout, before anything is sent', async () => {
		const { error } = await create({ layout_id: '={{ $json.n }}' }, [
			{ cpf: '1', n: 1 },
			{ cpf: '2', n: 2 },
		]);
		expect(error?.message).toBe(
			'Layout ID differs between row 1 and row 2. Options that apply to the whole run must be the same for all items.',
		);
		expect(sandbox.requests.of('layoutEnrichmentCreate')).toHaveLength(0);
		expect(sandbox.ledger.charged()).toBe(0);
	});
});

describe('the cost of a run', () => {
	it('counts each search that Additional Body Fields make another one', async () => {
		const additionalBodyFields = '={{ { filtros_empresa: { estados: [$json.state] } } }}';
		const options = { maxCredits: 1, additionalBodyFields };
		const items = ['SP', 'RJ', 'MG'].map((state) => ({ state }));
		const { error } = await search({ ...many, limit: 10, ...placed(options) }, { items });
		expect(error?.message).toContain('this could cost');
		expect(sandbox.ledger.charged()).toBe(0);
	});
});
