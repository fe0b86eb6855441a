import { useSandbox } from './support';

const bench = useSandbox();
const DAY = 86_400_000;
const PERSONS = '/b2b/persons/';
const inStates = (...estados: string[]) => ({ filtros_pessoa: { estados } });
const charged = (): number => bench.sandbox.ledger.charged('b2b');

describe('credit rule 1: 1 credit per new combination of filters', () => {
	it.each([
		[PERSONS, inStates('SP')],
		['/b2b/companies/', { filtros_empresa: { estados: ['SP'] } }],
	])('charges a new search of %s once in 7 days', async (path, body) => {
		await bench.http.post(path, { ...body, pagina: 1, por_pagina: 5 });
		await bench.http.post(path, { ...body, pagina: 1, por_pagina: 10 });
		expect(charged()).toBe(1);
		await bench.sandbox.clock.advance(7 * DAY - 1);
		await bench.http.post(path, body);
		expect(charged()).toBe(1);
		await bench.sandbox.clock.advance(1);
		await bench.http.post(path, body);
		expect(charged()).toBe(2);
	});

	it('serves later pages for nothing with chave_cache and total_cacheado', async () => {
		const { data: first } = await bench.http.post(PERSONS, { ...inStates('SP'), por_pagina: 3 });
		const cached = { chave_cache: first.chave_cache, total_cacheado: first.total };
		const { data: second } = await bench.http.post(PERSONS, {
			...inStates('SP'),
			...cached,
			pagina: 2,
			por_pagina: 3,
		});
		expect(charged()).toBe(1);
		expect(second).toMatchObject({ pagina: 2, total: first.total, chave_cache: first.chave_cache });
		const ids = [...first.dados, ...second.dados].map(({ id_pessoa }: { id_pessoa: number }) => id_pessoa);
		expect(new Set(ids).size).toBe(6);
	});

	it('takes every later page without the key for a new search', async () => {
		await bench.http.post(PERSONS, inStates('SP'));
		await bench.http.post(PERSONS, { ...inStates('SP'), pagina: 2 });
		await bench.http.post(PERSONS, { ...inStates('SP'), pagina: 2 });
		expect(charged()).toBe(3);
	});

	it('takes pages for new searches once it has forgotten the key, when told to', async () => {
		bench.sandbox.set({ pagesPerKey: 2 });
		const { data } = await bench.http.post(PERSONS, inStates('SP'));
		const page = async (key: string) =>
			(
				await bench.http.post(PERSONS, {
					...inStates('SP'),
					chave_cache: key,
					total_cacheado: data.total,
					pagina: 2,
				})
			).data.chave_cache as string;
		expect([await page(data.chave_cache), await page(data.chave_cache)]).toEqual([
			data.chave_cache,
			data.chave_cache,
		]);
		expect(charged()).toBe(1);
		const renewed = await page(data.chave_cache);
		expect(renewed).not.toBe(data.chave_cache);
		expect(charged()).toBe(2);
		expect(await page(renewed)).toBe(renewed);
		expect(charged()).toBe(2);
		// The same filters were paid for.
		await bench.http.post(PERSONS, inStates('SP'));
		expect(charged()).toBe(2);
	});

	it('does not take the key of another search or a wrong total', async () => {
		const { data } = await bench.http.post(PERSONS, inStates('SP'));
		const cached = { chave_cache: data.chave_cache, total_cacheado: data.total };
		await bench.http.post(PERSONS, { ...inStates('RJ'), ...cached, pagina: 2 });
		expect(charged()).toBe(2);
		await bench.http.post(PERSONS, {
			...inStates('SP'),
			...cached,
			total_cacheado: data.total + 1,
			pagina: 2,
		});
		expect(charged()).toBe(3);
	});

	it('charges a search that matches nothing', async () => {
		const { data } = await bench.http.post(PERSONS, inStates('XX'));
		expect(data).toMatchObject({ dados: [], total: 0, sucesso: true });
		expect(charged()).toBe(1);
	});
});

describe('credit rule 2: the order of values', () => {
	it('makes another search', async () => {
		await bench.http.post(PERSONS, inStates('SP', 'RJ'));
		await bench.http.post(PERSONS, inStates('RJ', 'SP'));
		expect(charged()).toBe(2);
	});
});

