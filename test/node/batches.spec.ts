import type { IDataObject } from 'n8n-workflow';

import type { EndpointName } from '../../contract';
import type { NodeResult } from '../support/harness';
import { messagesOf, outcomesOf, rowsOf, useNode } from './support/useNode';

/**
 * Batches from their submission to their records, in one run and in later ones. What their answers mean,
 * test/unit/background shows.
 */

const { sandbox, run } = useNode({ persons: 1000, companies: 300 });

const PERSONS = 'b2bPerson.enrichPersonBatch';
const COMPANIES = 'b2bCompany.enrichCompanyBatch';
const WAIT = 'enrichmentBatch.waitForCompletion';
const stopping = { settings: {} };

const persons = (...indexes: number[]): IDataObject[] =>
	indexes.map((i) => ({ id_pessoa: sandbox.persons.id(i) }));
const submissions = () => sandbox.requests.of('b2bPersonEnrichBatch');
const polls = () => sandbox.requests.of('batchStatus');
const spent = (): number => sandbox.ledger.charged('b2b') - sandbox.ledger.refunded('b2b');
const contactsOf = (i: number) => (submissions()[i].body as { contatos: IDataObject[] }).contatos;
const each = (count: number): unknown[] => Array.from({ length: count }, (_, item) => ({ item }));
const pairs = ({ items }: NodeResult): unknown[] => items.map(({ pairedItem }) => pairedItem);

const answer = (endpoint: EndpointName, body: unknown, times: number | 'always' = 'always'): void =>
	sandbox.faults.add({ kind: 'status', status: 200, endpoint, body, times });
/** Batches of the companies 11 and 12, whose status is as given. */
const two = [{ id_empresa: 11 }, { id_empresa: 12 }];
const accepted = (id_processamento = 'x9'): void => answer('b2bCompanyEnrichBatch', { id_processamento }, 1);
const closed = (...contatos: IDataObject[]): IDataObject => ({
	...{ id_processamento: 'x9', concluido: true, status: 'completed', contatos },
	...{ total_registros: contatos.length, sucesso: contatos.length, falhou: 0 },
});
const eleven = { status: 'completed', id_empresa: 11, nome: 'ELEVEN' };
const twelve = { status: 'completed', id_empresa: 12, nome: 'TWELVE' };
const byId = { identifyBy: 'id_empresa' };
const namesOf = ({ items }: NodeResult): unknown[] =>
	items.map(({ json: { nome }, pairedItem }) => [pairedItem, nome]);

describe('a submission', () => {
	it('is of all items, and each record comes out with the item that it answers', async () => {
		const result = await run(PERSONS, {}, persons(0, 1, 2, 3, 4));
		expect(contactsOf(0)).toEqual(persons(0, 1, 2, 3, 4));
		expect(pairs(result)).toEqual(each(5));
		rowsOf(result).forEach((record, i) => {
			expect(record).toMatchObject({ outcome: 'enriched', valor_entrada: String(sandbox.persons.id(i)) });
		});
		// No balance is read when all goes well.
		expect(sandbox.requests.all.map(({ endpoint }) => endpoint)).toEqual([
			...['b2bPersonEnrichBatch', 'batchStatus'],
		]);
		expect(result.told[0]).toMatch(/^5 records were accepted by the service under the ID \S+\.$/);
		expect(spent()).toBe(5);
	});

	it('pays once for a contact that several items name, and gives its record to each', async () => {
		const [a, b] = [sandbox.persons.id(0), sandbox.persons.id(1)];
		const asked = [a, b, a, String(a)];
		const result = await run(
			PERSONS,
			{},
			asked.map((id_pessoa) => ({ id_pessoa })),
		);
		expect([contactsOf(0).length, spent()]).toEqual([2, 2]);
		expect(pairs(result)).toEqual(each(4));
		expect(rowsOf(result).map(({ valor_entrada }) => valor_entrada)).toEqual(asked.map(String));
	});

	it('goes to the webhook URL of its items, a contact to that of its first one', async () => {
		sandbox.set({ webhookProbe: 'none' });
		const items = persons(0, 1, 0, 2).map((one, n) => ({ ...one, url: `http://127.0.0.1:9/${n}` }));
		const options = { url_webhook: '={{ $json.url }}' };
		const returned = { afterSubmission: 'return', options };
		const result = await run(PERSONS, returned, items);
		expect(submissions().map(({ body }) => body)).toEqual(
			[0, 1, 3].map((n) => ({ contatos: persons([0, 1, 0, 2][n]), url_webhook: `http://127.0.0.1:9/${n}` })),
		);
		expect([outcomesOf(result), pairs(result)]).toEqual([Array(4).fill('waiting'), each(4)]);
	});

	it('can be returned from at once, and waited for by each of its items later', async () => {
		const returned = await run(PERSONS, { afterSubmission: 'return' }, persons(0, 1));
		const [{ batchId }] = rowsOf(returned);
		expect(batchId).toEqual(expect.any(String));
		expect(rowsOf(returned)).toMatchObject(Array(2).fill({ outcome: 'waiting', batchId }));
		expect(pairs(returned)).toEqual(each(2));
		expect(polls()).toEqual([]);
		const unknown = { id_processamento: 'no-such-batch' };
		const later = await run(WAIT, {}, [unknown, ...rowsOf(returned)]);
		expect(later.items[0].json.error).toBe('The service found no batch no-such-batch');
		expect(outcomesOf(later).slice(1)).toEqual(['enriched', 'enriched']);
		expect(pairs(later)).toEqual(each(3));
	});

	it('that was lost is told as sent then, not now', async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'b2bPersonEnrichBatch' });
		await run(PERSONS, {}, persons(0, 1));
		const { error } = await run(PERSONS, {}, persons(0, 1), stopping);
		expect(submissions()).toHaveLength(1);
		expect(error?.message).toMatch(/sent before/);
		expect(error?.description).toMatch(
			/^Nothing was sent again\. .* 1 other item may have been charged, too\.$/,
		);
		expect(error?.description).not.toContain('No response was received');
	});
});

