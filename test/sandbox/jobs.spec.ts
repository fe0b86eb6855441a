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

	it('export the partners of companies in a second file', async () => {
		const files = await exported(COMPANIES, job);
		expect(Object.keys(files)).toEqual(['empresas.csv', 'socios.csv']);
		const cnpjs = (name: string): string[] => lines(files[name]).map((line) => line.split(';')[0]);
		expect(cnpjs('empresas.csv')).toHaveLength(11);
		expect(cnpjs('empresas.csv')).toEqual(expect.arrayContaining(cnpjs('socios.csv')));
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
});
