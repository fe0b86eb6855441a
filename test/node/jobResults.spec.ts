import { strToU8, zipSync } from 'fflate';
import type { IDataObject, INode } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { startElsewhere, type Elsewhere } from '../support/elsewhere';
import { type NodeResult } from '../support/harness';
import { until } from '../support/until';
import { runsOf } from './support/runs';
import { useSandbox } from './support/useSandbox';

/** Results of jobs: waiting for them, fetching their files without the key, and what comes out. */

let sandbox: Sandbox;
useSandbox({ persons: 400, companies: 400 }, (started) => {
	sandbox = started;
});

const run = runsOf('prospecting', () => sandbox);
const layouts = runsOf('layoutEnrichment', () => sandbox);

const job = async (kind: 'Person' | 'Company' = 'Person', quantity = 4, options: IDataObject = {}) => {
	const { items } = await run(`create${kind}Job`, {
		jobName: 'Synthetic',
		quantity,
		filters: { states: ['SP', 'RJ', 'MG'] },
		resultAs: 'id',
		options,
	});
	return Number(items[0].json.id);
};
const result = async (jobId: number, parameters: IDataObject = {}) =>
	await run('getProspectingResult', { jobId, ...parameters });
const bytesOf = ({ items }: NodeResult, property = 'data'): Buffer =>
	Buffer.from(items[0].binary?.[property].data ?? '', 'base64');
const messages = ({ hints }: NodeResult): string[] => hints.map(({ message }) => message);

describe('a result that is not ready', () => {
	it('is waited for, with few requests', async () => {
		sandbox.set({ jobSeconds: 300 });
		const { items } = await result(await job());
		// Rows are items unless said otherwise.
		expect(items[0].json.sourceFile).toMatch(/\.csv$/);
		expect(sandbox.requests.of('prospectingResult').length).toBeLessThan(12);
	});

	it('is said to be not ready, in an item when wanted', async () => {
		const id = await job();
		const { items } = await result(id, { waitLimit: 0 });
		const reason = `Job ${id} isn't complete. It keeps running, and reading it is free: use 'Prospecting > Get Result' with the job ID ${id}.`;
		expect(items.map(({ json }) => json)).toEqual([{ outcome: 'waiting', id, reason }]);
	});

	it('ends the wait at its limit, and can be read later', async () => {
		sandbox.set({ jobSeconds: 300 });
		const id = await job();
		const { items } = await result(id, { waitLimit: 1 });
		expect(items[0].json).toMatchObject({ outcome: 'waiting', id });
		expect(items[0].json.reason).toMatch(`Job ${id} isn't complete after 1 minute. `);
		const later = await result(id, { waitLimit: 30, resultAs: 'items' });
		expect(later.items).toHaveLength(4);
	});

	it.each([{}, { message: 'Processamento em andamento' }])(
		'is waited for where the answer says nothing of one, and no job is paid for again: %j',
		async (body) => {
			const create = async () =>
				await run('createPersonJob', {
					jobName: 'Synthetic',
					quantity: 4,
					filters: { states: ['SP', 'RJ', 'MG'] },
					resultAs: 'items',
					waitLimit: 1,
				});
			sandbox.faults.add({
				kind: 'status',
				status: 200,
				endpoint: 'prospectingResult',
				body,
				times: 'always',
			});
			const [{ json }] = (await create()).items;
			expect(json.reason).toMatch(/^Job \d+ isn't complete after 1 minute/);
			sandbox.faults.clear();
			expect((await create()).items).toHaveLength(4);
			expect(sandbox.ledger.charged('b2c')).toBe(4);
		},
	);

	it('is asked for once for all items that name it', async () => {
		const id = await job();
		await run('getProspectingResult', { resultAs: 'link' }, [{ id }, { id }, { id }]);
		const asked = sandbox.requests.of('prospectingResult').length;
		await result(await job(), { resultAs: 'link' });
		expect(sandbox.requests.of('prospectingResult').length).toBe(asked * 2);
	});
});

describe('a result that there is not', () => {
	it('is told by the reason of the failed job', async () => {
		sandbox.set({ jobException: 'The base is being updated.' });
		const id = await job();
		const { errorItems } = await result(id);
		expect(errorItems[0].json.error).toMatch(
			new RegExp(`^The service returned no result for job ${id}: ".*The base is being updated.*"`),
		);
	});

	const REASON = 'The job failed: The base is being updated.';
	it.each([
		{ status: 'error', erro: REASON },
		{ id: 1, status: 'failed', name: 'Job', mensagem: REASON },
		{ error: { code: 'job_failed', description: REASON } },
		{ success: false, message: REASON, results: [] },
	])('is told by the reason of a job that failed, though the answer has status 200 (%j)', async (body) => {
		const id = await job();
		sandbox.faults.add({ kind: 'status', status: 200, body, endpoint: 'prospectingResult', times: 'always' });
		const { items, errorItems } = await result(id, { resultAs: 'items' });
		expect(items).toEqual([]);
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			`The service returned no result for job ${id}: "The job failed: The base is being updated."`,
		]);
		const waited = await run('createPersonJob', {
			jobName: 'Synthetic',
			quantity: 2,
			filters: { states: ['SP'] },
		});
		expect(waited.items).toEqual([]);
		expect(waited.errorItems[0].json.error).toContain('The base is being updated.');
	});

	it('is told of a job that does not exist', async () => {
		const { errorItems } = await result(999);
		expect(errorItems[0].json.error).toBe('The service found no job 999');
		expect(errorItems[0].json.message).toBe(
			'Check the job ID, and that the API key belongs to the account that created it.',
		);
	});

	it('ends with a limit, naming the job', async () => {
		const id = await job();
		sandbox.faults.add({ kind: 'status', status: 429, endpoint: 'prospectingResult', times: 'always' });
		const { errorItems } = await result(id);
		expect(errorItems[0].json.error).toMatch(
			new RegExp(`^Job ${id}: The account has reached its daily or monthly request limit`),
		);
		expect(sandbox.requests.of('prospectingResult')).toHaveLength(1);
	});
});

