import { startReceiver, unpacked, useSandbox } from './support';

const bench = useSandbox();
const PERSONS = '/persons/prospect/';
const COMPANIES = '/company/prospect/';
const job = { export: true, name: 'Synthetic', quantity: 10, states: ['SP'] };
const charged = (): number => bench.sandbox.ledger.charged('b2c');
const create = async (path: string, body: object): Promise<number> =>
	(await bench.http.post(path, body)).data.id;
const result = async (id: number) => await bench.http.get(`/prospection/${id}/result/`);

async function exported(path: string, body: object): Promise<Record<string, string>> {
	const id = await create(path, body);
	await bench.sandbox.clock.advance(20_000);
	return await unpacked((await result(id)).data.file);
}

const lines = (text: string): string[] =>
	text
		.replace(/^\ufeff/, '')
		.trimEnd()
		.split('\r\n');

describe('prospecting jobs', () => {
	it.each([PERSONS, COMPANIES])('POST %s: are charged per exported record', async (path) => {
		await create(path, job);
		expect(charged()).toBe(10);
		const { data } = await bench.http.post(path, { export: false, states: ['AC'] });
		await create(path, { ...job, states: ['AC'], quantity: 100_000 });
		expect(charged()).toBe(10 + data.count);
	});

	it('answer 400 "not done yet" while pending, and then the address of the file', async () => {
		const id = await create(PERSONS, job);
		const pending = await result(id);
		expect([pending.status, pending.data.error.description]).toEqual([400, 'Processing not done yet.']);
		await bench.sandbox.clock.advance(19_999);
		expect((await result(id)).status).toBe(400);
		await bench.sandbox.clock.advance(1);
		expect((await result(id)).data).toEqual({ file: expect.stringMatching(/^http.*\.zip$/) });
		expect((await result(id + 1)).status).toBe(404);
		expect(charged()).toBe(10);
	});

	it('export the first of those that were counted, as CSV with semicolons', async () => {
		const files = await exported(PERSONS, job);
		expect(Object.keys(files)).toEqual(['pessoas.csv']);
		const [header, ...rows] = lines(files['pessoas.csv']);
		expect(header).toMatch(/^NOME;CPF;/);
		expect(rows).toHaveLength(10);
		for (const row of rows) expect(row).toMatch(/Synthetic;.*;SP;/);
		expect(await exported(PERSONS, job)).toEqual(files);
	});

	it('export the partners of companies in a second file', async () => {
		const files = await exported(COMPANIES, job);
		expect(Object.keys(files)).toEqual(['empresas.csv', 'socios.csv']);
		const cnpjs = (name: string): string[] => lines(files[name]).map((line) => line.split(';')[0]);
		expect(cnpjs('empresas.csv')).toHaveLength(11);
		expect(cnpjs('empresas.csv')).toEqual(expect.arrayContaining(cnpjs('socios.csv')));
	});

	it('write commas and no mark when switched, and quote what holds the delimiter', async () => {
		bench.sandbox.set({ csvDelimiter: ',', csvMark: 'without' });
		const { 'empresas.csv': text } = await exported(COMPANIES, { ...job, cnae_codes: ['4930202'] });
		expect(text).toMatch(/^CNPJ,/);
		expect(text).toContain(',"Transporte rodoviário de carga, exceto');
	});

	it('make a spreadsheet of a placeholder', async () => {
		const files = await exported(PERSONS, { ...job, file_formatting: '<spreadsheet>' });
		expect(files).toEqual({ 'pessoas.spreadsheet': expect.stringContaining('10 rows') });
	});

	it('take name for part of the names of persons too, or only for their own when switched', async () => {
		await create(PERSONS, { ...job, name: 'No such person' });
		expect(charged()).toBe(0);
		bench.sandbox.set({ jobName: 'nameOnly' });
		await create(PERSONS, { ...job, name: 'No such person' });
		expect(charged()).toBe(10);
		await create(COMPANIES, { ...job, name: 'No such company' });
		expect(charged()).toBe(20);
	});

	it('are refused with 402 when the credits do not suffice', async () => {
		await bench.http.post(`${bench.sandbox.controlUrl}/credits`, { b2c: 9 });
		expect((await bench.http.post(PERSONS, job)).status).toBe(402);
		expect(bench.sandbox.ledger.balance('b2c')).toBe(9);
	});

	it('give everything back when they fail', async () => {
		bench.sandbox.set({ jobException: 'boom' });
		const id = await create(PERSONS, job);
		await bench.sandbox.clock.advance(20_000);
		const { status, data } = await result(id);
		expect([status, data.error.description]).toEqual([400, 'The job failed: boom']);
		expect(bench.sandbox.ledger.refunded('b2c')).toBe(10);
	});

	it.each([
		['status', { status: 'error', erro: 'The job failed: boom' }],
		['statusText', expect.objectContaining({ status: 'failed', mensagem: 'The job failed: boom' })],
		['error', { error: { code: 'job_failed', description: 'The job failed: boom' } }],
		['unsuccessful', { success: false, message: 'The job failed: boom', results: [] }],
		['wrapped', { success: true, data: { status: 'error', detail: 'The job failed: boom' } }],
		['row', [{ status: 'error', message: 'The job failed: boom' }]],
	] as const)('say that they failed in a 200 when switched (%s)', async (failedJob, body) => {
		bench.sandbox.set({ jobException: 'boom', failedJob });
		const id = await create(PERSONS, job);
		await bench.sandbox.clock.advance(20_000);
		const { status, data } = await result(id);
		expect([status, data]).toEqual([200, body]);
	});

	it('write documents without their leading zeros when switched', async () => {
		const whole = await exported(PERSONS, { ...job, quantity: 100 });
		bench.sandbox.set({ documentsAs: 'number' });
		const cut = await exported(PERSONS, { ...job, quantity: 100 });
		const cpfs = (files: Record<string, string>): string[] =>
			lines(Object.values(files)[0])
				.slice(1)
				.map((line) => line.split(';')[1]);
		expect(cpfs(cut)).toEqual(cpfs(whole).map((cpf) => String(Number(cpf))));
	});

	it('notify callback_email at the end', async () => {
		await create(PERSONS, { ...job, callback_email: 'name@example.com' });
		expect(bench.sandbox.webhooks.deliveries).toEqual([]);
		await bench.sandbox.clock.advance(20_000);
		expect(bench.sandbox.webhooks.deliveries).toMatchObject([
			{ kind: 'mail', url: 'mailto:name@example.com', text: 'Synthetic: done' },
		]);
	});

	it('take only plan "3"', async () => {
		expect((await bench.http.post(PERSONS, { ...job, plan: '3' })).status).toBe(200);
		expect((await bench.http.post(PERSONS, { ...job, plan: '2' })).status).toBe(400);
	});
});

describe('the event webhook', () => {
	const events = async (): Promise<unknown[]> => {
		const receiver = await startReceiver();
		try {
			await bench.http.post(`${bench.sandbox.controlUrl}/webhook`, { url: receiver.url });
			const id = await create(PERSONS, job);
			await bench.sandbox.clock.advance(20_000);
			return receiver.received.slice(1).map(({ text }) => {
				const event = JSON.parse(text) as Record<string, unknown>;
				return { ...event, job_id: event.job_id === id };
			});
		} finally {
			await receiver.close();
		}
	};
	const event = { job_id: true, job_type: 'prospecting' };

	it('is told job_id, job_type and status when a job ends', async () => {
		expect(await events()).toEqual([{ ...event, status: 'done' }]);
	});

	it('is told of a failed job', async () => {
		bench.sandbox.set({ jobException: 'boom' });
		expect(await events()).toEqual([{ ...event, status: 'error' }]);
	});

	it('is told of the request too when switched', async () => {
		bench.sandbox.set({ jobEvents: 'requestedToo' });
		expect((await events()).map((told) => (told as { status: string }).status)).toEqual([
			'requested',
			'done',
		]);
	});
});
