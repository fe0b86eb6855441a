import { useSandbox } from './support';

const bench = useSandbox();
const get = async (path: string, params: object = {}) => await bench.http.get(path, { params });
const results = async <T>(path: string, params?: object): Promise<T[]> =>
	(await get(path, params)).data.results as T[];
const names = async (path: string, params?: object): Promise<string[]> =>
	(await results<{ name: string }>(path, params)).map(({ name }) => name);

afterEach(() => expect(bench.sandbox.ledger.charged()).toBe(0));

describe('reference values to send back', () => {
	it('GET /geo/city/ lists "City - UF" by part of the name and by state', async () => {
		expect(await names('/geo/city/', { name: 'porto', state: 'RS' })).toEqual(['Porto Alegre - RS']);
		expect(await names('/geo/city/', { name: 'sao p' })).toEqual(['São Paulo - SP']);
		expect((await names('/geo/city/')).length).toBeGreaterThan(50);
		expect((await get('/geo/city/', { state: 'XX' })).status).toBe(400);
	});

	it('GET /geo/neighborhood/ lists "Neighborhood - City - UF"', async () => {
		const found = await names('/geo/neighborhood/', { name: 'cen', city: 'Porto Alegre', state: 'RS' });
		expect(found).toEqual(['Centro - Porto Alegre - RS']);
		for (const name of await names('/geo/neighborhood/', { state: 'SC' })) {
			expect(name.split(' - ')).toHaveLength(3);
		}
	});

	it('places are under another name when switched', async () => {
		bench.sandbox.set({ placeField: 'value' });
		expect(await results('/geo/city/', { name: 'porto alegre' })).toEqual([{ value: 'Porto Alegre - RS' }]);
	});

	it.each([
		['/cbo/', { description: 'civil' }, [{ code: '100011', description: 'Engenheiro Civil' }]],
		['/cnae/', { code: '5611201' }, [{ code: '5611201', description: 'Restaurantes e similares' }]],
		['/sector/cnae/', { description: 'comercio' }, [{ code: 'G', description: 'COMÉRCIO' }]],
		['/cnae/', { code: '56' }, []],
	])('GET %s %j lists code and description', async (path, params, expected) => {
		expect(await results(path, params)).toEqual(expected);
	});

	it('GET /persons/prospect/profile/ lists codes', async () => {
		expect((await results<{ code: string }>('/persons/prospect/profile/')).map(({ code }) => code)).toContain(
			'PF1',
		);
	});

	it('places and profiles come in pages when switched, told in three ways or not at all', async () => {
		const all = await results('/geo/city/');
		const page = async (number?: number) =>
			(await get('/geo/city/', { page: number, state: undefined })).data;
		bench.sandbox.set({ listPages: 'counted' });
		expect(await page()).toEqual({ count: all.length, results: all.slice(0, 50) });
		expect((await page(2)).results).toEqual(all.slice(50));
		expect((await page(3)).results).toEqual([]);
		bench.sandbox.set({ listPages: 'linked', listPageSize: 60 });
		expect((await page()).next).toMatch(/\/geo\/city\/\?.*page=2$/);
		expect((await page(2)).next).toBeNull();
		bench.sandbox.set({ listPages: 'silent', listPageNumber: 'ignored' });
		expect(await page(2)).toEqual({ results: all.slice(0, 60) });
		expect(await results('/persons/prospect/profile/')).toHaveLength(5);
	});

	it('codes come in pages', async () => {
		const all = await results('/cbo/');
		const first = await results('/cbo/', { page: 1, page_size: 15 });
		const second = await results('/cbo/', { page: 2, page_size: 15 });
		expect([first.length, [...first, ...second]]).toEqual([15, all]);
		expect(await results('/cbo/', { page: 3, page_size: 15 })).toEqual([]);
		expect((await get('/cbo/', { page: 0 })).status).toBe(400);
		bench.sandbox.set({ pageBeyondLast: 'notFound' });
		expect((await get('/cbo/', { page: 3, page_size: 15 })).status).toBe(404);
	});

	it('pages have a largest size, which cuts or refuses larger ones', async () => {
		bench.sandbox.set({ largestPage: 10, listTotals: 'present' });
		const { data } = await get('/cbo/', { page_size: 5000 });
		expect([data.results.length, data.count]).toEqual([10, 21]);
		expect(await results('/geo/city/')).toHaveLength(10);
		bench.sandbox.set({ oversizedPage: 'refused' });
		expect((await get('/cbo/', { page_size: 5000 })).status).toBe(400);
	});

	it('GET /b2b/filter-options/ has texts and values; the state is sent as its abbreviation', async () => {
		const { data } = await get('/b2b/filter-options/');
		expect(data.estados).toContainEqual({ text: 'São Paulo', value: 'SP' });
		expect(data.departamentos).toContain('Segurança, Saúde e Meio Ambiente');
		expect(data.naturezas_juridicas[1]).toEqual({ text: 'Entidades Empresariais', value: 2 });
	});

	it('GET /b2b/filter-options/ and autocomplete have Portuguese words when switched', async () => {
		bench.sandbox.set({ autocompleteItems: 'portuguese' });
		const { data } = await get('/b2b/filter-options/');
		expect(data.naturezas_juridicas).toContainEqual({ texto: 'Administração Pública', valor: 1 });
		expect(await results('/b2b/search/', { setor: 'Varejo' })).toEqual([
			{ texto: 'Varejo', valor: 'Varejo' },
		]);
	});

	it('GET /b2b/filter-structure/ has names, types, descriptions and mandatory flags', async () => {
		const { data } = await get('/b2b/filter-structure/');
		expect(data.filtros_empresa).toContainEqual({
			name: 'setores_cnae',
			type: 'array',
			description: expect.any(String),
			mandatory: false,
		});
		expect(data.filtros_pessoa).toContainEqual(expect.objectContaining({ name: 'has_social' }));
	});
});

