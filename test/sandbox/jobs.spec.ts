import { useSandbox } from './support';

const bench = useSandbox();
const PERSONS = '/persons/prospect/';
const COMPANIES = '/company/prospect/';
const job = { export: true, name: 'Synthetic', quantity: 10, states: ['SP'] };
const charged = (): number => bench.sandbox.ledger.charged('b2c');
const create = async (path: string, body: object): Promise<number> =>
	(await bench.http.post(path, body)).data.id;
const result = async (id: number) => await bench.http.get(`/prospection/${id}/result/`);

describe('prospecting jobs', () => {
	it.each([PERSONS, COMPANIES])('POST %s: are charged per exported record', async (path) => {
		await create(path, job);
		expect(charged()).toBe(10);
		const { data } = await bench.http.post(path, { export: false, states: ['AC'] });
		await create(path, { ...job, states: ['AC'], quantity: 100_000 });
		expect(charged()).toBe(10 + data.count);
	});

	it('take name for part of the names of persons, too', async () => {
		await create(PERSONS, { ...job, name: 'No such person' });
		expect(charged()).toBe(0);
		await create(COMPANIES, { ...job, name: 'No such company' });
		expect(charged()).toBe(10);
	});

	it('give everything back when they fail', async () => {
		bench.sandbox.set({ jobException: 'boom' });
		const id = await create(PERSONS, job);
		await bench.sandbox.clock.advance(20_000);
		const { status, data } = await result(id);
		expect([status, data.error.description]).toEqual([400, 'The job failed: boom']);
		expect(bench.sandbox.ledger.refunded('b2c')).toBe(10);
	});
});
