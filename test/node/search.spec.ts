import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import { agentWith } from '../support/agent';
import { announceUndocumented } from '../support/document/watch';
import { credentialFor, rows, type NodeResult, type NodeRun } from '../support/harness';
import { messagesOf, useNode } from './support/useNode';

/** B2B searches as the node runs them. That every row comes once and in order, test/properties/pages shows. */

const { sandbox, run } = useNode({ persons: 3000, companies: 300 });

const LEVEL = { filtros_pessoa: { niveis_senioridade: ['Pleno'] } };
const search = async (
	parameters: IDataObject,
	items: readonly IDataObject[] = [{}],
	more: Partial<NodeRun> = {},
): Promise<NodeResult> => await run('b2bPerson.searchB2bPersons', { ...LEVEL, ...parameters }, items, more);

const bodies = (): IDataObject[] =>
	sandbox.requests.of('b2bPersonSearch').map(({ body }) => body as IDataObject);
const pages = (): unknown[] => bodies().map(({ pagina }) => pagina);
const charged = (): number => sandbox.ledger.charged('b2b');
const personsOf = ({ items }: NodeResult): unknown[] => items.map(({ json }) => json.id_pessoa);
const messages = (result: NodeResult): string => messagesOf(result).join('\n');
const detailsOf = ({ items }: NodeResult): IDataObject => items[0].json.search as IDataObject;
const details = { includeSearchDetails: true };
/** Goes on where a search has ended. */
const from = ({ cacheKey, total, nextOffset }: IDataObject): IDataObject => ({
	...{ continueFrom: { values: { chave_cache: cacheKey, total_cacheado: total, offset: nextOffset } } },
	...details,
});
const answer = (body: object, more: Partial<Fault> = {}): void =>
	sandbox.faults.add({ kind: 'status', status: 200, endpoint: 'b2bPersonSearch', body, ...more });
const numbered = (from: number, count: number): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({ id_pessoa: from + i }));
describe('the pages of a search', () => {
	it('cost one credit, as the first one gives the key and total for the others', async () => {
		const result = await search({ limit: 120 });
		expect(new Set(personsOf(result)).size).toBe(120);
		const [first, second, third] = bodies();
		expect([pages(), charged()]).toEqual([[1, 2, 3], 1]);
		expect(first).not.toHaveProperty('chave_cache');
		const keys = { chave_cache: expect.any(String), total_cacheado: expect.any(Number) };
		expect([second, third]).toMatchObject([keys, keys]);
	});

	it('are asked for with the first total, whatever later ones report', async () => {
		await search({ limit: 51 });
		const [, { total_cacheado, chave_cache }] = bodies();
		answer({ dados: [{ id_pessoa: 1 }], total: 7, por_pagina: 50, chave_cache }, { skip: 1 });
		await search({ limit: 150 });
		expect(bodies().slice(-2)).toMatchObject([{ total_cacheado }, { total_cacheado }]);
	});

	it('end where the service gives no cache key, since each would be paid for', async () => {
		answer({ dados: numbered(1, 2), total: 90, pagina: 1, por_pagina: 2 });
		const result = await search({ returnAll: true });
		expect([result.items.length, pages()]).toEqual([2, [1]]);
		expect(messages(result)).toContain('2 of 90 results were loaded. The service returned no cache key');
	});

	it.each<[string, Partial<Fault>, string]>([
		['status 503', { status: 503, times: 'always' }, 'The service answered with status 503'],
		[
			'a failure with status 200',
			{ body: { sucesso: false, mensagem: 'too old' } },
			'The service says: "too old".',
		],
	])('that were loaded come out when a later one cannot be had: %s', async (_, fault, why) => {
		answer({}, { ...fault, skip: 1 });
		const { items, error } = await search({ limit: 100 });
		expect([error, items.length, charged()]).toEqual([undefined, 51, 1]);
		expect(items[50].json.error).toMatch(/^The search stopped after 50 of \d+ results$/);
		expect(items[50].json.message).toContain(why);
		expect(items[50].json.message).toMatch(
			/ To continue at no charge, set 'Continue From' in Options: 'Cache Key' \S+, 'Cached Total' \d+, 'Offset' 50\.$/,
		);
	});

	it.each([
		['the same key', ['k', 'k'], "To continue at no charge, set 'Continue From' in Options: 'Cache Key' k,"],
		['a new key', ['k', 'l'], 'To continue, perhaps for another credit,'],
	])('end when one comes again, with %s', async (_, keys, advice) => {
		for (const chave_cache of keys) answer({ dados: numbered(0, 50), total: 200, chave_cache });
		const cut = await search({ returnAll: true });
		expect(personsOf(cut)).toEqual(numbered(0, 50).map(({ id_pessoa }) => id_pessoa));
		expect(messages(cut)).toContain('50 of 200 results were loaded.');
		expect(messages(cut)).toContain(advice);
		expect(pages()).toEqual([1, 2]);
	});

	it('tell of rows that one in the middle lacks, and of a total that is not usable', async () => {
		for (const [at, count] of [
			[0, 50],
			[50, 30],
			[100, 50],
			[150, 50],
		])
			answer({ dados: numbered(at, count), total: 200, chave_cache: 'k', por_pagina: 50 });
		expect(messages(await search({ returnAll: true }))).toContain(
			'The result is not complete: 180 of 200 results were loaded, and the service has no further pages.',
		);
		answer({ dados: numbered(0, 50), total: -1, chave_cache: 'k' });
		const other = { filtros_pessoa: { estados: ['SP'] }, returnAll: true };
		expect(messages(await search(other))).toContain('or no usable total');
	});
});

