import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { PAGE } from '../support/chaosCases';
import { credentialFor, runNode, type NodeResult, type NodeRun, rows } from '../support/harness';
import { useSandbox } from './support/useSandbox';
import { placed } from '../support/placed';
import { announceUndocumented } from '../support/document/watch';

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 300 }, (started) => {
	sandbox = started;
});

const search = async (parameters: IDataObject, more: Partial<NodeRun> = {}): Promise<NodeResult> =>
	await runNode({
		credential: credentialFor(sandbox),
		resource: 'b2bPerson',
		operation: 'searchB2bPersons',
		parameters,
		...more,
	});

const many = { filtros_pessoa: { niveis_senioridade: ['Pleno'] } };
const requests = () => sandbox.requests.of('b2bPersonSearch');
const bodies = () => requests().map(({ body }) => body as IDataObject);
const charged = () => sandbox.ledger.charged('b2b');

/** The details that a search reports when asked for them, or always when it is empty. */
const detailsOf = ({ items }: NodeResult) => items[0].json.search as IDataObject;

describe('loading pages', () => {
	it('pays for the first page only and sends chave_cache and total_cacheado with the others', async () => {
		const { items, error } = await search({ ...many, returnAll: false, limit: 120 });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(120);
		expect(new Set(items.map(({ json }) => json.id_pessoa)).size).toBe(120);
		expect(requests()).toHaveLength(3);
		expect(charged()).toBe(1);
		expect(bodies().map(({ pagina }) => pagina)).toEqual([1, 2, 3]);
		const [first, second] = bodies();
		expect(first).not.toHaveProperty('chave_cache');
		expect(second.chave_cache).toEqual(expect.any(String));
		expect(second.total_cacheado).toEqual(expect.any(Number));
	});

	it('never asks for a larger page than the service takes', async () => {
		const { error } = await search({ ...many, options: { pageSize: 51 } });
		expect(error?.message).toBe('Page Size is 51, but must be at most 50.');
		await search({ ...many, limit: 3, options: { pageSize: 2 } });
		expect(bodies().map(({ por_pagina }) => por_pagina)).toEqual([2, 2]);
	});

	it('stops when the service gives no cache key, since each page would be paid for', async () => {
		sandbox.faults.add({
			kind: 'status',
			status: 200,
			endpoint: 'b2bPersonSearch',
			body: { dados: [{ id_pessoa: 1 }, { id_pessoa: 2 }], total: 90, pagina: 1, por_pagina: 2 },
		});
		const { items, hints } = await search({ ...many, returnAll: true });
		expect(items).toHaveLength(2);
		expect(requests()).toHaveLength(1);
		expect(hints[1].message).toContain('2 of 90 results were loaded. The service returned no cache key');
	});

	it('goes on where it ended, whatever the limits and page sizes, until each row came once', async () => {
		const all = (await search({ ...many, returnAll: true })).items.map(({ json }) => json.id_pessoa);
		const seen: unknown[] = [];
		let from: IDataObject | undefined;
		for (const [limit, pageSize] of [
			[20, 50],
			[70, 50],
			[1, 7],
			[0, 50],
		]) {
			const options: IDataObject = { includeSearchDetails: true, pageSize };
			if (from !== undefined) {
				const { cacheKey, total, nextOffset } = from;
				options.continueFrom = {
					values: { chave_cache: cacheKey, total_cacheado: total, offset: nextOffset },
				};
			}
			const wanted = limit === 0 ? { returnAll: true } : { limit };
			const result = await search({ ...many, ...wanted, options });
			seen.push(...result.items.map(({ json }) => json.id_pessoa));
			from = detailsOf(result);
			const hint = {
				type: 'info',
				message: expect.stringMatching(/^\d+ of \d+ results .* cost nothing for 7 days/),
			};
			if (limit > 0) expect(result.hints[1]).toMatchObject(hint);
			// A search that went well ends without a warning.
			expect(result.hints.filter(({ type }) => type === 'warning')).toEqual([]);
		}
		expect(seen).toEqual(all);
		expect(from).toMatchObject({ nextOffset: null, creditsAtMost: 0 });
		expect(charged()).toBe(1);
	});

	it('sends equal searches of one run once', async () => {
		sandbox.set({ latencyMs: 30 });
		const { items } = await search({ ...many, limit: 60 }, { items: [{}, {}, {}, {}] });
		expect(items).toHaveLength(240);
		expect(requests()).toHaveLength(2);
		expect(charged()).toBe(1);
		// A node after this one may change an item; no other must change with it.
		expect(new Set(items.map(({ json }) => json)).size).toBe(240);
	});

	it('stops the run when the service sees no credit, a wrong key or a limit', async () => {
		for (const status of [401, 402, 403, 406, 429]) {
			sandbox.reset();
			sandbox.faults.add({ kind: 'status', status, headers: { 'Retry-After': '5' }, times: 'always' });
			await search(
				{
					filtros_pessoa: { cargos: rows('={{ $json.n }}') },
					options: { advanced: { maxConcurrentRequests: 1 } },
				},
				{ items: Array.from({ length: 20 }, (_, n) => ({ n })) },
			);
			expect(sandbox.requests.all).toHaveLength(1);
		}
	});

	it('reports on a search that matches nothing', async () => {
		const { items, hints } = await search({ filtros_pessoa: { cargos: rows('No Such Title At All') } });
		expect(items).toHaveLength(1);
		expect(items[0].json).toEqual({
			outcome: 'not found',
			reason: 'The search matched nothing.',
			filtros_pessoa: { cargos: ['No Such Title At All'] },
			search: { total: 0, cacheKey: expect.any(String), nextOffset: null, pageSize: 50, creditsAtMost: 1 },
		});
		expect(hints[1].message).toContain('may still have charged 1 credit');
	});

	it('keeps what was loaded when a later page cannot be had', async () => {
		sandbox.faults.add({
			kind: 'status',
			status: 503,
			endpoint: 'b2bPersonSearch',
			skip: 1,
			times: 'always',
		});
		const { items, error } = await search({ ...many, limit: 100 });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(51);
		expect(items[50].json.error).toMatch(/^The search stopped after 50 of \d+ results$/);
		expect(items[50].json.message).toMatch(/^The service failed with status 503.*Offset 50, Page Size 50\.$/);
		expect(charged()).toBe(1);
	});
});

