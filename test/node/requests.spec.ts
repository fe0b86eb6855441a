import type { IDataObject } from 'n8n-workflow';

import type { EndpointName } from '../../contract';
import { ASSUMED_AUTOCOMPLETE_KINDS, AUTOCOMPLETE_KINDS } from '../../contract/model/vocabularies';
import { credentialFor, type NodeResult } from '../support/harness';
import { messagesOf, outcomesOf, rowsOf, useNode } from './support/useNode';

/** What each operation sends for its form, and what it makes of several items and of finding nothing. */

const { sandbox, run } = useNode({ persons: 500, companies: 400 });

const pairs = ({ items }: NodeResult): unknown[] => items.map(({ pairedItem }) => pairedItem);
const errors = (result: NodeResult): unknown[] => rowsOf(result).flatMap(({ error }) => error ?? []);
const sent = (endpoint: EndpointName): unknown[] =>
	sandbox.requests.of(endpoint).map(({ query, body }) => ({ ...query, ...(body as object) }));
const cnpjs = (...indexes: number[]) => indexes.map((i) => ({ cnpj: sandbox.companies.cnpj(i) }));
const charged = (): number => sandbox.ledger.charged();
/** A document of nobody. */
const [NO_CPF, NO_CNPJ] = ['52998224725', '11222333000181'];

type Sent = readonly [
	name: string,
	parameters: IDataObject,
	item: () => IDataObject,
	endpoint: EndpointName,
	sent: () => unknown,
];
const SENT: readonly Sent[] = [
	[
		'person.getPerson',
		{ options: { fields: 'name,emails' } },
		() => ({ cpf: sandbox.persons.cpf(0) }),
		'personGet',
		() => ({ cpf: sandbox.persons.cpf(0), fields: 'name,emails' }),
	],
	[
		'person.searchByPattern',
		{ name: 'Synthetic*', options: { state: 'SP' } },
		() => ({}),
		'personSearchByPattern',
		() => ({ name: 'Synthetic*', state: 'SP' }),
	],
	[
		'b2bCompany.find',
		{ findBy: 'url_social' },
		() => ({ url_social: sandbox.companies.socialUrl(2) }),
		'b2bCompanyFind',
		() => ({ url_social: sandbox.companies.socialUrl(2) }),
	],
	[
		'b2bPerson.enrichPersons',
		{},
		() => ({ id_pessoa: sandbox.persons.id(1) }),
		'b2bPersonEnrich',
		() => ({ contato: { id_pessoa: sandbox.persons.id(1) } }),
	],
	[
		'b2bCompany.enrichCompanies',
		{
			identifyBy: 'id_empresa',
			afterSubmission: 'return',
			options: { url_webhook: 'http://127.0.0.1:9/hook' },
		},
		() => ({ id_empresa: sandbox.companies.id(1) }),
		'b2bCompanyEnrich',
		() => ({ contato: { id_empresa: sandbox.companies.id(1) }, url_webhook: 'http://127.0.0.1:9/hook' }),
	],
	[
		'b2bCompany.enrichCompanyBatch',
		{ options: { skipFindingId: true } },
		() => cnpjs(1)[0],
		'b2bCompanyEnrichBatch',
		() => ({ contatos: cnpjs(1) }),
	],
];

it.each(SENT)('%s sends %j', async (name, parameters, item, endpoint, wanted) => {
	sandbox.set({ webhookProbe: 'none' });
	const result = await run(name, parameters, [item()]);
	expect(errors(result)).toEqual([]);
	expect(sent(endpoint)).toEqual([wanted()]);
});