describe('a file', () => {
	it('is fetched without the key, and is a binary file when that is wanted', async () => {
		const fetched = await result(await job(), { resultAs: 'file' });
		expect(fetched.items).toHaveLength(1);
		expect(bytesOf(fetched).subarray(0, 2).toString()).toBe('PK');
		expect(fetched.items[0].json).toMatchObject({
			id: expect.any(Number),
			fileName: expect.stringMatching(/zip$/),
		});
		expect(sandbox.requests.downloads.map(({ keySent }) => keySent)).toEqual([false]);
	});

	it('has the zeros of its documents, which the file has lost', async () => {
		const { items } = await result(await job('Person', 100), { resultAs: 'items' });
		const cpfs = items.map(({ json }) => String(json.CPF));
		expect(cpfs.some((cpf) => cpf.startsWith('0'))).toBe(true);
		expect(cpfs.every((cpf) => sandbox.persons.indexOfCpf(cpf) !== undefined && /^\d{11}$/.test(cpf))).toBe(
			true,
		);
	});

	it('comes out as it is when it is a spreadsheet', async () => {
		const id = await job('Person', 3, { file_formatting: '<spreadsheet>' });
		const fetched = await result(id, { resultAs: 'items' });
		expect(fetched.items).toHaveLength(1);
		expect(fetched.items[0].binary?.data.fileName).not.toMatch(/\.zip$/);
		expect(messages(fetched).some((message) => message.includes('Extract From File'))).toBe(true);
	});
});

describe('a file that cannot be fetched', () => {
	const linkTo = (file: string) =>
		sandbox.faults.add({
			kind: 'status',
			status: 200,
			endpoint: 'prospectingResult',
			times: 'always',
			body: { file },
		});

	it('is tried again, then told by its host alone: the rest of a link may open it', async () => {
		linkTo(`${sandbox.filesUrl}/missing.zip?signature=secret`);
		const { errorItems, stored } = await result(1);
		expect(errorItems[0].json.error).toBe('The result is ready, but its file could not be fetched');
		expect(errorItems[0].json.message).toMatch(
			/^From [\d.:]+: it answered with status 404\. Nothing is lost/,
		);
		expect(JSON.stringify(errorItems)).not.toContain('secret');
		expect(stored).not.toContain(sandbox.apiKey);
	});
});

