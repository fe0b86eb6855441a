import { startReceiver, useSandbox } from './support';

const bench = useSandbox();
const charged = (): number => bench.sandbox.ledger.charged();
const check = async (ddd: string, phone: string) =>
	await bench.http.get('/chatapp/search/', { params: { ddd, phone } });
const numbers = (count: number) =>
	Array.from({ length: count }, (_, i) => ({ ddd: '51', phone: `90000${String(i).padStart(4, '0')}` }));
const submit = async (phones: object[], callback_url?: string) =>
	await bench.http.post('/chatapp/batch/', { phones, callback_url });

describe('GET /chatapp/search/', () => {
	it('credit rule 5: is charged each time', async () => {
		expect((await check('51', '900000002')).data).toEqual({ status: 'ATIVO' });
		expect((await check('51', '900000003')).data).toEqual({ status: 'INATIVO' });
		await check('51', '900000003');
		expect(charged()).toBe(3);
	});

	it('tells of the numbers of records what the records tell', async () => {
		const { persons } = bench.sandbox;
		for (let i = 0; i < 20; i++) {
			const { data } = await bench.http.get('/persons/', { params: { cpf: persons.cpf(i) } });
			for (const { ddd, number, chatapp_datetime: since } of data[0].mobile_phones) {
				expect((await check(ddd, number)).data.status).toBe(since === null ? 'INATIVO' : 'ATIVO');
			}
		}
	});

	it('takes ddd and phone without formatting; knows nothing of others, or refuses them when switched', async () => {
		expect((await check('51', '90000-0002')).data).toEqual({ status: 'DESCONHECIDO' });
		expect(charged()).toBe(1);
		bench.sandbox.set({ formattedNumbers: 'refused' });
		expect((await check('51', '90000-0002')).status).toBe(400);
		expect((await bench.http.get('/chatapp/search/', { params: { phone: '900000002' } })).status).toBe(400);
		expect(charged()).toBe(1);
	});

	it.each(['is_active', 'active', 'has_chatapp'] as const)('answers %s when switched', async (field) => {
		bench.sandbox.set({ chatAppAnswer: field });
		expect((await check('51', '900000002')).data).toEqual({ [field]: true });
	});
});

describe('POST /chatapp/batch/', () => {
	it('is charged per number and ends with a callback', async () => {
		const receiver = await startReceiver();
		try {
			const { status } = await submit(numbers(4), receiver.url);
			expect([status, charged()]).toEqual([200, 4]);
			expect(receiver.received).toEqual([]);
			await bench.sandbox.clock.advance(2000);
			const { results } = JSON.parse(receiver.received[0].text);
			expect(results).toHaveLength(4);
			expect(results).toContainEqual({ ddd: '51', phone: '900000001', status: 'INATIVO' });
			expect(bench.sandbox.webhooks.deliveries).toMatchObject([{ kind: 'callback', status: 200 }]);
		} finally {
			await receiver.close();
		}
	});

	it('limit: takes up to 1000 numbers', async () => {
		expect((await submit(numbers(1000))).status).toBe(200);
		expect((await submit(numbers(1001))).status).toBe(400);
		expect((await submit([])).status).toBe(400);
		expect(charged()).toBe(1000);
	});

	it('needs no callback', async () => {
		await submit(numbers(1));
		await bench.sandbox.clock.advance(60_000);
		expect(bench.sandbox.webhooks.deliveries).toEqual([]);
	});

	it('answers 402 when the credits do not suffice for all', async () => {
		await bench.http.post(`${bench.sandbox.controlUrl}/credits`, { b2c: 3 });
		const { status, data } = await submit(numbers(4));
		expect([status, data.error.code]).toEqual([402, 'insufficient_credits']);
		expect(charged()).toBe(0);
	});
});