describe('a document', () => {
	it('is sent in plain digits, once for equal ones, from a column of any spelling', async () => {
		const cpf = sandbox.persons.cpf(3);
		const written = cpf.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
		const items = [{ cpf }, { cpf: written }, { CPF: Number(cpf) }, { cpf: null, Cpf: cpf }];
		const result = await run('person.getPerson', {}, items);
		const name = sandbox.persons.name(3);
		expect(rowsOf(result)).toMatchObject(Array(4).fill({ outcome: 'found', cpf, name }));
		expect(pairs(result)).toEqual(items.map((_, item) => ({ item })));
		expect([sent('personGet'), charged()]).toEqual([[{ cpf }], 1]);
	});

	it('may be a CNPJ with letters, in small ones too', async () => {
		const all = Array.from({ length: 400 }, (_, i) => sandbox.companies.cnpj(i));
		const cnpj = all.find((one) => /[A-Z]/.test(one)) ?? '';
		const result = await run('company.getCompany', {}, [{ cnpj: cnpj.toLowerCase() }]);
		expect(rowsOf(result)).toMatchObject([{ outcome: 'found', cnpj }]);
	});
});

describe('nothing that is found', () => {
	it.each<[string, () => IDataObject[], IDataObject]>([
		['person.getPerson', () => [{ cpf: sandbox.persons.cpf(0) }, { cpf: NO_CPF }], {}],
		['b2bCompany.find', () => [...cnpjs(1), { cnpj: NO_CNPJ }], { cnpj: NO_CNPJ }],
		['company.getBranches', () => [...cnpjs(1), { cnpj: NO_CNPJ }], {}],
	])(
		'by %s is an item, none, or an error as wanted, asked once by all tries',
		async (name, itemsOf, more) => {
			sandbox.set({ notStatedPrice: 'free' });
			const ask = async (ifNothingFound: string, settings?: object) =>
				await run(name, { options: { ifNothingFound } }, itemsOf(), settings && { settings });
			expect(rowsOf(await ask('item')).at(-1)).toMatchObject({ outcome: 'not found', ...more });
			expect(JSON.stringify(pairs(await ask('drop')))).not.toContain('1');
			expect(errors(await ask('error'))).toEqual(['The service found nothing for this item']);
			const before = sandbox.requests.all.length;
			const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			await ask('error', { ...settings, onError: 'continueRegularOutput' });
			expect(sandbox.requests.all.length - before).toBe(2);
		},
	);

	it('stops a repeated search with the same error, as nothing was charged', async () => {
		const given = { searchBy: { name: 'Nobody' }, options: { ifNothingFound: 'error' } };
		const search = async () => await run('person.searchPersons', given, [{}], { settings: {} });
		const messages = [await search(), await search()].map(({ error }) => error?.message);
		expect(messages).toEqual(Array(2).fill('The service found nothing for this item'));
	});

	it('is told with what was asked for', async () => {
		const filters = { name: 'Nowhere at All' };
		expect(rowsOf(await run('referenceData.getCities', { filters }))).toEqual([
			{ outcome: 'not found', reason: 'The service found nothing for this item.', ...filters },
		]);
		const none = await run('referenceData.autocomplete', { kind: 'setor', term: 'zzz' });
		expect(rowsOf(none)).toMatchObject([{ outcome: 'not found', setor: 'zzz' }]);
	});
});

it('a search of persons gives one item per record, all paired with the item that asked', async () => {
	const name = sandbox.persons.name(7);
	const searchBy = { name: '={{ $json.name }}' };
	const result = await run('person.searchPersons', { searchBy }, [{ name }, { name: 'Nobody' }]);
	expect(result.items.at(-1)).toMatchObject({ json: { outcome: 'not found' }, pairedItem: { item: 1 } });
	const found = result.items.slice(0, -1);
	expect(found.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual(
		found.map(() => [name, { item: 0 }]),
	);
	expect([found.length > 0, charged()]).toEqual([true, 1]);
});

describe('Business Context', () => {
	it('is waited for at one credit, and free of charge where it is not ready in time or there is none', async () => {
		sandbox.set({ intelSeconds: 180 });
		const ready = await run('company.getBusinessContext', {}, cnpjs(1));
		expect(rowsOf(ready)).toMatchObject([{ outcome: 'found', status: 'ready' }]);
		expect(messagesOf(ready)).toEqual([
			expect.stringMatching(/^1 found: at most 1 credit charged, \d requests/),
		]);
		expect(charged()).toBe(1);
		sandbox.set({ intelSeconds: 600 });
		const late = await run('company.getBusinessContext', { waitLimit: 1 }, cnpjs(2));
		expect(errors(late)[0]).toMatch(/^The service hasn't read the company's website after 1 minute/);
		expect(messagesOf(late)).toEqual(['1 failed: no credits charged, 6 requests sent.']);
		const none = await run('company.getBusinessContext', { cnpj: NO_CNPJ });
		expect(rowsOf(none)).toMatchObject([{ outcome: 'not found', cnpj: NO_CNPJ, status: 'not_found' }]);
		expect(charged()).toBe(1);
	});

	it('counts as charged when its answer was lost', async () => {
		sandbox.set({ intelSeconds: 0 });
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'companyIntel', times: 2 });
		const once = { waitLimit: 0, options: { maxCredits: 1 } };
		const lost = await run('company.getBusinessContext', once, cnpjs(3));
		const next = await run('company.getBusinessContext', once, cnpjs(4), { after: lost });
		expect(errors(next)[0]).toMatch(/^Not sent: above 'Maximum Credits'/);
		expect(charged()).toBe(1);
	});
});