describe('records', () => {
	it('that failed or are empty are kept apart, and never under a key that n8n takes for an error', async () => {
		sandbox.set({ failEveryNthRecord: 2, emptyEveryNthRecord: 3 });
		const result = await run(PERSONS, {}, persons(0, 1, 2, 3, 4));
		expect(outcomesOf(result)).toEqual(['enriched', 'failed', 'empty', 'failed', 'enriched']);
		expect(result.items[1].json).toMatchObject({ status: 'failed', erro: expect.any(String) });
		expect(rowsOf(result).filter((record) => 'error' in record)).toEqual([]);
		expect(messagesOf(result)).toEqual([
			'2 failed, 2 enriched, 1 empty: at most 5 B2B credits charged, 2 refunded, 2 requests sent.',
			'1 of 5 records came back without details: charged in a batch, not by Enrich Now.',
		]);
		expect(spent()).toBe(3);
	});

	it('may have their data in themselves, and documents as numbers', async () => {
		const informacoes_basicas = { cpf: 191 };
		const { id_pessoa: valor_entrada } = persons(0)[0];
		const record = { status: 'completed', tipo_entrada: 'person_id', valor_entrada, informacoes_basicas };
		answer('batchStatus', closed(record));
		const rows = rowsOf(await run(PERSONS, {}, persons(0)));
		expect(rows).toMatchObject([{ outcome: 'enriched', informacoes_basicas: { cpf: '00000000191' } }]);
	});

	it('that name their company as it was found, by `company_id` or CNPJ, go by that', async () => {
		accepted();
		const named = (company_id: number, nome: string) => ({ status: 'completed', company_id, nome });
		answer('batchStatus', closed(named(12, 'TWELVE'), named(11, 'ELEVEN')), 1);
		const byCompany = namesOf(await run(COMPANIES, byId, two));
		expect(byCompany).toEqual(['ELEVEN', 'TWELVE'].map((nome, item) => [{ item }, nome]));
		accepted();
		const cnpjs = [1, 2].map((i) => ({ cnpj: sandbox.companies.cnpj(i) }));
		const contatos = cnpjs.map(({ cnpj }, i) => ({ status: 'completed', cnpj, nome: `COMPANY ${i}` }));
		answer('batchStatus', closed(...contatos.reverse()));
		const byCnpj = namesOf(await run(COMPANIES, { identifyBy: 'cnpj' }, cnpjs));
		expect(byCnpj).toEqual([0, 1].map((item) => [{ item }, `COMPANY ${item}`]));
	});

	it('are paired with no row by their place when they are read later, as rows may have been sorted', async () => {
		const bare = [eleven, twelve].map(({ status, nome }) => ({ status, nome }));
		answer('batchStatus', closed(...bare), 1);
		const items = [...two].reverse().map((contato) => ({ id_processamento: 'x9', contato }));
		const sorted = await run(WAIT, {}, items);
		expect(namesOf(sorted)).toEqual([
			...[[{ item: 0 }, undefined] as const, [{ item: 1 }, undefined] as const],
			...[[[], 'ELEVEN'] as const, [[], 'TWELVE'] as const],
		]);
		// The record of a batch of one is nobody else's.
		answer('batchStatus', closed(bare[0]));
		expect(namesOf(await run(WAIT, {}, items.slice(1)))).toEqual([[{ item: 0 }, 'ELEVEN']]);
	});
});

