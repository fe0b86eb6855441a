import type { IDataObject } from 'n8n-workflow';

import type { EndpointName } from '../../contract';
import type { Sandbox } from '../../sandbox';
import { startElsewhere } from '../support/elsewhere';
import { credentialFor, runNode, type NodeResult } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** Answers with status 200 or 202 that the specification allows, or does not show, and that no result may be lost to. */

let sandbox: Sandbox;
useSandbox({ persons: 300, companies: 300 }, (started) => {
	sandbox = started;
});

const run = async (resource: string, operation: string, parameters: IDataObject): Promise<NodeResult> =>
	await runNode({
		credential: credentialFor(sandbox),
		resource,
		operation,
		parameters,
		settings: { onError: 'continueRegularOutput' },
	});
const answer = (endpoint: EndpointName, body: unknown, more: object = {}): void =>
	sandbox.faults.add({ kind: 'status', status: 200, endpoint, body, ...more });
const json = ({ items }: NodeResult): IDataObject[] => items.map((item) => item.json);
const messages = ({ hints }: NodeResult): string => hints.map(({ message }) => message).join('\n');

const person = { cpf: '52998224725' };
const filters = {
	filtros_empresa: { estados: ['SP'] },
	limit: 50,
	options: { includeSearchDetails: true },
};
const persons = { filtros_pessoa: { estados: ['SP'] }, returnAll: true };
const rows = (from: number, count: number): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({ id_pessoa: from + i }));

describe('a failure in an answer with status 200', () => {
	it.each<[object]>([
		[{ sucesso: false, mensagem: 'the reason' }],
		[{ error: 'the reason' }],
		[{ detail: 'the reason' }],
	])('is an error of a search and of a lookup: %j', async (body) => {
		answer('b2bCompanySearch', body);
		answer('personGet', body);
		const error = 'The service rejected the request: "the reason"';
		expect(json(await run('b2bCompany', 'searchB2bCompanies', filters))).toMatchObject([{ error }]);
		const found = await run('person', 'getPerson', person);
		expect(json(found)).toMatchObject([{ error }]);
		expect(messages(found)).toContain('no credits charged');
	});

	it('is no failure when it comes with data', async () => {
		answer('personGet', { cpf: '52998224725', name: 'A', error: 'x', status: 'failed', found: false });
		expect(json(await run('person', 'getPerson', person))).toMatchObject([
			{ outcome: 'found', name: 'A', error: 'x' },
		]);
	});

	it('on a later page keeps the pages before, and where to continue', async () => {
		answer('b2bPersonSearch', { dados: rows(0, 50), total: 200, chave_cache: 'k' });
		answer('b2bPersonSearch', { sucesso: false, mensagem: 'cache expired' });
		const items = json(await run('b2bPerson', 'searchB2bPersons', persons));
		expect(items).toHaveLength(51);
		expect(items[50].error).toContain('The search stopped after 50 of 200 results');
		expect(items[50].message).toContain('"cache expired"');
	});
});

