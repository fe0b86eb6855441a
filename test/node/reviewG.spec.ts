import type { IDataObject } from 'n8n-workflow';

import type { EndpointName } from '../../contract';
import type { Sandbox } from '../../sandbox';
import { credentialFor, runNode, type NodeResult, type NodeRun } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** Review G: answers about batches of which money or a paid record is lost. */

let sandbox: Sandbox;
useSandbox({ persons: 300, companies: 300 }, (started) => {
	sandbox = started;
});

const run = async (
	items: readonly IDataObject[],
	parameters: IDataObject = {},
	more: Partial<NodeRun> = {},
	operation = 'enrichCompanyBatch',
	resource = 'b2bCompany',
): Promise<NodeResult> =>
	await runNode({
		credential: credentialFor(sandbox),
		resource,
		operation,
		parameters: { identifyBy: 'id_empresa', ...parameters },
		items,
		...more,
		settings: { onError: 'continueRegularOutput', ...more.settings },
	});
const answer = (endpoint: EndpointName, body: unknown, more: object = {}): void =>
	sandbox.faults.add({ kind: 'status', status: 200, endpoint, body, ...more });
const json = ({ items }: NodeResult): IDataObject[] => items.map((item) => item.json);
const outcomes = (result: NodeResult): unknown[] => json(result).map(({ outcome }) => outcome);
const sent = (): unknown[] =>
	sandbox.requests
		.of('b2bCompanyEnrichBatch')
		.flatMap(({ body }) =>
			(body as { contatos: IDataObject[] }).contatos.map(({ id_empresa }) => id_empresa),
		);

const two = [{ id_empresa: 11 }, { id_empresa: 12 }];
const three = [...two, { id_empresa: 13 }];
const eleven = { status: 'completed', valor_entrada: '11', detalhes_contato: { nome: 'ELEVEN' } };
const twelve = { status: 'completed', valor_entrada: '12', detalhes_contato: { nome: 'TWELVE' } };
const closed = (more: IDataObject): IDataObject => ({
	id_processamento: 'x9',
	concluido: true,
	status: 'completed',
	...more,
});
const accepted = (id_processamento = 'x9', more: object = {}): void =>
	answer('b2bCompanyEnrichBatch', { id_processamento }, more);

describe('a batch that failed, with the records that were done before', () => {
	const failed = closed({
		status: 'failed',
		erro: 'exception',
		total_registros: 2,
		sucesso: 1,
		falhou: 1,
		contatos: [eleven],
	});

	it('G1: a further turn of the execution does not pay again for the record that came out', async () => {
		accepted();
		answer('batchStatus', failed);
		const first = await run(two);
		expect(outcomes(first)).toEqual(['enriched', 'failed']);
		accepted('x10');
		answer(
			'batchStatus',
			closed({
				id_processamento: 'x10',
				total_registros: 2,
				sucesso: 2,
				falhou: 0,
				contatos: [eleven, twelve],
			}),
			{ times: 'always' },
		);
		await run(two, {}, { after: first });
		expect(sent()).toEqual([11, 12, 12]);
	});

	it('G2: Retry On Fail outputs the record that was paid for', async () => {
		accepted();
		answer('batchStatus', { ...failed, contatos: [twelve] });
		accepted('x10');
		answer(
			'batchStatus',
			closed({ id_processamento: 'x10', total_registros: 1, sucesso: 1, falhou: 0, contatos: [eleven] }),
			{ times: 'always' },
		);
		const result = await run(two, {}, { settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } });
		expect(outcomes(result)).toEqual(['enriched', 'enriched']);
	});

	it('G3: a record that is paired with no row may be that of a row: not all rows are refunded', async () => {
		accepted();
		answer('batchStatus', { ...failed, contatos: [{ status: 'completed', nome: 'ELEVEN' }] });
		await run(two);
		await run(two);
		expect(sent()).toEqual([11, 12]);
	});

	it('G4: a record that carries an error is none of those that succeeded', async () => {
		accepted();
		answer('batchStatus', { ...failed, contatos: [{ valor_entrada: '11', erro: 'not found' }] });
		await run(two);
		await run([{ id_empresa: 12 }]);
		expect(sent()).toEqual([11, 12]);
	});
});

