import type { EndpointName } from '../../contract';
import { startElsewhere } from '../support/elsewhere';
import type { NodeResult } from '../support/harness';
import { messagesOf, rowsOf, useNode } from './support/useNode';

/** Answers with status 200 or 202 that the specification allows, or does not show, and that no result may be lost to. */

const { sandbox, run } = useNode({ persons: 300, companies: 300 });

const answer = (endpoint: EndpointName, body: unknown, more: object = {}): void =>
	sandbox.faults.add({ kind: 'status', status: 200, endpoint, body, ...more });
const messages = (result: NodeResult): string => messagesOf(result).join('\n');
const person = { cpf: '52998224725' };

describe('a failure in an answer with status 200', () => {
	// Field notes, "Errors".
	it.each<[object]>([
		[{ sucesso: false, mensagem: 'the reason' }],
		[{ error: 'the reason' }],
		[{ detail: 'the reason' }],
	])('is an error of a search and of a lookup: %j', async (body) => {
		answer('b2bCompanySearch', body);
		answer('personGet', body);
		const failure = {
			error: 'The service rejected the request',
			message: expect.stringMatching(/^The service says: "the reason"\. /),
		};
		const filters = { filtros_empresa: { estados: ['SP'] } };
		expect(rowsOf(await run('b2bCompany.searchB2bCompanies', filters))).toMatchObject([failure]);
		const found = await run('person.getPerson', person);
		expect(rowsOf(found)).toMatchObject([failure]);
		expect(messages(found)).toContain('no credits charged');
	});

	it('is no failure when it comes with data', async () => {
		answer('personGet', { cpf: '52998224725', name: 'A', error: 'x', status: 'failed', found: false });
		const found = { outcome: 'found', name: 'A', error: 'x' };
		expect(rowsOf(await run('person.getPerson', person))).toMatchObject([found]);
	});
});

describe('an enrichment that goes on in the background', () => {
	const company = { identifyBy: 'id_empresa', id_empresa: 5 };

	it.each(['', 'Accepted'])('is read at its Location when the 202 has no JSON: %j', async (body) => {
		const headers = { Location: '/b2b/status/x9' };
		answer('b2bCompanyEnrichNow', body, { status: 202, headers, times: 'always' });
		const counts = { total_registros: 1, sucesso: 1, falhou: 0 };
		const contatos = [{ status: 'success', id_empresa: 5, nome: 'OK' }];
		answer('batchStatus', { id_processamento: 'x9', concluido: true, ...counts, contatos });
		const enriched = { outcome: 'enriched', nome: 'OK' };
		expect(rowsOf(await run('b2bCompany.enrichCompanyNow', company))).toMatchObject([enriched]);
		expect(sandbox.requests.of('b2bCompanyEnrichNow')).toHaveLength(1);
	});

	it('is not sent again after a 202 without JSON and Location, or without a batch ID', async () => {
		answer('b2bCompanyEnrichNow', '', { status: 202, times: 'always' });
		const [{ error }] = rowsOf(await run('b2bCompany.enrichCompanyNow', company));
		expect(error).toContain('could not be read: status 202');
		answer('b2bPersonEnrichBatch', { sucesso: true, id_processamento: '' });
		const [refused] = rowsOf(await run('b2bPerson.enrichPersonBatch', { id_pessoa: 6 }));
		expect(refused.error).toContain('returned no batch ID');
		answer('b2bPersonEnrichNow', { status: 'processing', concluido: false });
		const [unfinished] = rowsOf(await run('b2bPerson.enrichPersonNow', { id_pessoa: 7 }));
		expect(unfinished.outcome).toBe('uncertain');
		expect(unfinished.error).toMatch(/^The service is still working on it, but gave no batch ID/);
		expect(sandbox.requests.all.filter(({ method }) => method === 'POST')).toHaveLength(3);
	});
});

it('the file of a job is no table when it is a web page', async () => {
	const elsewhere = await startElsewhere();
	elsewhere.answer = (response) =>
		void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>login</html>');
	answer('prospectingResult', { file: `http://127.0.0.1:${elsewhere.port}/x.csv` });
	const result = await run('prospecting.getProspectingResult', { jobId: 7, resultAs: 'items' });
	await elsewhere.close();
	expect(rowsOf(result)[0].message).toContain('it answered with a web page instead of a file');
});

describe('what is nested without end', () => {
	it('is not sent', async () => {
		const additionalQueryParameters = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
		const [refused] = rowsOf(
			await run('person.getPerson', { ...person, options: { additionalQueryParameters } }),
		);
		expect(refused.error).toBeDefined();
		expect(sandbox.requests.all).toEqual([]);
	});

	it('stops nothing as an answer', async () => {
		answer('cities', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`);
		const { error, stored } = await run('referenceData.getCities');
		expect(error).toBeUndefined();
		expect(stored).not.toContain('Maximum call stack');
	});
});

// Field notes: a list in place of an object never breaks a paid answer.
it('a company is found in a list of one, and comes out as it is where it has no ID', async () => {
	const find = async (i: number) =>
		rowsOf(await run('b2bCompany.find', { document: sandbox.companies.cnpj(i) }));
	answer('b2bCompanyFind', { success: true, data: [{ company_id: 5 }] });
	expect(await find(1)).toMatchObject([{ outcome: 'found', companyId: 5 }]);
	answer('b2bCompanyFind', { success: true, data: { other: 5 } });
	expect(JSON.stringify(await find(2))).toContain('"other":5');
});

// Specification, "Processing status": records may be missing.
it('a status record without records is no enriched record', async () => {
	const counts = { total_registros: 1, sucesso: 0, falhou: 1, timestamp: '2026-01-01T00:00:00Z' };
	const batch = { id_processamento: 'b1', concluido: true, status: 'completed', contatos: [] };
	answer('b2bCompanyEnrichNow', { ...batch, ...counts }, { times: 'always' });
	const result = await run('b2bCompany.enrichCompanyNow', { identifyBy: 'id_empresa', id_empresa: 5 });
	expect(JSON.stringify(rowsOf(result))).not.toContain('"outcome":"enriched"');
});

// Hostile input: two million records, of which each becomes an item, stopped n8n for half a minute.
it('a status with more records than a batch has comes out as it is', async () => {
	const statusOf = (length: number) => {
		const contatos = Array.from({ length }, (_, i) => ({ status: 'success', id_empresa: i }));
		return { id_processamento: 'x9', status: 'completed', contatos };
	};
	const read = async () => await run('enrichmentBatch.waitForCompletion', { id_processamento: 'x9' });
	answer('batchStatus', statusOf(10_000));
	expect((await read()).items).toHaveLength(10_000);
	answer('batchStatus', statusOf(10_001));
	const raw = await read();
	expect(rowsOf(raw)).toEqual([{ batchId: 'x9', ...statusOf(10_001) }]);
	expect(messages(raw)).toContain('an unknown format');
});