describe('a search', () => {
	it.each([
		['the same key', ['k', 'k', 'k', 'k'], [1, 2], 1],
		['a new key each time', ['k', 'l', 'm', 'n'], [1, 2], 2],
	])('ends when a page comes again, with %s', async (_, keys, pages, charged) => {
		for (const chave_cache of keys)
			answer('b2bPersonSearch', { dados: rows(0, 50), total: 200, chave_cache });
		const cut = await run('b2bPerson', 'searchB2bPersons', {
			...persons,
			options: { includeSearchDetails: true },
		});
		expect(json(cut).map(({ id_pessoa }) => id_pessoa)).toEqual(
			rows(0, 50).map(({ id_pessoa }) => id_pessoa),
		);
		expect(json(cut)[0].search).toMatchObject({ nextOffset: 50, creditsAtMost: charged });
		expect(messages(cut)).toContain('50 of 200 results were loaded.');
		expect(messages(cut)).toContain(
			charged === 1
				? 'Continue at no charge with Options > Continue From: Cache Key k, Cached Total 200, Offset 50, Page Size 50.'
				: 'Continue, which may be charged as another search,',
		);
		const sent = sandbox.requests.of('b2bPersonSearch').map(({ body }) => (body as IDataObject).pagina);
		expect(sent).toEqual(pages);
	});

	it('goes on when only some rows of a page came before, which come once', async () => {
		for (const from of [0, 49, 99])
			answer('b2bPersonSearch', { dados: rows(from, 50), total: 149, chave_cache: 'k' });
		const all = await run('b2bPerson', 'searchB2bPersons', persons);
		expect(idsOf(all)).toEqual(rows(0, 149).map(({ id_pessoa }) => id_pessoa));
		expect(messages(all)).not.toContain('again');
	});

	/** Pages of so many rows each, whatever size is asked for, of 200 rows. */
	const cappedAt = (most: number, more: (page: number) => IDataObject = () => ({})): void => {
		for (let page = 1; page <= 10; page++)
			answer('b2bPersonSearch', {
				...{ dados: rows((page - 1) * most, Math.max(0, Math.min(most, 200 - (page - 1) * most))) },
				...{ total: 200, chave_cache: 'k', ...more(page) },
			});
	};
	const idsOf = (found: NodeResult): unknown[] => json(found).map(({ id_pessoa }) => id_pessoa);
	const all = rows(0, 200).map(({ id_pessoa }) => id_pessoa);

	it.each([
		['25, and tells no size', 25, {}],
		['100, and tells no size', 100, {}],
	])('has all rows of a service that makes its pages of %s', async (_, most, more) => {
		cappedAt(most, () => more);
		const found = await run('b2bPerson', 'searchB2bPersons', persons);
		expect(idsOf(found)).toEqual(all);
		expect(messages(found)).not.toContain('not complete');
		const sent = sandbox.requests.of('b2bPersonSearch').map(({ body }) => (body as IDataObject).pagina);
		expect(sent).toEqual(Array.from({ length: 200 / most }, (__, i) => i + 1));
	});

	it('tells of the rows that a page in the middle lacks', async () => {
		for (const [from, count] of [
			[0, 50],
			[50, 30],
			[100, 50],
			[150, 50],
		])
			answer('b2bPersonSearch', { dados: rows(from, count), total: 200, chave_cache: 'k', por_pagina: 50 });
		const found = await run('b2bPerson', 'searchB2bPersons', persons);
		expect(idsOf(found)).toEqual([...all.slice(0, 80), ...all.slice(100)]);
		expect(messages(found)).toContain(
			'The result is not complete: 180 of 200 results were loaded, and the service has no further pages.',
		);
	});

	it('tells that the total is not usable', async () => {
		answer('b2bPersonSearch', { dados: rows(0, 50), total: -1, chave_cache: 'k' });
		const cut = await run('b2bPerson', 'searchB2bPersons', persons);
		expect(json(cut)).toHaveLength(50);
		expect(messages(cut)).toContain('or no usable total');
	});
});