describe('a cache key that the service forgets', () => {
	it('sends the first total with all pages, whatever total later pages report', async () => {
		await search({ ...many, limit: 1 });
		const { total_cacheado: none } = bodies()[0];
		expect(none).toBeUndefined();
		const first = await search({ ...many, limit: 50, options: { includeSearchDetails: true } });
		const { total, cacheKey } = detailsOf(first);
		sandbox.faults.add({
			kind: 'status',
			status: 200,
			endpoint: 'b2bPersonSearch',
			body: { dados: [{ id_pessoa: 1 }], total: 7, pagina: 2, por_pagina: 50, chave_cache: cacheKey },
			skip: 1,
		});
		const { items } = await search({ ...many, limit: 150, options: { includeSearchDetails: true } });
		expect(
			bodies()
				.slice(-2)
				.map(({ total_cacheado }) => total_cacheado),
		).toEqual([total, total]);
		expect((items[0].json.search as IDataObject).total).toBe(total);
		expect(charged()).toBe(1);
	});

	it('costs one search more when the key that a run continues with is too old; its new key then counts', async () => {
		const { items } = await search({ ...many, limit: 50, options: { includeSearchDetails: true } });
		const { cacheKey, total } = items[0].json.search as IDataObject;
		await sandbox.clock.advance(8 * 86_400_000);
		const continueFrom = { values: { chave_cache: cacheKey, total_cacheado: total, offset: 50 } };
		const next = await search({ ...many, limit: 200, options: { continueFrom } });
		expect(next.items).toHaveLength(200);
		expect(charged()).toBe(2);
		expect(next.hints.filter(({ type }) => type === 'warning')).toEqual([]);
	});

	it.each([
		{ kind: 'reset', when: 'after' },
		{ kind: 'status', status: 500, when: 'after' },
		{ kind: 'truncated' },
		{ kind: 'status', status: 502, body: PAGE, when: 'after' },
	] as const)(
		'is charged once when the answer to the page that a run continues with is lost: %j',
		async (fault) => {
			const continueFrom = { values: { chave_cache: 'too-old', total_cacheado: 500, offset: 50 } };
			const options = { continueFrom, maxCredits: 1 };
			sandbox.faults.add({ ...fault, endpoint: 'b2bPersonSearch', times: 'always' });
			const { error } = await search({ ...many, limit: 50, ...placed(options) });
			expect(charged()).toBe(1);
			expect(error?.description).toContain(
				'The page may have been charged as a new search, so it was not requested again.',
			);
		},
	);

	it('is charged once when that answer is lost and n8n tries the node again', async () => {
		const continueFrom = { values: { chave_cache: 'too-old', total_cacheado: 500, offset: 50 } };
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'b2bPersonSearch', times: 2 });
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { error } = await search({ ...many, limit: 50, options: { continueFrom } }, { settings });
		expect(requests()).toHaveLength(1);
		expect(error?.message).toMatch(/^The page was requested by an earlier attempt that got no response$/);
		expect(charged()).toBe(1);
	});

	it.each([0, 49])('asks again for the first page (offset %d), which is the same search', async (offset) => {
		const continueFrom = { values: { chave_cache: 'too-old', total_cacheado: 500, offset } };
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'b2bPersonSearch' });
		const { items } = await search({ ...many, limit: 60, options: { continueFrom } });
		expect(items).toHaveLength(60);
		expect(charged()).toBe(1);
	});
});

