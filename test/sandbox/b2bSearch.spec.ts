import { useSandbox } from './support';

const bench = useSandbox();
const DAY = 86_400_000;
const PERSONS = '/b2b/persons/';
const COMPANIES = '/b2b/companies/';
const inStates = (...estados: string[]) => ({ filtros_pessoa: { estados } });
const post = async (path: string, body: object) => (await bench.http.post(path, body)).data;
const charged = (): number => bench.sandbox.ledger.charged('b2b');
/** What a first page says for later ones. */
const cachedBy = (data: { chave_cache: string; total: number }) => ({
	chave_cache: data.chave_cache,
	total_cacheado: data.total,
});

describe('credit rule 1: 1 credit per new combination of filters', () => {
	it.each([
		[PERSONS, inStates('SP')],
		[COMPANIES, { filtros_empresa: { estados: ['SP'] } }],
	])('charges a new search of %s once in 7 days', async (path, body) => {
		await post(path, { ...body, pagina: 1, por_pagina: 5 });
		await post(path, { ...body, pagina: 1, por_pagina: 10 });
		expect(charged()).toBe(1);
		await bench.sandbox.clock.advance(7 * DAY - 1);
		await post(path, body);
		expect(charged()).toBe(1);
		await bench.sandbox.clock.advance(1);
		await post(path, body);
		expect(charged()).toBe(2);
	});

	it('serves later pages for nothing with chave_cache and total_cacheado', async () => {
		const search = { ...inStates('SP'), por_pagina: 3 };
		const first = await post(PERSONS, search);
		const second = await post(PERSONS, { ...search, ...cachedBy(first), pagina: 2 });
		expect(charged()).toBe(1);
		expect(second).toMatchObject({ pagina: 2, total: first.total, chave_cache: first.chave_cache });
		const ids = [...first.dados, ...second.dados].map(({ id_pessoa }: { id_pessoa: number }) => id_pessoa);
		expect(new Set(ids).size).toBe(6);
	});

	it('takes every later page without the key for a new search', async () => {
		await post(PERSONS, inStates('SP'));
		await post(PERSONS, { ...inStates('SP'), pagina: 2 });
		await post(PERSONS, { ...inStates('SP'), pagina: 2 });
		expect(charged()).toBe(3);
	});

	it('takes pages for new searches once it has forgotten the key, when told to', async () => {
		bench.sandbox.set({ pagesPerKey: 2 });
		const first = await post(PERSONS, inStates('SP'));
		const page = async (chave_cache: string): Promise<string> =>
			(await post(PERSONS, { ...inStates('SP'), ...cachedBy(first), chave_cache, pagina: 2 })).chave_cache;
		const key: string = first.chave_cache;
		expect([await page(key), await page(key), charged()]).toEqual([key, key, 1]);
		const renewed = await page(key);
		expect([renewed === key, charged()]).toEqual([false, 2]);
		expect([await page(renewed), charged()]).toEqual([renewed, 2]);
		// The same filters were paid for.
		await post(PERSONS, inStates('SP'));
		expect(charged()).toBe(2);
	});

	it('does not take the key of another search or a wrong total', async () => {
		const cached = cachedBy(await post(PERSONS, inStates('SP')));
		await post(PERSONS, { ...inStates('RJ'), ...cached, pagina: 2 });
		expect(charged()).toBe(2);
		const total_cacheado = cached.total_cacheado + 1;
		await post(PERSONS, { ...inStates('SP'), ...cached, total_cacheado, pagina: 2 });
		expect(charged()).toBe(3);
	});
});

it('credit rule 2: another order of values makes another search', async () => {
	await post(PERSONS, inStates('SP', 'RJ'));
	await post(PERSONS, inStates('RJ', 'SP'));
	expect(charged()).toBe(2);
});

it('drops unknown filters in silence, charges, and tells of them in the log', async () => {
	const data = await post(COMPANIES, { filtros_empresa: { estados: ['SP'], document: '12345678000195' } });
	expect(data.total).toBeGreaterThan(0);
	const unknownFields = ['filtros_empresa.document'];
	expect(bench.sandbox.requests.last).toMatchObject({ charged: 1, unknownFields });
});
