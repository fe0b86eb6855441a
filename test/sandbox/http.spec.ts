import axios from 'axios';
import { endpoints, type EndpointName } from '../../nodes/PersonCompanyData/contract';
import { startSandbox, type Fault } from '../../sandbox';
import { handlers } from '../../sandbox/handlers';
import { clientOf, until, useSandbox } from './support';

const bench = useSandbox();
const search = { filtros_pessoa: { estados: ['SP'] } };
const charged = (): number => bench.sandbox.ledger.charged();

describe('paths', () => {
	it.each([
		['get', '/balance/', '/v1/balance'],
		['post', '/b2b/persons', '/v1/b2b/persons/'],
		['get', '/b2b/status/some-id/', '/v1/b2b/status/some-id'],
	])('redirect %s %s', async (method, url, location) => {
		const { status, headers } = await bench.http.request({ method, url, data: search });
		expect([status, headers.location]).toEqual([301, location]);
		expect(charged()).toBe(0);
	});

	it('without the version are a page', async () => {
		const { status, headers } = await bench.http.get(bench.sandbox.baseUrl.replace('/v1', '/balance'));
		expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
	});

	it('take only their method', async () => {
		expect((await bench.http.post('/balance')).status).toBe(405);
	});

	it('of the contract without a handler answer 501', async () => {
		const names = Object.keys(endpoints) as EndpointName[];
		const alone = names.filter((name) => {
			const { method, path } = endpoints[name];
			return !(name in handlers) && method === 'GET' && !path.includes('{');
		});
		for (const name of alone) {
			const { status, data } = await bench.http.get(endpoints[name].path);
			if (status === 400) continue;
			expect([status, data.error.description]).toEqual([501, expect.stringContaining(name)]);
		}
	});

	it('answer 400 to what is no JSON object', async () => {
		for (const body of ['{', '[]', '"text"']) {
			const headers = { 'Content-Type': 'application/json' };
			expect((await bench.http.post('/b2b/persons/', body, { headers })).status).toBe(400);
		}
	});
});

describe('the live words', () => {
	it('are answered, and taken beside the neutral ones', async () => {
		const words = { chatApp: 'zap', socialUrl: 'inout_url', spreadsheet: 'sheet' };
		const sandbox = await startSandbox({ clock: 'manual', persons: 500, companies: 100, words });
		try {
			const http = clientOf(sandbox);
			for (const name of ['has_inout', 'has_social']) {
				const filtros_pessoa = { [name]: true };
				const { data } = await http.post('/b2b/persons/', { filtros_pessoa, por_pagina: 1 });
				expect(data.dados[0]).toMatchObject({ tem_inout: true });
			}
			expect(sandbox.requests.last?.unknownFields).toEqual([]);
			const { data: found } = await http.post('/b2b/companies/', {
				inout_url: sandbox.companies.socialUrl(1),
			});
			expect(found.data.company_id).toBe(sandbox.companies.id(1));
			const { data } = await http.post('/b2b/companies/enrich/sync', {
				inout_url: sandbox.companies.socialUrl(1),
			});
			expect(data.contatos[0].detalhes_contato).toHaveProperty('inout_url');
			expect(data.contatos[0].detalhes_contato).toHaveProperty('razao_social');
		} finally {
			await sandbox.close();
		}
	});
});

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

	it('delay', async () => {
		meet({ kind: 'delay', delayMs: 80 });
		const start = performance.now();
		expect((await call()).status).toBe(200);
		expect(performance.now() - start).toBeGreaterThan(75);
	});
});

describe('the request log', () => {
	it('keeps what was sent and what it cost', async () => {
		await bench.http.post('/b2b/persons/?a=b', { ...search, more: 1 });
		expect(bench.sandbox.requests.last).toMatchObject({
			endpoint: 'b2bPersonSearch',
			method: 'POST',
			path: '/v1/b2b/persons/',
			query: { a: 'b' },
			body: { ...search, more: 1 },
			status: 200,
			charged: 1,
			unknownFields: ['more'],
		});
	});

	it('counts sockets and calls under way', async () => {
		bench.sandbox.set({ latencyMs: 30 });
		await Promise.all(Array.from({ length: 5 }, async () => await bench.http.get('/balance')));
		expect(bench.sandbox.requests.traffic).toMatchObject({ requests: 5, inFlight: 0, maxInFlight: 5 });
		expect(bench.sandbox.requests.countByEndpoint).toEqual({ balance: 5 });
	});
});

describe('the control door', () => {
	const control = async (method: string, path: string, data?: unknown) =>
		await axios.request({
			method,
			url: bench.sandbox.controlUrl + path,
			data,
			validateStatus: () => true,
		});

	it('tells the state and never counts', async () => {
		await bench.http.post('/b2b/persons/', search);
		await control('GET', '/state');
		const { data } = await control('GET', '/state');
		expect(data).toMatchObject({
			credits: { b2b: 999_999, b2c: 1_000_000 },
			charged: 1,
			refunded: 0,
			requests: 1,
			requestsByEndpoint: { b2bPersonSearch: 1 },
			usage: { today: 1, b2bMonth: 1, b2cMonth: 0 },
		});
	});

	it('tells requests, ledger and deliveries', async () => {
		await bench.http.get('/balance');
		await bench.http.post('/b2b/persons/', search);
		expect((await control('GET', '/requests')).data).toHaveLength(2);
		expect((await control('GET', '/requests?after=1')).data).toMatchObject([{ id: 2 }]);
		expect((await control('GET', '/requests?endpoint=balance')).data).toMatchObject([{ id: 1 }]);
		expect((await control('GET', '/ledger')).data.at(-1)).toMatchObject({ kind: 'charge', requestId: 2 });
		expect((await control('GET', '/deliveries')).data).toEqual([]);
	});

	it('moves the clock', async () => {
		const before = bench.sandbox.clock.now();
		expect((await control('POST', '/clock', { advanceSeconds: 90 })).data).toEqual({ now: before + 90_000 });
	});

	it('sets faults, settings and credits, and forgets them on reset', async () => {
		await control('POST', '/faults', { kind: 'status', status: 418 });
		expect((await bench.http.get('/balance')).status).toBe(418);
		await control('POST', '/faults', { faults: [{ kind: 'status' }, { kind: 'html' }] });
		await control('DELETE', '/faults');
		expect((await bench.http.get('/balance')).status).toBe(200);
		await control('POST', '/settings', { released: false });
		expect((await bench.http.get('/balance')).status).toBe(406);
		await control('POST', '/credits', { b2b: 7 });
		expect(bench.sandbox.ledger.balance('b2b')).toBe(7);
		await control('POST', '/reset');
		expect((await bench.http.get('/balance')).status).toBe(200);
		expect(bench.sandbox.ledger.balance('b2b')).toBe(1_000_000);
		expect(bench.sandbox.requests.all).toHaveLength(1);
	});

	it.each([
		['/settings', { noSuchSetting: 1 }],
		['/settings', { syncSlots: 'many' }],
		['/faults', { kind: 'flood' }],
		['/faults', { kind: 'status', endpoint: 'noSuchEndpoint' }],
		['/clock', { seconds: 1 }],
	])('refuses %s %j', async (path, body) => {
		expect((await control('POST', path, body)).status).toBe(400);
	});

	it('refuses what it does not know', async () => {
		expect((await control('GET', '/nothing')).status).toBe(404);
	});
});