describe('what a search refuses and what it lets pass', () => {
	it.each([
		['no filter at all', {}],
		['empty filters', { filtros_pessoa: { estados: [], has_email: false } }],
		['filters at the root', { estados: ['SP'] }],
		['only a document inside the filters', { filtros_empresa: { document: '12345678000195' } }],
		['a page size above 50', { ...inStates('SP'), por_pagina: 51 }],
		['a text for a list', { filtros_pessoa: { estados: 'SP' } }],
		['a text for the page', { ...inStates('SP'), pagina: '1' }],
	])('answers 400 to %s and charges nothing', async (_name, body) => {
		expect((await bench.http.post(PERSONS, body)).status).toBe(400);
		expect(charged()).toBe(0);
	});

	it('answers 400 to setores_cnae in the person search, naming it', async () => {
		const filtros_empresa = { setores_cnae: ['SAÚDE'] };
		const { status, data } = await bench.http.post(PERSONS, { ...inStates('SP'), filtros_empresa });
		expect(status).toBe(400);
		expect(data.error.description).toContain('setores_cnae');
		expect((await bench.http.post('/b2b/companies/', { filtros_empresa })).data.total).toBeGreaterThan(0);
	});

	it('drops unknown filters in silence, charges, and tells of them in the log', async () => {
		const filtros_empresa = { estados: ['SP'], document: '12345678000195' };
		const { data } = await bench.http.post('/b2b/companies/', { filtros_empresa });
		expect(data.total).toBeGreaterThan(0);
		expect(bench.sandbox.requests.last).toMatchObject({
			charged: 1,
			unknownFields: ['filtros_empresa.document'],
		});
	});

	it.each([
		['a bare CNAE code', { atividades_cnae: ['6201501'] }],
		['a location written as City - UF', { localizacoes: ['São Paulo - SP'] }],
		['locations and states that do not meet', { localizacoes: ['São Paulo, SP'], estados: ['RJ'] }],
		['a revenue of 500 million or more', { faixa_receita: { receita_minima: 500_000_000 } }],
		['a hyphen in the name', { nome_empresa: ['padaria-central'] }],
	])('matches nothing with %s, and charges', async (_name, filtros_empresa) => {
		const { status, data } = await bench.http.post('/b2b/companies/', { filtros_empresa });
		expect([status, data.total, charged()]).toEqual([200, 0, 1]);
	});

	it('answers 402 with the wallet when there is no credit', async () => {
		bench.sandbox.ledger.set('b2b', 0);
		const { status, data } = await bench.http.post(PERSONS, inStates('SP'));
		expect(status).toBe(402);
		expect(data.error).toMatchObject({ code: 'insufficient_credits', wallet: 'b2b' });
	});
});

describe('POST /b2b/companies/ with document or url_social', () => {
	const find = async (body: object) => await bench.http.post('/b2b/companies/', body);

	it('returns the company of a CNPJ, with or without formatting, digits or letters', async () => {
		for (const index of [1, 7]) {
			const cnpj = bench.sandbox.companies.cnpj(index);
			const formatted = cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
			expect((await find({ document: formatted, filtros_empresa: { estados: ['SP'] } })).data).toEqual({
				success: true,
				data: { company_id: bench.sandbox.companies.id(index) },
			});
		}
		expect(bench.sandbox.companies.cnpj(7)).toMatch(/^[A-Z]/);
		expect(bench.sandbox.requests.last?.endpoint).toBe('b2bCompanyFind');
	});

	it('returns the company of a profile URL', async () => {
		const { data } = await find({ url_social: bench.sandbox.companies.socialUrl(3) });
		expect(data.data.company_id).toBe(bench.sandbox.companies.id(3));
	});

	it('answers 404 when none matches, and charges nothing', async () => {
		expect((await find({ document: '12345678000195' })).status).toBe(404);
		expect(charged()).toBe(0);
	});

	it('charges what is found, as no price is stated, unless switched', async () => {
		await find({ document: bench.sandbox.companies.cnpj(1) });
		expect(charged()).toBe(1);
		bench.sandbox.set({ notStatedPrice: 'free' });
		await find({ document: bench.sandbox.companies.cnpj(2) });
		expect(charged()).toBe(1);
	});
});