describe('filters', () => {
	it('sends the same set in the same order whatever the order of entry', async () => {
		const states = ['SP', 'RJ', 'MG', 'SP'];
		await search({ filtros_pessoa: { estados: states, cargos: rows('Gerente', 'Analista') } });
		await search({ filtros_pessoa: { cargos: rows('Analista', 'Gerente'), estados: [...states].reverse() } });
		expect(requests()).toHaveLength(2);
		expect(bodies()[0].filtros_pessoa).toEqual({
			cargos: ['Analista', 'Gerente'],
			estados: ['MG', 'RJ', 'SP'],
		});
		expect(charged()).toBe(1);
	});

	it('never splits a value at its commas', async () => {
		const departamentos = ['Segurança, Saúde e Meio Ambiente'];
		await search({ filtros_pessoa: { departamentos, localizacoes: rows('Porto Alegre, RS') } });
		expect(bodies()[0].filtros_pessoa).toEqual({ departamentos, localizacoes: ['Porto Alegre, RS'] });
	});

	it('takes lists, numbers in text and single values from expressions', async () => {
		await search(
			{
				filtros_pessoa: { cargos: rows('={{ $json.titles }}') },
				filtros_empresa: { data_fundacao: { values: { data_inicio: '={{ $json.year }}' } } },
			},
			{ items: [{ titles: ['Gerente', 'Diretor, Comercial'], year: '2001' }] },
		);
		expect(bodies()[0]).toMatchObject({
			filtros_pessoa: { cargos: ['Diretor, Comercial', 'Gerente'] },
			filtros_empresa: { data_fundacao: { data_inicio: 2001 } },
		});
	});

	it('adds the filters of the JSON field to those of the forms', async () => {
		announceUndocumented('POST /b2b/persons/', 'body filtros_pessoa.novo_filtro');
		await search({
			filtros_pessoa: { cargos: rows('Gerente'), estados: ['SP'] },
			options: { additionalFilters: '{"filtros_pessoa": {"estados": ["RJ"], "novo_filtro": ["x"]}}' },
		});
		expect(bodies()[0].filtros_pessoa).toEqual({ cargos: ['Gerente'], estados: ['RJ'], novo_filtro: ['x'] });
	});
});

describe('items', () => {
	const titles = [{ title: 'Analista' }, { title: 'Gerente' }, { title: 'Diretor' }];

	it('pairs each row with the item that asked for it', async () => {
		const { items } = await search(
			{ filtros_pessoa: { cargos: rows('={{ $json.title }}') }, limit: 2 },
			{ items: titles },
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 0, 1, 1, 2, 2].map((item) => ({ item })));
		items.forEach(({ json }, i) => expect(json.cargo).toContain(titles[Math.floor(i / 2)].title));
	});
});

it('in very many items with one question is asked once, and its results are not repeated without end', async () => {
	const items = Array.from({ length: 2_500 }, () => ({}));
	const { items: found, hints } = await search({ filtros_pessoa: { estados: ['SP'] }, limit: 50 }, { items });
	expect(charged()).toBe(1);
	// Those of the first item, and of as many others as stay below 100,000.
	expect(found).toHaveLength(50 + 100_000);
	const pairs = found.map(({ pairedItem }) => [pairedItem].flat().length);
	expect([pairs[0], pairs[50]]).toEqual([500, 1]);
	expect(JSON.stringify(hints)).toContain('stand for the others, too');
});
