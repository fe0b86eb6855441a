import type { Fault } from '../../sandbox';
import { until, useSandbox } from './support';

const bench = useSandbox();
const search = { filtros_pessoa: { estados: ['SP'] } };
const charged = (): number => bench.sandbox.ledger.charged();

describe('faults', () => {
	const call = async () => await bench.http.post('/b2b/persons/', search);
	const meet = (fault: Omit<Fault, 'endpoint'>): void =>
		bench.sandbox.faults.add({ endpoint: 'b2bPersonSearch', ...fault });

	it('answer another status without processing, a number of times, after some calls', async () => {
		meet({ kind: 'status', status: 503, skip: 1, times: 2, headers: { 'Retry-After': '1' } });
		const statuses: number[] = [];
		for (let i = 0; i < 4; i++) statuses.push((await call()).status);
		expect(statuses).toEqual([200, 503, 503, 200]);
		expect(bench.sandbox.requests.all[1]).toMatchObject({ fault: 'status', status: 503, charged: 0 });
	});

	it('strike only the endpoint they name, or all', async () => {
		meet({ kind: 'status', times: 'always' });
		expect((await bench.http.get('/balance')).status).toBe(200);
		bench.sandbox.faults.clear();
		bench.sandbox.faults.add({ kind: 'status' });
		expect((await bench.http.get('/balance')).status).toBe(500);
	});

	it.each([
		['refuse', 'before', 0],
		['reset', 'before', 0],
		['reset', 'after', 1],
	] as const)('%s the connection %s processing', async (kind, when, cost) => {
		meet({ kind, when });
		await expect(call()).rejects.toMatchObject({ code: 'ECONNRESET' });
		await until(() => bench.sandbox.requests.traffic.inFlight === 0);
		expect(charged()).toBe(cost);
		expect(bench.sandbox.requests.last).toMatchObject({ status: 0, fault: kind });
	});

	it('break the JSON off after processing', async () => {
		meet({ kind: 'truncated' });
		const { status, data } = await call();
		expect(status).toBe(200);
		expect(data).toEqual(expect.stringMatching(/^\{"dados"/));
		expect(charged()).toBe(1);
	});

	it.each([
		[{ kind: 'html' }, 502, /^<!doctype html>/],
		[{ kind: 'empty' }, 200, /^$/],
		[{ kind: 'status', status: 500, body: 'text' }, 500, /^text$/],
	] as const)('answer %j', async (fault, status, text) => {
		meet(fault);
		const answer = await call();
		expect([answer.status, text.test(answer.data)]).toEqual([status, true]);
		expect(charged()).toBe(0);
	});

	it('redirect to another host', async () => {
		meet({ kind: 'redirect', location: 'http://127.0.0.1:9/' });
		const { status, headers } = await call();
		expect([status, headers.location]).toEqual([302, 'http://127.0.0.1:9/']);
	});

	it('forget searches: the same one is charged again, and a later page with a key of before', async () => {
		const { data } = await call();
		const key = { chave_cache: data.chave_cache, total_cacheado: data.total };
		const page = async (pagina: number) =>
			(await bench.http.post('/b2b/persons/', { ...search, ...key, pagina })).data;
		meet({ kind: 'forget', skip: 1 });
		expect(await page(2)).toMatchObject({ chave_cache: data.chave_cache });
		expect(charged()).toBe(1);
		const third = await page(3);
		expect(third.dados).toHaveLength(10);
		expect(third.chave_cache).not.toBe(data.chave_cache);
		await page(4);
		expect(charged()).toBe(3);
		expect(bench.sandbox.requests.of('b2bPersonSearch').map(({ fault }) => fault)).toEqual([
			undefined,
			undefined,
			'forget',
			undefined,
		]);
	});

	it('delay', async () => {
		meet({ kind: 'delay', delayMs: 80 });
		const start = performance.now();
		expect((await call()).status).toBe(200);
		expect(performance.now() - start).toBeGreaterThan(75);
	});
});