describe('a complete batch', () => {
	it('G5: the record that carries an error is the one that is counted as failed, not the one that is not there', async () => {
		accepted();
		answer(
			'batchStatus',
			closed({
				total_registros: 3,
				sucesso: 2,
				falhou: 1,
				contatos: [eleven, { valor_entrada: '12', erro: 'not found' }],
			}),
		);
		const result = await run(three);
		expect(outcomes(result)).toEqual(['enriched', 'failed', 'missing']);
	});

	it('G6: a record is not paired by the head office it names', async () => {
		accepted();
		const contatos = [
			{ status: 'completed', cnpj: '33000167000101', nome: 'HEAD' },
			{ status: 'completed', cnpj: '33000167000292', nome: 'BRANCH', matriz: { id_empresa: 11 } },
		];
		answer('batchStatus', closed({ total_registros: 2, sucesso: 2, falhou: 0, contatos }));
		const { items } = await run(two);
		expect(
			items.filter(({ json: { nome } }) => nome === 'BRANCH').map(({ pairedItem }) => pairedItem),
		).not.toEqual([{ item: 0 }]);
	});
});

describe('a batch that goes on', () => {
	it('G8: word unknown, counts say it goes on, records shown', async () => {
		accepted();
		answer('batchStatus', {
			id_processamento: 'x9',
			status: 'partial',
			completados: 1,
			total_registros: 2,
			contatos: [eleven],
		});
		answer('batchStatus', closed({ total_registros: 2, sucesso: 2, falhou: 0, contatos: [eleven, twelve] }), {
			times: 'always',
		});
		expect(outcomes(await run(two))).toEqual(['enriched', 'enriched']);
	});

	it.each([false, true])(
		'G9: records shown at the limit; the rest comes with the next turn, skip %s',
		async (skipEnriched) => {
			accepted();
			const goesOn = { id_processamento: 'x9', status: 'processing', completados: 1, total_registros: 2 };
			answer('batchStatus', { ...goesOn, contatos: [eleven] }, { times: 'always' });
			const parameters = { waitLimit: 1, options: { skipEnriched } };
			const first = await run(two, parameters);
			sandbox.faults.clear();
			answer(
				'batchStatus',
				closed({ total_registros: 2, sucesso: 2, falhou: 0, contatos: [eleven, twelve] }),
				{ times: 'always' },
			);
			const second = await run(two, parameters, { after: first });
			const third = await run([two[1]], { waitLimit: 1 });
			expect(JSON.stringify(json(second))).toContain('TWELVE');
			expect(outcomes(third)).not.toEqual(['uncertain']);
		},
	);

	it.each([false, true])('G13: rows of one batch in turns of their own, skip %s', async (skipEnriched) => {
		accepted();
		answer('batchStatus', { id_processamento: 'x9', status: 'processing' }, { times: 'always' });
		const parameters = { waitLimit: 1, options: { skipEnriched } };
		const first = await run(two, parameters);
		sandbox.faults.clear();
		answer('batchStatus', closed({ total_registros: 2, sucesso: 2, falhou: 0, contatos: [eleven, twelve] }), {
			times: 'always',
		});
		const second = await run([two[0]], parameters, { after: first });
		const third = await run([two[1]], parameters, { after: second });
		const later = await run([two[1]], { waitLimit: 1 });
		expect(outcomes(third)).toEqual(['enriched']);
		expect(outcomes(later)).not.toEqual(['uncertain']);
	});

	it.each([
		{ status: 'error', message: 'temporarily unavailable' },
		{ status: 'error', code: 500, detail: 'x' },
	])('G14: an answer that tells of no batch does not refund one: %j', async (body) => {
		const items = [5, 6].map((i) => ({ id_empresa: sandbox.companies.id(i) }));
		answer('batchStatus', body);
		await run(items);
		await run(items);
		expect(sandbox.ledger.charged('b2b') - sandbox.ledger.refunded('b2b')).toBe(2);
	});

	it('G15: Enrich Now, 202 after a lost answer, early 404', async () => {
		const items = [{ id_empresa: sandbox.companies.id(30) }];
		sandbox.faults.add({
			kind: 'status',
			status: 202,
			endpoint: 'b2bCompanyEnrichNow',
			body: { id_processamento: 'x9', status: 'processing', concluido: false },
			headers: { 'idempotency-replayed': 'true' },
		} as never);
		sandbox.faults.add({
			kind: 'status',
			status: 404,
			endpoint: 'batchStatus',
			body: { detail: 'Not found.' },
			times: 2,
		});
		answer(
			'batchStatus',
			closed({
				total_registros: 1,
				sucesso: 1,
				falhou: 0,
				contatos: [{ ...eleven, valor_entrada: String(items[0].id_empresa) }],
			}),
			{ times: 'always' },
		);
		const first = await run(items, {}, {}, 'enrichCompanyNow');
		expect(outcomes(first)).toEqual(['enriched']);
	});

	it('G16: Enrich Now: profiles told apart by their query alone', async () => {
		const url = 'https://social.example/profile/view?memberId=';
		await run(
			[{ u: `${url}1` }, { u: `${url}2` }],
			{ identifyBy: 'url_social', url_social: '={{ $json.u }}' },
			{},
			'enrichCompanyNow',
		);
		expect(sandbox.requests.of('b2bCompanyEnrichNow')).toHaveLength(2);
	});

	it('G17: a batch of one whose record names its head office', async () => {
		accepted();
		const contatos = [
			{
				status: 'completed',
				detalhes_contato: { nome: 'BRANCH', cnpj: '33000167000292', matriz: { id_empresa: 11 } },
			},
		];
		answer('batchStatus', closed({ total_registros: 1, sucesso: 1, falhou: 0, contatos }));
		const result = await run([{ id_empresa: 12 }]);
		expect(outcomes(result)).toEqual(['enriched']);
	});

	it('G18: completed, all failed, no records, another field', async () => {
		accepted();
		answer(
			'batchStatus',
			closed({ total_registros: 2, sucesso: 0, falhou: 2, contatos: [], criado_em: '2026-01-01T00:00:00Z' }),
		);
		const result = await run(two);
		expect(outcomes(result)).toEqual(['failed', 'failed']);
	});

	it.each([{ status: 'error', message: 'temporarily unavailable' }])(
		'G20: Enrich Now sends no other key while nothing says that the batch was refunded: %j',
		async (body) => {
			const items = [{ id_empresa: sandbox.companies.id(31) }];
			sandbox.faults.add({
				kind: 'status',
				status: 202,
				endpoint: 'b2bCompanyEnrichNow',
				body: { id_processamento: 'x9', status: 'processing', concluido: false },
				headers: { 'idempotency-replayed': 'true' },
			} as never);
			answer('batchStatus', body);
			answer(
				'batchStatus',
				closed({
					total_registros: 1,
					sucesso: 1,
					falhou: 0,
					contatos: [{ ...eleven, valor_entrada: String(items[0].id_empresa) }],
				}),
				{ times: 'always' },
			);
			await run(items, {}, {}, 'enrichCompanyNow');
			expect(sandbox.requests.of('b2bCompanyEnrichNow')).toHaveLength(1);
		},
	);

	it('G10: what another run asked for is not counted as refunded to this one', async () => {
		accepted();
		answer('batchStatus', { id_processamento: 'x9', status: 'processing' }, { times: 'always' });
		await run(three, { waitLimit: 1 });
		sandbox.faults.clear();
		answer(
			'batchStatus',
			closed({ status: 'failed', erro: 'exception', total_registros: 3, sucesso: 0, falhou: 3 }),
			{ times: 'always' },
		);
		const second = await run([three[0]], { waitLimit: 1 });
		expect(JSON.stringify(second.hints)).not.toContain('3 refunded');
	});

	it('G11: Return Immediately, then Wait for Completion, with an early 404', async () => {
		const items = [5, 6].map((i) => ({ id_empresa: sandbox.companies.id(i) }));
		const first = await run(items, { afterSubmission: 'return', outputPer: 'contact' });
		sandbox.faults.add({
			kind: 'status',
			status: 404,
			endpoint: 'batchStatus',
			body: { detail: 'Not found.' },
			times: 1,
		});
		const second = await run(
			json(first),
			{ id_processamento: '={{ $json.batchId }}' },
			{},
			'waitForCompletion',
			'enrichmentBatch',
		);
		expect(outcomes(second)).toEqual(['enriched', 'enriched']);
	});

	it('G12: profiles told apart by their query alone', async () => {
		accepted();
		answer(
			'batchStatus',
			closed({
				total_registros: 1,
				sucesso: 1,
				falhou: 0,
				contatos: [
					{
						status: 'completed',
						valor_entrada: 'https://social.example/profile/view?memberId=1',
						detalhes_contato: { nome: 'ONE' },
					},
				],
			}),
			{ times: 'always' },
		);
		const url = 'https://social.example/profile/view?memberId=';
		await run([{ u: `${url}1` }, { u: `${url}2` }], {
			identifyBy: 'url_social',
			url_social: '={{ $json.u }}',
		});
		expect(sandbox.requests.of('b2bCompanyEnrichBatch')[0].body).toEqual({
			contatos: [{ url_social: `${url}1` }, { url_social: `${url}2` }],
		});
	});
});