describe('companies of the network', () => {
	beforeEach(() => void sandbox.set({ companyByCnpj: 'empty', notStatedPrice: 'free' }));

	it('are enriched in one batch from what a search found, and rows without an ID are named', async () => {
		const filters = { filtros_empresa: { estados: ['SP'] }, limit: 40 };
		const found = rowsOf(await run('b2bCompany.searchB2bCompanies', filters));
		const withId = found.flatMap(({ id_empresa }, item) => (id_empresa === null ? [] : [{ item }]));
		expect([withId.length > 0, withId.length < found.length]).toEqual([true, true]);
		const settings = { onError: 'continueErrorOutput' } as const;
		const by = { identifyBy: 'id_empresa' };
		const result = await run('b2bCompany.enrichCompanyBatch', by, found, { settings });
		expect(pairs(result)).toEqual(withId);
		expect(result.errorItems).toHaveLength(found.length - withId.length);
		expect(result.errorItems[0].json.error).toMatch(/^'Company ID' is empty: its expression has no value/);
		expect(sent('b2bCompanyEnrichBatch')).toHaveLength(1);
	});

	it.each(['enrichCompanies', 'enrichCompanyBatch'])(
		'are found by their CNPJ first, so that no empty answer is charged (%s)',
		async (operation) => {
			const items = [...cnpjs(1, 2, 1), { cnpj: NO_CNPJ }];
			const result = await run(`b2bCompany.${operation}`, {}, items);
			expect(outcomesOf(result)).toEqual(['enriched', 'enriched', 'enriched', 'not found']);
			expect(result.items[3].json).toMatchObject({ contato: { cnpj: NO_CNPJ }, reason: expect.any(String) });
			expect([sent('b2bCompanyFind').length, charged()]).toEqual([3, 2]);
		},
	);
});

describe('numbers in the chat app', () => {
	const numbers = (count: number): IDataObject[] =>
		Array.from({ length: count }, (_, i) => ({ phone: `51${900000000 + i}` }));
	const BATCH = 'chatApp.checkNumbersInBatch';
	const given = { callback_url: 'http://127.0.0.1:9/numbers' };

	it('say that others may be paid for when the run stops at one that is not', async () => {
		const lost = { kind: 'reset', when: 'after', endpoint: 'chatAppCheck', times: 'always' } as const;
		sandbox.faults.add({ kind: 'status', status: 400, endpoint: 'chatAppCheck' }, lost);
		const options = { maxConcurrentRequests: 1 };
		const { error } = await run('chatApp.checkNumber', { options }, numbers(3), { settings: {} });
		expect(error?.message).toContain('The service rejected the request');
		expect(error?.description).toMatch(/ 2 other items may have been charged, too\.$/);
		expect(charged()).toBe(2);
	});

	it('are submitted together, each once, a thousand at a time', async () => {
		const result = await run(BATCH, given, [...numbers(1500), ...numbers(3)]);
		expect(rowsOf(result).map((row) => row.numbers)).toEqual([1000, 500]);
		expect(pairs(result).map((items) => (items as unknown[]).length)).toEqual([1003, 500]);
		const bodies = sent('chatAppCheckBatch') as Array<{ phones: unknown[] }>;
		expect(bodies.map(({ phones }) => phones.length)).toEqual([1000, 500]);
		expect(charged()).toBe(1500);
	});

	it('are not submitted again in a further try or turn, and by the next execution they are', async () => {
		const settings = { onError: 'continueRegularOutput', retryOnFail: true, waitBetweenTries: 1 } as const;
		const both = await run(BATCH, given, [{ phone: 'wrong' }, ...numbers(2)], { settings });
		expect(rowsOf(both)).toMatchObject([{ error: expect.any(String) }, { numbers: 2 }]);
		expect(rowsOf(await run(BATCH, given, numbers(1), { after: both }))).toMatchObject([{ numbers: 1 }]);
		expect(charged()).toBe(2);
		expect(rowsOf(await run(BATCH, given, numbers(2)))).toMatchObject([{ numbers: 2 }]);
		expect(charged()).toBe(4);
	});
});