describe('an enrichment that goes on in the background', () => {
	const status = (record: IDataObject, more: IDataObject = {}): IDataObject => ({
		...{
			id_processamento: 'x9',
			concluido: true,
			status: 'completed',
			total_registros: 1,
			sucesso: 1,
			falhou: 0,
		},
		...{ contatos: [record], ...more },
	});

	it.each([
		['b2bCompany', 'b2bCompanyEnrichNow', '', { identifyBy: 'id_empresa', id_empresa: 5 }],
		['b2bCompany', 'b2bCompanyEnrichNow', 'Accepted', { identifyBy: 'id_empresa', id_empresa: 5 }],
		['b2bPerson', 'b2bPersonEnrichNow', '', { id_pessoa: 5 }],
	] as const)(
		'is read at its Location when the 202 has no JSON: %s, %s, %j',
		async (resource, endpoint, body, contact) => {
			answer(endpoint, body, { status: 202, headers: { Location: '/b2b/status/x9' }, times: 'always' });
			answer('batchStatus', status({ status: 'success', ...contact, nome: 'OK' }));
			expect(
				json(
					await run(resource, resource === 'b2bPerson' ? 'enrichPersonNow' : 'enrichCompanyNow', {
						...contact,
					}),
				),
			).toMatchObject([{ outcome: 'enriched', nome: 'OK' }]);
			expect(sandbox.requests.of(endpoint)).toHaveLength(1);
		},
	);

	it('is not sent again after a 202 without JSON and Location', async () => {
		answer('b2bCompanyEnrichNow', '', { status: 202, times: 'always' });
		const [{ error }] = json(
			await run('b2bCompany', 'enrichCompanyNow', { identifyBy: 'id_empresa', id_empresa: 5 }),
		);
		expect(error).toContain('could not be read: status 202');
		expect(sandbox.requests.of('b2bCompanyEnrichNow')).toHaveLength(1);
	});

	it('has its batch ID within a wrapper, too, but never a page', async () => {
		answer('b2bPersonEnrichBatch', { sucesso: true, data: { id_processamento: 'x9' } });
		answer('batchStatus', status({ status: 'success', id_pessoa: 5, nome: 'OK' }));
		expect(json(await run('b2bPerson', 'enrichPersonBatch', { id_pessoa: 5 }))).toMatchObject([
			{ nome: 'OK' },
		]);
		answer('b2bPersonEnrichBatch', { sucesso: true, id_processamento: 'x'.repeat(1_000_000) });
		const refused = await run('b2bPerson', 'enrichPersonBatch', { id_pessoa: 6 });
		expect(json(refused)[0].error).toContain('returned no batch ID');
	});
});

describe('the file of a job', () => {
	it('is no table when it is a web page', async () => {
		const elsewhere = await startElsewhere();
		elsewhere.answer = (response) =>
			void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>login</html>');
		answer('prospectingResult', { file: `http://127.0.0.1:${elsewhere.port}/x.csv` });
		const [{ message }] = json(
			await run('prospecting', 'getProspectingResult', { jobId: 7, resultAs: 'items' }),
		);
		await elsewhere.close();
		expect(message).toContain('it answered with a web page instead of a file');
	});
});

describe('what cannot be sent or read as it is', () => {
	it('is refused: NaN, endless nesting', async () => {
		const [nan] = json(await run('person', 'searchByPattern', { name: '={{ NaN }}' }));
		expect(nan.error).toContain('is not text but NaN');
		const additionalQueryParameters = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
		const options = { advanced: { additionalQueryParameters } };
		const [refused] = json(await run('person', 'getPerson', { ...person, options }));
		expect(refused.error).toBeDefined();
		expect(sandbox.requests.of('personGet')).toHaveLength(0);
	});

	it('is an error: an answer that is nested endlessly', async () => {
		answer('cities', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`);
		const { stored } = await run('referenceData', 'getCities', {});
		expect(stored).not.toContain('Maximum call stack');
	});
});

describe('an answer that has what was paid for, and more', () => {
	// Field notes: a list in place of an object never breaks a paid answer.
	it('finds a company in a list of one', async () => {
		answer('b2bCompanyFind', { success: true, data: [{ company_id: 5 }] });
		const found = await run('b2bCompany', 'find', {
			findBy: 'document',
			document: sandbox.companies.cnpj(1),
		});
		expect(json(found)).toMatchObject([{ outcome: 'found', companyId: 5 }]);
		answer('b2bCompanyFind', { success: true, data: { other: 5 } });
		const odd = await run('b2bCompany', 'find', { findBy: 'document', document: sandbox.companies.cnpj(2) });
		expect(JSON.stringify(json(odd))).toContain('"other":5');
	});

	// Specification, "Processing status": records may be missing.
	it('is no enriched record where it is a status record without records', async () => {
		const counts = { total_registros: 1, sucesso: 0, falhou: 1, timestamp: '2026-01-01T00:00:00Z' };
		answer('b2bCompanyEnrichNow', {
			...{ id_processamento: 'b1', concluido: true, status: 'completed', ...counts, contatos: [] },
		});
		const result = await run('b2bCompany', 'enrichCompanyNow', {
			identifyBy: 'id_empresa',
			id_empresa: sandbox.companies.id(1),
		});
		expect(JSON.stringify(json(result))).not.toContain('"outcome":"enriched"');
	});
});
