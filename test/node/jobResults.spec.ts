import { strToU8, zipSync } from 'fflate';
import type { IDataObject } from 'n8n-workflow';
import { gzipSync } from 'node:zlib';

import { startElsewhere, type Elsewhere } from '../support/elsewhere';
import type { NodeResult } from '../support/harness';
import { until } from '../support/until';
import { rowsOf, useNode } from './support/useNode';

/** Results of jobs: waiting for them, fetching their files without the key, and what comes out. */

const { sandbox, run } = useNode({ persons: 400, companies: 400 });

const JOB = { jobName: 'Synthetic', quantity: 4, filters: { states: ['SP', 'RJ', 'MG'] } };
const create = async (parameters: IDataObject = {}): Promise<NodeResult> =>
	await run('prospecting.createPersonJob', { ...JOB, ...parameters });
const job = async (parameters: IDataObject = {}): Promise<number> =>
	Number((await create({ resultAs: 'id', ...parameters })).items[0].json.id);
const result = async (jobId: number, parameters: IDataObject = {}): Promise<NodeResult> =>
	await run('prospecting.getProspectingResult', { jobId, ...parameters });
const bytesOf = ({ items }: NodeResult): Buffer => Buffer.from(items[0].binary?.data.data ?? '', 'base64');
const answer = (body: unknown, more: object = {}): void =>
	sandbox.faults.add({
		...{ kind: 'status', status: 200, body, endpoint: 'prospectingResult', times: 'always', ...more },
	});