describe('reference data', () => {
	it('are loaded page by page, no page too many, however few the service gives', async () => {
		const all = await run('referenceData.getEconomicActivities', { returnAll: true });
		const load = async (parameters: IDataObject): Promise<[unknown[], number]> => {
			sandbox.reset();
			sandbox.set({ largestPage: 10 });
			const rows = rowsOf(await run('referenceData.getEconomicActivities', parameters));
			return [rows, sandbox.requests.all.length];
		};
		const [paged, requests] = await load({ returnAll: true });
		expect(paged).toEqual(rowsOf(all));
		expect(requests).toBeLessThanOrEqual(Math.floor(paged.length / 10) + 1);
		const [limited, twice] = await load({ limit: 12 });
		expect([limited.length, twice]).toEqual([12, 2]);
	});

	it('say when there may be more values than the service lists', async () => {
		const listed = async (kind: string) => await run('referenceData.autocomplete', { kind, term: 'a' });
		const many = await listed('nome_empresa');
		expect(many.items).toHaveLength(50);
		expect(many.hints[1].message).toMatch(/^The service lists at most 50 values, so there may be more\./);
		expect(JSON.stringify((await listed('natureza_juridica')).hints)).not.toContain('at most 50');
	});

	it.each(Object.keys({ ...AUTOCOMPLETE_KINDS, ...ASSUMED_AUTOCOMPLETE_KINDS }))(
		'are listed of %s in both forms of the call',
		async (kind) => {
			const term = { localizacao: 'rs', nome_empresa: 'Synthetic' }[kind] ?? 'a';
			const valuesOf = async () =>
				rowsOf(await run('referenceData.autocomplete', { kind, term })).map(({ value }) => value);
			const values = await valuesOf();
			expect(values[0]).toBeDefined();
			expect(sandbox.requests.last?.query).toEqual({ [kind]: kind === 'localizacao' ? 'RS' : term });
			sandbox.set({ autocompleteForm: 'termAndField' });
			expect(await valuesOf()).toEqual(values);
		},
	);
});

describe('brand terms', () => {
	const brandTerms = { chatApp: 'papo', socialUrl: 'url_rede', spreadsheet: 'planilha' };
	const { sandbox: live, run: runLive } = useNode({ persons: 500, companies: 100, brandTerms });

	it('name the identifiers of a batch, and its records are linked all the same', async () => {
		const urls = [2, 1].map((i) => `https://social.example/in/synthetic-person-${i}`);
		const items = urls.map((url_social) => ({ url_social }));
		const credential = { ...credentialFor(live), setWords: true, ...brandTerms };
		const by = { identifyBy: 'url_social' };
		const result = await runLive('b2bPerson.enrichPersonBatch', by, items, { credential });
		const [{ body }] = live.requests.of('b2bPersonEnrichBatch');
		expect(body).toMatchObject({ contatos: urls.map((url_rede) => ({ url_rede })) });
		expect(rowsOf(result).map(({ outcome, valor_entrada }) => [outcome, valor_entrada])).toEqual(
			urls.map((url) => ['enriched', url]),
		);
	});
});