describe('a cache key that the service forgets', () => {
	it('costs one search more, whose page comes out, and ends the search', async () => {
		const all = personsOf(await search({ returnAll: true }));
		sandbox.reset();
		sandbox.set({ pagesPerKey: 2 });
		const result = await search({ returnAll: true, options: { maxConcurrentRequests: 20 } });
		expect([pages(), charged()]).toEqual([[1, 2, 3, 4], 2]);
		expect(personsOf(result)).toEqual(all.slice(0, 200));
		expect(messages(result)).toContain('at most 2 B2B credits charged');
		expect(messages(result)).toContain('may have been charged 2 times');
		expect(messages(result)).toContain(`200 of ${all.length} results`);
	});

	it('costs no more in a further turn of the execution, which sends no page again', async () => {
		const { call } = agentWith(credentialFor(sandbox), {
			...{ resource: 'b2bPerson', operation: 'searchB2bPersons', limit: 150, options: {} },
			filtros_pessoa: { niveis_senioridade: ["={{ $fromAI('level', '', 'string') }}"] },
		});
		sandbox.set({ pagesPerKey: 1 });
		const one = await call({ level: 'Pleno' });
		expect([one.length, charged()]).toEqual([150, 2]);
		expect(await call({ level: 'Pleno' })).toEqual(one);
		expect([pages(), charged()]).toEqual([[1, 2, 3], 2]);
	});

	it('lets Maximum Credits of 1 load all pages, one at a time; one credit more is the most', async () => {
		const options = { maxCredits: 1, maxConcurrentRequests: 20, maxRequestsPerMinute: 0 };
		sandbox.set({ latencyMs: 5 });
		expect((await search({ limit: 400, options })).items).toHaveLength(400);
		expect([sandbox.requests.traffic.maxInFlight, charged()]).toEqual([1, 1]);
		sandbox.reset();
		sandbox.set({ pagesPerKey: 1, latencyMs: 5 });
		expect((await search({ limit: 400, options })).items).toHaveLength(150);
		expect(charged()).toBe(2);
	});

	it('lets Maximum Credits hold over several searches at once', async () => {
		sandbox.set({ pagesPerKey: 2, latencyMs: 5 });
		const filters = { filtros_pessoa: {}, filtros_empresa: { estados: ['={{ $json.state }}'] } };
		const options = { maxCredits: 4, maxConcurrentRequests: 10, maxRequestsPerMinute: 0 };
		await search({ ...filters, returnAll: true, options }, [{ state: 'SP' }, { state: 'RJ' }]);
		expect(charged()).toBeLessThanOrEqual(4);
	});
});

