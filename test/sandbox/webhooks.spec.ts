import { startElsewhere, type Elsewhere } from '../support/elsewhere';
import { until } from '../support/until';
import { useSandbox } from './support';

const bench = useSandbox();
const BULK = '/b2b/persons/enrich/bulk';
let receiver: Elsewhere;
let hook: string;
/** Lets the webhook answer with these statuses; 0 never answers. */
function answer(statuses: Readonly<Record<'HEAD' | 'POST', number>>): void {
	receiver.answer = (response, { method }) => {
		const status = method === 'HEAD' ? statuses.HEAD : statuses.POST;
		if (status !== 0) response.writeHead(status).end();
	};
}
beforeEach(async () => {
	receiver = await startElsewhere();
	hook = `http://127.0.0.1:${receiver.port}/hook`;
	answer({ HEAD: 200, POST: 200 });
});
afterEach(async () => await receiver.close());

const contacts = (count: number) => ({
	contatos: Array.from({ length: count }, (_, i) => ({ id_pessoa: bench.sandbox.persons.id(i) })),
});
const withHook = () => ({ ...contacts(2), url_webhook: hook });
const submit = async (body: object = withHook()) => await bench.http.post(BULK, body);
const posts = (): Array<Record<string, unknown>> =>
	receiver.visits
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

describe('webhooks', () => {
	it('of a batch are probed with HEAD and get the status record', async () => {
		const { data } = await submit();
		expect(data.url_webhook).toBe(hook);
		expect(receiver.visits).toMatchObject([{ method: 'HEAD', body: '' }]);
		await bench.sandbox.clock.advance(2000);
		expect(posts()).toEqual([(await bench.http.get(`/b2b/status/${data.id_processamento}`)).data]);
		expect(bench.sandbox.webhooks.deliveries).toMatchObject([{ kind: 'batch', attempt: 1, status: 200 }]);
	});

	it('that refuse the probe fail the submission, uncharged', async () => {
		answer({ HEAD: 405, POST: 200 });
		const { status: code, data } = await submit();
		expect([code, data.error.code]).toEqual([400, 'invalid_webhook']);
		expect((await submit({ ...contacts(1), url_webhook: 'no address' })).status).toBe(400);
		expect(bench.sandbox.ledger.charged()).toBe(0);
	});

	it('are tried 3 times, 1 minute apart', async () => {
		await submit();
		answer({ HEAD: 200, POST: 500 });
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
		answer({ HEAD: 200, POST: 0 });
		await bench.sandbox.clock.advance(2000 + 30_000);
		await until(() => bench.sandbox.webhooks.deliveries.length > 0);
		expect(bench.sandbox.webhooks.deliveries[0]).toMatchObject({ error: 'timed out' });
	});

	it('of the account are tested when registered and told of the end of a job', async () => {
		answer({ HEAD: 500, POST: 200 });
		const registration = async () =>
			await bench.http.post(`${bench.sandbox.controlUrl}/webhook`, { url: hook });
		expect((await registration()).status).toBe(400);
		answer({ HEAD: 200, POST: 200 });
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