describe('a file that is larger than n8n has room for', () => {
	let elsewhere: Elsewhere;
	beforeAll(async () => void (elsewhere = await startElsewhere()));
	afterAll(async () => await elsewhere.close());
	const link = () => `http://127.0.0.1:${elsewhere.port}/x.zip`;
	const linked = () =>
		sandbox.faults.add({
			kind: 'status',
			status: 200,
			endpoint: 'prospectingResult',
			times: 'always',
			body: { file: link() },
		});

	it('is not read when it is announced as such', async () => {
		linked();
		const part = Buffer.alloc(64 * 1024);
		let [parts, isOver] = [0, false];
		elsewhere.answer = (response) => {
			response.writeHead(200, { 'Content-Length': 50e9 });
			const more = (): void => {
				while (!isOver && response.write(part)) parts++;
			};
			response.on('drain', more).on('close', () => (isOver = true));
			more();
		};
		const { errorItems } = await result(1);
		expect(errorItems[0].json.message).toMatch(/: it is larger than 512 MB\. Nothing is lost/);
		expect(elsewhere.visits).toHaveLength(1);
		await until(() => isOver);
		expect(parts * part.length).toBeLessThan(16 * 1024 * 1024);
	});

	it('gives items without the key, also in their names', async () => {
		linked();
		const { apiKey } = sandbox;
		const csv = `NOME;${apiKey}\nToken ${apiKey};${apiKey}\n`;
		const zip = Buffer.from(zipSync({ [`${apiKey}.csv`]: strToU8(csv), [`${apiKey}.xlsx`]: strToU8('PK') }));
		elsewhere.answer = (response) => void response.writeHead(200).end(zip);
		const { items } = await result(1, { resultAs: 'items' });
		expect(items.map(({ json }) => json)).toEqual([
			{ NOME: 'Token ***', '***': '***', sourceFile: '***.csv' },
			expect.objectContaining({ fileName: '***.xlsx' }),
		]);
		expect(JSON.stringify(items)).not.toContain(apiKey);
	});

	it('is not found where it has no rows', async () => {
		linked();
		const zip = Buffer.from(zipSync({ 'rows.csv': strToU8('NOME;CPF\n') }));
		elsewhere.answer = (response) => void response.writeHead(200).end(zip);
		const { items } = await result(1, { resultAs: 'items' });
		expect(items.map(({ json }) => json.outcome)).toEqual(['not found']);
	});

	it('comes out as it is when its tables have too many cells for items', async () => {
		linked();
		const csv = `${'a;'.repeat(15_999)}a\n${'1\n'.repeat(30_000)}`;
		const zip = Buffer.from(zipSync({ 'rows.csv': strToU8(csv) }));
		elsewhere.answer = (response) => void response.writeHead(200).end(zip);
		const fetched = await result(1, { resultAs: 'items' });
		expect(fetched.items).toHaveLength(1);
		expect(bytesOf(fetched).equals(zip)).toBe(true);
		expect(messages(fetched)).toContain(
			'The tables of the result have more than 5,000,000 cells, too many for items. The file is output unchanged.',
		);
	});
});

describe('Layout Enrichment', () => {
	const enrich = async (parameters: IDataObject, items: readonly IDataObject[], settings?: Partial<INode>) =>
		await layouts('createLayoutEnrichment', { jobName: 'Emails', ...parameters }, items, settings);
	const layout = (value: unknown) => ({ layout_id: { __rl: true, mode: 'value', value } });
	const cpfs = (count: number) => Array.from({ length: count }, (_, i) => ({ cpf: sandbox.persons.cpf(i) }));

	it('sends all items as one file, and brings their rows', async () => {
		const { items, errorItems } = await enrich(
			{ ...layout(3), options: { parameters: ['2'] }, resultAs: 'items' },
			cpfs(3),
		);
		expect(errorItems).toEqual([]);
		expect(items.length).toBeGreaterThan(0);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(items.map(({ json }) => json.CPF)).toEqual(cpfs(3).map(({ cpf }) => cpf));
		const sent = sandbox.requests.of('layoutEnrichmentCreate');
		expect(sent).toHaveLength(1);
		const { file, ...body } = sent[0].body as IDataObject;
		expect(body).toEqual({ name: 'Emails', layout_id: 3, parameters: ['2'] });
		expect(Buffer.from(String(file), 'base64').toString('utf8')).toBe(
			`cpf\r\n${cpfs(3)
				.map(({ cpf }) => `${cpf}\r\n`)
				.join('')}`,
		);
	});

	it('sends and returns documents whole, whoever has dropped their leading zeros', async () => {
		const all = Array.from({ length: sandbox.persons.count }, (_, i) => sandbox.persons.cpf(i));
		const withZero = all.filter((cpf) => cpf.startsWith('0')).slice(0, 3);
		expect(withZero).toHaveLength(3);
		const { items } = await enrich(
			{ ...layout(3), options: { parameters: ['1'] }, resultAs: 'items' },
			withZero.map((cpf) => ({ cpf: Number(cpf) })),
		);
		const { file } = sandbox.requests.of('layoutEnrichmentCreate')[0].body as IDataObject;
		expect(Buffer.from(String(file), 'base64').toString('utf8')).toBe(`cpf\r\n${withZero.join('\r\n')}\r\n`);
		expect(items.map(({ json }) => json.CPF)).toEqual(withZero);
	});
});
