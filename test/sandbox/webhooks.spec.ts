import { startReceiver, until, useSandbox, type Receiver } from './support';

const bench = useSandbox();
const BULK = '/b2b/persons/enrich/bulk';
let receiver: Receiver;
beforeEach(async () => {
	receiver = await startReceiver();
});
afterEach(async () => await receiver.close());

const contacts = (count: number) => ({
	contatos: Array.from({ length: count }, (_, i) => ({ id_pessoa: bench.sandbox.persons.id(i) })),
});
const withHook = () => ({ ...contacts(2), url_webhook: receiver.url });
const submit = async (body: object = withHook()) => await bench.http.post(BULK, body);
const posts = (): Array<Record<string, unknown>> =>
	receiver.received
		.filter(({ method }) => method === 'POST')
		.map(({ text }) => JSON.parse(text) as Record<string, unknown>);

describe('webhooks', () => {
	it('of a batch are probed with HEAD and get the status record', async () => {
		const { data } = await submit();
		expect(data.url_webhook).toBe(receiver.url);
		expect(receiver.received).toEqual([{ method: 'HEAD', text: '' }]);
		await bench.sandbox.clock.advance(2000);
		expect(posts()).toEqual([(await bench.http.get(`/b2b/status/${data.id_processamento}`)).data]);
		expect(bench.sandbox.webhooks.deliveries).toMatchObject([
			{ kind: 'batch', attempt: 1, status: 200, batchId: data.id_processamento },
		]);
	});

	it('that refuse the probe fail the submission, uncharged', async () => {
		receiver.answer = (method) => (method === 'HEAD' ? 405 : 200);
		const { status: code, data } = await submit();
		expect([code, data.error.code]).toEqual([400, 'invalid_webhook']);
		expect((await submit({ ...contacts(1), url_webhook: 'no address' })).status).toBe(400);
		expect(bench.sandbox.ledger.charged()).toBe(0);
	});

	it('are tried 3 times, 1 minute apart', async () => {
		await submit();
		receiver.answer = () => 500;
		await bench.sandbox.clock.advance(2000);
		expect(posts()).toHaveLength(1);
		await bench.sandbox.clock.advance(59_999);
		expect(posts()).toHaveLength(1);
		await bench.sandbox.clock.advance(1);
		expect(posts()).toHaveLength(2);
		await bench.sandbox.clock.advance(3_600_000);
		expect(posts()).toHaveLength(3);
		const { deliveries } = bench.sandbox.webhooks;
		expect(deliveries.map(({ attempt, status: code }) => [attempt, code])).toEqual([
			[1, 500],
			[2, 500],
			[3, 500],
		]);
		expect(deliveries[2].time - deliveries[1].time).toBe(60_000);
	});

	it('are given up after 30 seconds', async () => {
		await submit();
		receiver.answer = () => 0;
		await bench.sandbox.clock.advance(2000 + 30_000);
		await until(() => bench.sandbox.webhooks.deliveries.length > 0);
		expect(bench.sandbox.webhooks.deliveries[0]).toMatchObject({ error: 'timed out' });
	});

	it('of the account are tested when registered and told of the end of a job', async () => {
		receiver.answer = () => 500;
		const registration = async () =>
			await bench.http.post(`${bench.sandbox.controlUrl}/webhook`, { url: receiver.url });
		expect((await registration()).status).toBe(400);
		receiver.answer = () => 200;
		expect((await registration()).status).toBe(200);
		await submit(contacts(1));
		await bench.sandbox.clock.advance(2000);
		bench.sandbox.set({ batchException: 'boom' });
		await submit(contacts(1));
		await bench.sandbox.clock.advance(2000);
		expect(posts()).toEqual([
			{ job_id: expect.any(Number), job_type: 'enrichment', status: 'done' },
			{ job_id: expect.any(Number), job_type: 'enrichment', status: 'error' },
		]);
	});
});