describe('Continue From', () => {
	it.each([
		['whatever its limit', {}],
		['also where pages are small', { additionalBodyFields: { por_pagina: 20 } }],
	])('loads the next results of another run, free, %s', async (_, sizes) => {
		const all = personsOf(await search({ returnAll: true }));
		const seen: unknown[] = [];
		let options: IDataObject = { ...details, ...sizes };
		for (const limit of [{ limit: 20 }, { limit: 70 }, { limit: 1 }, { returnAll: true }]) {
			const result = await search({ ...limit, options });
			seen.push(...personsOf(result));
			options = { ...from(detailsOf(result)), ...sizes };
			expect(result.hints.filter(({ type }) => type === 'warning')).toEqual([]);
		}
		expect([seen, charged()]).toEqual([all, 1]);
	});

	it('with a key that is too old costs one search more, whose new key then counts', async () => {
		const first = detailsOf(await search({ limit: 50, options: details }));
		await sandbox.clock.advance(8 * 86_400_000);
		const next = await search({ limit: 200, options: from(first) });
		expect([next.items.length, charged(), detailsOf(next).creditsAtMost]).toEqual([200, 2, 1]);
		expect(next.hints.filter(({ type }) => type === 'warning')).toEqual([]);
	});

	it('says that it may cost another credit where the service forgets each key', async () => {
		sandbox.set({ pagesPerKey: 1 });
		const first = detailsOf(await search({ limit: 50, options: details }));
		const next = await search({ returnAll: true, options: from(first) });
		expect([charged(), messages(next)]).toEqual([2, expect.stringContaining('perhaps for another credit')]);
	});

	const tooOld = from({ cacheKey: 'too-old', total: 500, nextOffset: 50 });

	it.each<Omit<Fault, 'endpoint'>>([
		{ kind: 'reset', when: 'after' },
		{ kind: 'status', status: 500, when: 'after' },
		{ kind: 'truncated' },
	])('is not sent again when the answer is lost, as it may be a new search: %j', async (fault) => {
		sandbox.faults.add({ ...fault, endpoint: 'b2bPersonSearch', times: 'always' });
		const options = { ...tooOld, maxCredits: 1 };
		const { error } = await search({ limit: 50, options }, [{}], { settings: {} });
		expect(charged()).toBe(1);
		expect(error?.description).toContain(
			'The page may have been charged as a new search, so it was not requested again.',
		);
	});

	it("is not sent again by n8n's next try either", async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'b2bPersonSearch', times: 2 });
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { error } = await search({ limit: 50, options: tooOld }, [{}], { settings });
		expect(error?.message).toBe('The page was requested by an earlier attempt that got no response');
		expect([pages(), charged()]).toEqual([[2], 1]);
	});

	it('with a key that nobody knows counts against Maximum Credits, as it may be a new search', async () => {
		const items = ['SP', 'RJ', 'MG'].map((state) => ({ state }));
		const filters = { filtros_pessoa: { estados: ['={{ $json.state }}'] } };
		const result = await search({ ...filters, options: { ...tooOld, maxCredits: 2 }, limit: 5 }, items);
		expect([result.items.at(-1)?.json.outcome, charged()]).toEqual(['not sent', 2]);
	});

	it('is free in a later turn of the execution that has paid for the search', async () => {
		const one = await search({ limit: 5, options: { ...details, maxCredits: 1 } });
		const options = { ...from(detailsOf(one)), maxCredits: 1 };
		const two = await search({ limit: 5, options }, [{}], { after: one });
		expect(two.items.map(({ json }) => json.outcome)).toEqual(Array(5).fill('found'));
		expect(charged()).toBe(1);
	});

	it('says when there is nothing further', async () => {
		const { total, cacheKey } = detailsOf(await search({ limit: 5, options: details }));
		const { items } = await search({ options: from({ total, cacheKey, nextOffset: total }) });
		expect(items.map(({ json }) => json.reason)).toEqual(['The search has no further results.']);
		expect(charged()).toBe(1);
	});
});