describe('a result that is not ready', () => {
	it('is waited for, with few requests', async () => {
		sandbox.set({ jobSeconds: 300 });
		const { items } = await result(await job());
		// Rows are items unless said otherwise.
		expect(items[0].json.sourceFile).toMatch(/\.csv$/);
		expect(sandbox.requests.of('prospectingResult').length).toBeLessThan(12);
	});

	it('is said to be not ready where it is not waited for', async () => {
		const id = await job();
		const reason = `Job ${id} isn't complete. It keeps running, and reading it is free: use 'Prospecting > Get Result' with the job ID ${id}.`;
		expect(rowsOf(await result(id, { waitLimit: 0 }))).toEqual([{ outcome: 'waiting', id, reason }]);
	});

	it.each([{}, { message: 'Processamento em andamento' }])(
		'ends the wait at its limit, and no job is paid for again: %j',
		async (body) => {
			answer(body);
			const [{ outcome, reason }] = rowsOf(await create({ waitLimit: 1 }));
			expect([outcome, reason]).toEqual([
				...['waiting', expect.stringMatching(/^Job \d+ isn't complete after 1 minute/)],
			]);
			sandbox.faults.clear();
			expect((await create()).items).toHaveLength(4);
			expect(sandbox.ledger.charged('b2c')).toBe(4);
		},
	);
});

describe('a result that there is not', () => {
	const REASON = 'The job failed: The base is being updated.';
	it.each([
		{ status: 'error', erro: REASON },
		{ id: 1, status: 'failed', name: 'Job', mensagem: REASON },
		{ error: { code: 'job_failed', description: REASON } },
	])('is told by the reason of the failed job: %j', async (body) => {
		const id = await job();
		answer(body);
		const error = `Job ${id} ended without a result`;
		const message = expect.stringMatching(
			/^The service says: "The job failed: The base is being updated\." It may have been charged: .* Reading it again is free\. .*'If Sent Before' to 'Send Again'/,
		);
		expect(rowsOf(await result(id))).toMatchObject([{ outcome: 'uncertain', error, message }]);
		expect(rowsOf(await create({ quantity: 2 }))[0].message).toContain(REASON);
	});

	it('is told of a job that does not exist', async () => {
		expect(rowsOf(await result(999))).toMatchObject([
			{
				error: 'The service found no job 999',
				message: 'Check the job ID, and that the API key belongs to the account that created it.',
			},
		]);
	});

	it('ends with a limit, naming the job', async () => {
		const id = await job();
		answer({}, { status: 429 });
		const [{ error, message }] = rowsOf(await result(id));
		expect(error).toBe(`Job ${id} could not be read`);
		expect(message).toMatch(/^The account has reached a request limit\. /);
		expect(sandbox.requests.of('prospectingResult')).toHaveLength(1);
	});
});

describe('a file', () => {
	it('is fetched without the key, and is a binary file when that is wanted', async () => {
		const fetched = await result(await job(), { resultAs: 'file' });
		expect(fetched.items).toHaveLength(1);
		expect(bytesOf(fetched).subarray(0, 2).toString()).toBe('PK');
		expect(fetched.items[0].json.fileName).toMatch(/zip$/);
		expect(sandbox.requests.downloads.map(({ keySent }) => keySent)).toEqual([false]);
	});

	it('has the zeros of its documents, which the file has lost', async () => {
		const rows = rowsOf(await result(await job({ quantity: 100 })));
		const cpfs = rows.map(({ CPF }) => String(CPF));
		expect(cpfs.some((cpf) => cpf.startsWith('0'))).toBe(true);
		expect(cpfs.filter((cpf) => sandbox.persons.indexOfCpf(cpf) === undefined)).toEqual([]);
	});

	it('comes out as it is when it is a spreadsheet', async () => {
		const id = await job({ options: { file_formatting: '<spreadsheet>' } });
		const { items, hints } = await result(id, { resultAs: 'items' });
		expect(items).toHaveLength(1);
		expect(items[0].binary?.data.fileName).not.toMatch(/\.zip$/);
		expect(JSON.stringify(hints)).toContain('Extract From File');
	});

	it('that cannot be fetched is told by its host alone: the rest of a link may open it', async () => {
		answer({ file: `${sandbox.filesUrl}/missing.zip?signature=secret` });
		const failed = await result(1);
		const [{ error, message }] = rowsOf(failed);
		expect(error).toBe('The result is ready, but its file could not be fetched');
		expect(message).toMatch(/^From [\d.:]+: it answered with status 404\. Nothing is lost/);
		expect(JSON.stringify(failed.items)).not.toContain('secret');
		expect(failed.stored).not.toContain(sandbox.apiKey);
	});
});

describe('a file of another server', () => {
	let elsewhere: Elsewhere;
	beforeAll(async () => void (elsewhere = await startElsewhere()));
	afterAll(async () => await elsewhere.close());
	beforeEach(() => answer({ file: `http://127.0.0.1:${elsewhere.port}/x` }));
	const zipped = (files: Readonly<Record<string, string>>): Buffer => {
		const packed = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
		const zip = Buffer.from(zipSync(Object.fromEntries(packed)));
		elsewhere.answer = (response) => void response.writeHead(200).end(zip);
		return zip;
	};

	it('is not read when it is announced as larger than n8n has room for', async () => {
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
		const [{ message }] = rowsOf(await result(1));
		expect(message).toMatch(/: it is larger than 512 MB\. Nothing is lost/);
		await until(() => isOver);
		expect(parts * part.length).toBeLessThan(16 * 1024 * 1024);
	});

	it('gives items without the key, also in their names', async () => {
		const { apiKey } = sandbox;
		zipped({ [`${apiKey}.csv`]: `NOME;${apiKey}\nToken ${apiKey};${apiKey}\n`, [`${apiKey}.xlsx`]: 'PK' });
		const { items } = await result(1, { resultAs: 'items' });
		expect(items.map(({ json }) => json)).toEqual([
			{ NOME: 'Token ***', '***': '***', sourceFile: '***.csv' },
			expect.objectContaining({ fileName: '***.xlsx' }),
		]);
		expect(JSON.stringify(items)).not.toContain(apiKey);
	});

	it('without rows is not found', async () => {
		zipped({ 'rows.csv': 'NOME;CPF\n' });
		expect(rowsOf(await result(1, { resultAs: 'items' }))).toMatchObject([{ outcome: 'not found' }]);
	});

	it('comes out as it is when its tables have too many cells for items', async () => {
		const zip = zipped({ 'rows.csv': `${'a;'.repeat(15_999)}a\n${'1\n'.repeat(30_000)}` });
		const fetched = await result(1, { resultAs: 'items' });
		expect(bytesOf(fetched).equals(zip)).toBe(true);
		expect(fetched.hints.map(({ message }) => message)).toContain(
			'The tables of the result have more than 5,000,000 cells, too many for items. The file is output unchanged.',
		);
	});

	it('comes out as it is when a pattern cannot read it', async () => {
		const zip = zipped({ 'rows.csv': `a\n${'"'.repeat(10_000_000)}` });
		const fetched = await result(1, { resultAs: 'items' });
		expect(bytesOf(fetched).equals(zip)).toBe(true);
		expect(fetched.hints.map(({ message }) => message)).toContain(
			'A table of the result cannot be read. The file is output unchanged.',
		);
	});

	it.each([
		['file', 1],
		['items', 500],
	])('that is sent packed is fetched as %s', async (resultAs, count) => {
		const packed = gzipSync(['a;b', ...Array.from({ length: 500 }, (_, i) => `${i};x`)].join('\r\n'));
		const headers = {
			'Content-Type': 'text/csv',
			'Content-Encoding': 'gzip',
			'Content-Length': packed.length,
		};
		elsewhere.answer = (response) => void response.writeHead(200, headers).end(packed);
		const fetched = await result(7, { resultAs });
		expect(fetched.items).toHaveLength(count);
		if (resultAs === 'items') expect(fetched.items[499].json).toMatchObject({ a: '499', b: 'x' });
		else expect(bytesOf(fetched).toString()).toMatch(/499;x$/);
	});
});

describe('Layout Enrichment', () => {
	const enrich = async (
		parameters: IDataObject,
		items: readonly IDataObject[],
		options: IDataObject = {},
	): Promise<NodeResult> => {
		const layout = { jobName: 'Emails', layout_id: { __rl: true, mode: 'value', value: 3 } };
		const given = { ...layout, ...parameters, options: { parameters: ['2'], ...options } };
		return await run('layoutEnrichment.createLayoutEnrichment', given, items);
	};
	const sent = () => sandbox.requests.of('layoutEnrichmentCreate').map(({ body }) => body as IDataObject);
	const fileOf = ({ file }: IDataObject): string => Buffer.from(String(file), 'base64').toString('utf8');

	it('sends all items as one file, with documents whole, and brings their rows', async () => {
		const all = Array.from({ length: sandbox.persons.count }, (_, i) => sandbox.persons.cpf(i));
		const cpfs = [...all.slice(0, 2), ...all.filter((cpf) => cpf.startsWith('0')).slice(0, 2)];
		const { items } = await enrich(
			{},
			cpfs.map((cpf) => ({ cpf: Number(cpf) })),
		);
		expect(items.map(({ json, pairedItem }) => [json.CPF, pairedItem])).toEqual(
			cpfs.map((cpf, item) => [cpf, { item }]),
		);
		expect(sent()).toMatchObject([{ name: 'Emails', layout_id: 3, parameters: ['2'] }]);
		expect(fileOf(sent()[0])).toBe(`cpf\r\n${cpfs.join('\r\n')}\r\n`);
	});

	it('is not sent again under another name where its answer was lost', async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'layoutEnrichmentCreate' });
		for (const jobName of ['Emails 1', 'Emails 2']) {
			const [{ outcome }] = rowsOf(await enrich({ jobName }, [{ cpf: sandbox.persons.cpf(7) }]));
			expect([jobName, outcome]).toEqual([jobName, 'uncertain']);
		}
		expect(sent()).toHaveLength(1);
	});

	it('is taken up by the next execution, and not paid for again, where the wait ended at its limit', async () => {
		sandbox.set({ jobSeconds: 7200 });
		const items = [7, 8].map((i) => ({ cpf: sandbox.persons.cpf(i) }));
		const waiting = rowsOf(await enrich({ waitLimit: 1 }, items));
		expect(waiting.map(({ outcome }) => outcome)).toEqual(['waiting', 'waiting']);
		await sandbox.clock.advance(7200_000);
		expect((await enrich({}, items)).items.map(({ json }) => json.CPF)).toEqual(items.map(({ cpf }) => cpf));
		expect([sent().length, sandbox.ledger.charged('b2c')]).toEqual([1, 2]);
	});

	it('counts every row, also equal ones, before and after', async () => {
		const equal = Array.from({ length: 10 }, () => ({ cpf: '12345678909' }));
		expect((await enrich({ previewCost: true }, equal)).items[0].json.creditsAtMost).toBe(10);
		const [{ error, message }] = rowsOf(await enrich({}, equal, { maxCredits: 0 }));
		expect(error).toBe("Not sent: above 'Maximum Credits'");
		expect(message).toContain('This could cost up to 10 B2C credits');
		expect(sent()).toEqual([]);
		const { items } = await enrich({ resultAs: 'id' }, equal, { includeUsage: true });
		expect(items[0].json.usage).toMatchObject({ creditsAtMost: 10 });
	});
});
