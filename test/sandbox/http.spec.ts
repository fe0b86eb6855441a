import { startSandbox } from '../../sandbox';
import { clientOf, useSandbox } from './support';

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
		bench.sandbox.set({ latencyMs: 1_000 });
		await Promise.all(Array.from({ length: 5 }, async () => await bench.http.get('/balance')));
		expect(bench.sandbox.requests.traffic).toMatchObject({ requests: 5, inFlight: 0, maxInFlight: 5 });
		expect(bench.sandbox.requests.countByEndpoint).toEqual({ balance: 5 });
	});
});