describe('autocomplete', () => {
	const values = async (params: object): Promise<unknown[]> =>
		(await results<{ value: unknown }>('/b2b/search/', params)).map(({ value }) => value);

	it.each([
		['setor', 'varejo', 'Varejo'],
		['cargo', 'diretor', 'Diretor Comercial'],
		['atividade_cnae', '6201501', '6201501 - Desenvolvimento de programas de computador sob encomenda'],
		['natureza_juridica', 'empresariais', 2],
		['especialidade', 'nuvem', 'Computação em Nuvem'],
		['habilidade', 'python', 'Python'],
		['setor_cnae', 'comercio', 'COMÉRCIO'],
	])('of the kind %s', async (kind, term, value) => {
		expect(await values({ [kind]: term })).toContain(value);
	});

	it('limit: 50 for each kind except localizacao, which lists all cities of a state', async () => {
		expect(await values({ nome_empresa: 'synthetic' })).toHaveLength(50);
		const cities = await values({ localizacao: 'SP' });
		expect(cities.length).toBeGreaterThan(50);
		expect(cities).toContain('Campinas, SP');
		expect(await values({ localizacao: 'Campinas' })).toEqual([]);
	});

	it('finds values that the search takes', async () => {
		const [nome_empresa] = await values({ nome_empresa: 'padaria' });
		const { companies } = bench.sandbox;
		expect(Array.from({ length: companies.count }, (_, i) => companies.name(i))).toContain(nome_empresa);
	});

	it('drops term and field, and takes only them when switched', async () => {
		const other = { term: 'varejo', field: 'setor' };
		expect((await get('/b2b/search/', other)).status).toBe(400);
		expect(bench.sandbox.requests.last?.unknownFields).toEqual(['term', 'field']);
		bench.sandbox.set({ autocompleteForm: 'termAndField', autocompleteItems: 'values' });
		expect(await results('/b2b/search/', other)).toEqual(['Varejo']);
		expect((await get('/b2b/search/', { setor: 'varejo' })).status).toBe(400);
	});

	it('refuses a call without a kind, and without a text unless switched', async () => {
		expect((await get('/b2b/search/')).status).toBe(400);
		expect((await get('/b2b/search/', { setor: '' })).status).toBe(400);
		bench.sandbox.set({ emptyTerm: 'answered' });
		expect((await values({ setor: '' })).length).toBeGreaterThan(5);
	});
});