describe('filters', () => {
	it('are the same search whatever the order of entry', async () => {
		const estados = ['SP', 'RJ', 'MG', 'SP'];
		await search({ filtros_pessoa: { estados, cargos: rows('Gerente', 'Analista') } });
		const reversed = { cargos: rows('Analista', 'Gerente'), estados: [...estados].reverse() };
		await search({ filtros_pessoa: reversed });
		const stable = { cargos: ['Analista', 'Gerente'], estados: ['MG', 'RJ', 'SP'] };
		expect(bodies()).toMatchObject([{ filtros_pessoa: stable }, { filtros_pessoa: stable }]);
		expect(charged()).toBe(1);
	});

	it('of the JSON field are added to those of the forms', async () => {
		announceUndocumented('POST /b2b/persons/', 'body filtros_pessoa.novo_filtro');
		const additionalFilters = '{"filtros_pessoa": {"estados": ["RJ"], "novo_filtro": ["x"]}}';
		const filtros_pessoa = { cargos: rows('Gerente'), estados: ['SP'] };
		await search({ filtros_pessoa, options: { additionalFilters } });
		expect(bodies()[0].filtros_pessoa).toEqual({ cargos: ['Gerente'], estados: ['RJ'], novo_filtro: ['x'] });
	});

	it('that match nothing are told of, with the credit that they may have cost', async () => {
		const result = await search({ filtros_pessoa: { cargos: rows('No Such Title') } });
		expect(result.items.map(({ json }) => json)).toEqual([
			{
				outcome: 'not found',
				reason: 'The search matched nothing.',
				filtros_pessoa: { cargos: ['No Such Title'] },
				search: { total: 0, cacheKey: expect.any(String), nextOffset: null, creditsAtMost: 1 },
			},
		]);
		expect(messages(result)).toContain('may still have charged 1 credit');
	});
});

describe('several items', () => {
	it('have their own rows each, and one search where they ask the same', async () => {
		sandbox.set({ latencyMs: 30 });
		const title = { filtros_pessoa: { cargos: rows('={{ $json.title }}') } };
		const titles = ['Analista', 'Gerente', 'Analista'].map((each) => ({ title: each }));
		const { items } = await search({ ...title, limit: 60 }, titles);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].flatMap((item) => Array(60).fill({ item })),
		);
		items.forEach(({ json }, i) => expect(json.cargo).toContain(titles[Math.floor(i / 60)].title));
		expect([bodies().length, charged()]).toEqual([4, 2]);
		// A node after this one may change an item; no other must change with it.
		expect(new Set(items.map(({ json }) => json)).size).toBe(180);
	});

	it.each<[string, IDataObject, IDataObject[], number, number[]]>([
		['share them where they ask the same', { limit: 250 }, [{}, {}, {}], 250, [0, 1, 2]],
		[
			'have as many as they ask for',
			{ limit: '={{ $json.limit }}' },
			[{ limit: 250 }, { limit: 400 }],
			650,
			[1],
		],
	])('with many results %s, for one credit', async (_, parameters, given, most, ofLast) => {
		const { items } = await search(parameters, given);
		expect([items.length, charged()]).toEqual([most, 1]);
		expect([items[most - 1].pairedItem].flat()).toEqual(ofLast.map((item) => ({ item })));
	});
});