describe('a batch that tells too little', () => {
	it.each([{}, { skipEnriched: true }])(
		'is never paid again for what was missing unless told to, and then for that only (%j)',
		async (options) => {
			const [one, other] = persons(0, 1);
			const record = { status: 'completed', valor_entrada: one.id_pessoa, detalhes_contato: { a: 1 } };
			const counts = { concluido: true, status: 'completed', sucesso: 5, falhou: 0 };
			answer('batchStatus', { ...counts, contatos: [record] }, 1);
			expect(outcomesOf(await run(PERSONS, { options }, [one, other]))).toEqual(['enriched', 'missing']);
			const second = await run(PERSONS, { options }, [other]);
			expect(outcomesOf(second)).toEqual(['uncertain']);
			expect(second.items[0].json.message).toMatch(/set 'If Sent Before' to 'Send Again'/);
			expect(submissions()).toHaveLength(1);
			const again = { options: { ...options, ifSentBefore: 'send' } };
			expect(outcomesOf(await run(PERSONS, again, [other]))).toEqual(['enriched']);
			expect(contactsOf(1)).toEqual([other]);
		},
	);

	// Specification, "Processing status": a batch that failed is refunded for what it counts as failed.
	it.each<[string, IDataObject]>([
		['no count of failures', { sucesso: 2, falhou: 0 }],
		['counts of success alone', { erro: 'exception', total_registros: 2, completados: 2, falhou: 0 }],
		[
			'a record of any row',
			{ erro: 'exception', total_registros: 2, sucesso: 1, falhou: 1, contatos: [{ nome: 'X' }] },
		],
	])('of its refund is not sent again before the user says so: %s', async (_, more) => {
		answer('batchStatus', { status: 'failed', concluido: true, ...more });
		for (const attempt of [1, 2]) {
			const result = await run(PERSONS, {}, persons(5, 6));
			expect([attempt, outcomesOf(result)]).toEqual([attempt, expect.arrayContaining(['uncertain'])]);
			expect(messagesOf(result).join()).not.toContain('refunded');
		}
		expect([submissions().length, sandbox.ledger.charged('b2b')]).toEqual([1, 2]);
		sandbox.faults.clear();
		const again = await run(PERSONS, { options: { ifSentBefore: 'send' } }, persons(5, 6));
		expect(outcomesOf(again)).toEqual(['enriched', 'enriched']);
	});

	it('in an answer of unknown shape is read by the next run, not paid for again', async () => {
		answer('batchStatus', { alpha: { beta: 1 } });
		await run(PERSONS, {}, persons(0, 1));
		sandbox.faults.clear();
		expect(outcomesOf(await run(PERSONS, {}, persons(0, 1)))).toEqual(['enriched', 'enriched']);
		expect([submissions().length, spent()]).toEqual([1, 2]);
	});

	it.each([{ status: 'processing' }, { status: 'partial', concluido: false }, { concluido: 'false' }])(
		'is waited for while it says that it goes on, though it shows records: %j',
		async (state) => {
			accepted();
			const progress = { completados: 1, total_registros: 2, contatos: [eleven] };
			answer('batchStatus', { id_processamento: 'x9', ...state, ...progress }, 1);
			answer('batchStatus', closed(eleven, twelve));
			expect(namesOf(await run(COMPANIES, byId, two))).toEqual(
				['ELEVEN', 'TWELVE'].map((nome, item) => [{ item }, nome]),
			);
		},
	);
});

