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
});

describe('credit rule 2: the order of values', () => {
	it('makes another search', async () => {
		await bench.http.post(PERSONS, inStates('SP', 'RJ'));
		await bench.http.post(PERSONS, inStates('RJ', 'SP'));
		expect(charged()).toBe(2);
	});
});

describe('what a search refuses and what it lets pass', () => {
	it('drops unknown filters in silence, charges, and tells of them in the log', async () => {
		const filtros_empresa = { estados: ['SP'], document: '12345678000195' };
		const { data } = await bench.http.post('/b2b/companies/', { filtros_empresa });
		expect(data.total).toBeGreaterThan(0);
		expect(bench.sandbox.requests.last).toMatchObject({
			charged: 1,
			unknownFields: ['filtros_empresa.document'],
		});
	});
});

describe('POST /b2b/companies/ with document or url_social', () => {
	const find = async (body: object) => await bench.http.post('/b2b/companies/', body);

	it('charges what is found, as no price is stated, unless switched', async () => {
		await find({ document: bench.sandbox.companies.cnpj(1) });
		expect(charged()).toBe(1);
		bench.sandbox.set({ notStatedPrice: 'free' });
		await find({ document: bench.sandbox.companies.cnpj(2) });
		expect(charged()).toBe(1);
	});
});