describe('waiting', () => {
	// The pauses go by the share that is done: as many records as these are as good as a full batch.
	const RECORDS = 500;

	it.each([60, 3 * 3600])('takes at most 20 requests for %i seconds, and little longer', async (seconds) => {
		sandbox.set({ recordsPerSecond: RECORDS / seconds, batchMinimumSeconds: 0 });
		const items = persons(...Array.from({ length: RECORDS }, (_, i) => i));
		const startedAt = sandbox.clock.now();
		expect((await run(PERSONS, { waitLimit: 24 * 60 }, items)).items).toHaveLength(RECORDS);
		const times = polls().map(({ time }) => time);
		expect(times.length).toBeLessThanOrEqual(20);
		times.slice(1).forEach((time, i) => expect(time - times[i]).toBeGreaterThanOrEqual(10_000));
		const late = sandbox.clock.now() - startedAt - seconds * 1000;
		expect(late).toBeLessThan(Math.max(20_000, seconds * 200));
	});

	it('ends at its limit with the batch ID and how to go on, which then costs nothing', async () => {
		sandbox.set({ batchMinimumSeconds: 600 });
		const result = await run(PERSONS, { waitLimit: 2 }, persons(0, 1));
		const [{ batchId }] = rowsOf(result);
		rowsOf(result).forEach((row, i) => {
			const contact = { personId: sandbox.persons.id(i) };
			expect(row).toMatchObject({ outcome: 'waiting', batchId, contact });
			expect(row.reason).toMatch(/^Batch \S+ isn't complete after 2 minutes\. .*Wait for Completion/);
		});
		expect(pairs(result)).toEqual(each(2));
		const later = await run(WAIT, {}, rowsOf(result));
		expect([outcomesOf(later), pairs(later)]).toEqual([['enriched', 'enriched'], each(2)]);
		expect(spent()).toBe(2);
	});

	it('ends when the user stops the execution', async () => {
		sandbox.set({ batchMinimumSeconds: 3600 });
		const onStart = (stop: () => void): void => void sandbox.clock.after(25_000, stop);
		await run(PERSONS, {}, persons(0), { onStart });
		expect(polls().length).toBeLessThanOrEqual(3);
	});
});

describe('a further turn or run', () => {
	it('sends of a batch that failed its refunded records alone', async () => {
		accepted('b1');
		const failed = { status: 'failed', erro: 'exception', total_registros: 2, falhou: 1 };
		answer('batchStatus', { ...closed(eleven), ...failed }, 1);
		const first = await run(COMPANIES, byId, two);
		expect(outcomesOf(first)).toEqual(['enriched', 'failed']);
		accepted('b2');
		answer('batchStatus', closed(eleven, twelve));
		await run(COMPANIES, byId, two, { after: first });
		const sent = sandbox.requests.of('b2bCompanyEnrichBatch').map(({ body }) => body);
		expect(sent).toEqual([{ contatos: two }, { contatos: two.slice(1) }]);
	});

	it.each([false, true])(
		'takes a batch up row by row, each turn with its own: Skip Records Enriched Before %s',
		async (skipEnriched) => {
			accepted();
			answer('batchStatus', { id_processamento: 'x9', status: 'processing' });
			const wanted = { ...byId, waitLimit: 1, options: { skipEnriched } };
			const first = await run(COMPANIES, wanted, two);
			sandbox.faults.clear();
			answer('batchStatus', closed(eleven, twelve));
			const second = await run(COMPANIES, wanted, [two[0]], { after: first });
			const third = await run(COMPANIES, wanted, [two[1]], { after: second });
			expect([outcomesOf(second), outcomesOf(third)]).toEqual([['enriched'], ['enriched']]);
			// What has come out is left out in a further turn, too.
			const again = await run(COMPANIES, wanted, two, { after: third });
			expect(again.items).toHaveLength(skipEnriched ? 0 : 2);
			expect(sandbox.requests.of('b2bCompanyEnrichBatch')).toHaveLength(1);
		},
	);

	it('loses no record of companies that were found by their CNPJ, though only the first run knows their order', async () => {
		const rows = [1, 2].map((i) => ({ cnpj: sandbox.companies.cnpj(i) }));
		const byCnpj = { identifyBy: 'cnpj', waitLimit: 1 };
		const bare = closed(...['A', 'B'].map((nome) => ({ status: 'completed', nome })));
		accepted();
		answer('batchStatus', { id_processamento: 'x9', status: 'processing', concluido: false });
		expect(outcomesOf(await run(COMPANIES, byCnpj, rows))).toEqual(['waiting', 'waiting']);
		sandbox.faults.clear();
		answer('batchStatus', bare);
		expect(namesOf(await run(COMPANIES, byCnpj, rows))).toEqual(
			expect.arrayContaining(['A', 'B'].map((nome) => [[], nome])),
		);
		expect(sandbox.requests.of('b2bCompanyEnrichBatch')).toHaveLength(1);
		accepted('x10');
		const again = await run(COMPANIES, { ...byCnpj, options: { ifSentBefore: 'send' } }, rows);
		expect(namesOf(again)).toEqual(['A', 'B'].map((nome, item) => [{ item }, nome]));
	});
});
