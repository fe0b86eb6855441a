import type { IDataObject } from 'n8n-workflow';

import type { EndpointName } from '../../contract';
import type { Sandbox } from '../../sandbox';
import { credentialFor, runNode, type NodeResult } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** Answers about a batch that the specification allows, or does not show, and that no paid record may be lost to. */

let sandbox: Sandbox;
useSandbox({ persons: 300, companies: 300 }, (started) => {
	sandbox = started;
});

const run = async (
	operation: string,
	items: readonly IDataObject[],
	parameters: IDataObject = {},
	resource = 'b2bCompany',
): Promise<NodeResult> =>
	await runNode({
		credential: credentialFor(sandbox),
		resource,
		operation,
		parameters: { identifyBy: 'id_empresa', ...parameters },
		items,
		settings: { onError: 'continueRegularOutput' },
	});
const answer = (endpoint: EndpointName, body: unknown, more: object = {}): void =>
	sandbox.faults.add({ kind: 'status', status: 200, endpoint, body, ...more });
const json = ({ items }: NodeResult): IDataObject[] => items.map((item) => item.json);
const outcomes = (result: NodeResult): unknown[] => json(result).map(({ outcome }) => outcome);
const messages = ({ hints }: NodeResult): string => hints.map(({ message }) => message).join('\n');
const closed = (more: IDataObject): IDataObject => ({
	...{
		id_processamento: 'x9',
		concluido: true,
		status: 'completed',
		total_registros: 2,
		sucesso: 2,
		falhou: 0,
	},
	...more,
});
const two = [{ id_empresa: 11 }, { id_empresa: 12 }];
const eleven = { status: 'completed', id_empresa: 11, nome: 'ELEVEN' };
const twelve = { status: 'completed', id_empresa: 12, nome: 'TWELVE' };
const accepted = (): void => answer('b2bCompanyEnrichBatch', { id_processamento: 'x9' });

describe('a batch of which nothing says that it was refunded', () => {
	it.each<[IDataObject]>([[{ status: 'failed', sucesso: 2, falhou: 0 }]])(
		'is reported, and not paid for again before the user says so: %j',
		async (state) => {
			const items = [5, 6].map((i) => ({ id_empresa: sandbox.companies.id(i) }));
			answer('batchStatus', { total_registros: 2, ...state }, { times: 2 });
			for (const result of [await run('enrichCompanyBatch', items), await run('enrichCompanyBatch', items)]) {
				expect(outcomes(result)).toEqual(['uncertain', 'uncertain']);
				expect(json(result)[0].error).toContain(`ended without a result: "${String(state.status)}"`);
				expect(messages(result)).not.toContain('refunded');
			}
			expect(sandbox.ledger.charged('b2b')).toBe(2);
			const again = await run('enrichCompanyBatch', items, { options: { ifSentBefore: 'send' } });
			expect(outcomes(again)).toEqual(['enriched', 'enriched']);
			expect(sandbox.ledger.charged('b2b')).toBe(4);
		},
	);

	it.each<[IDataObject]>([[{ completados: 2, falhou: 0, rota: { enriched: 2, already_complete: 0 } }]])(
		'is not sent again when it counts none as refunded: %j',
		async (counts) => {
			const items = [5, 6].map((i) => ({ id_empresa: sandbox.companies.id(i) }));
			const failed = { status: 'failed', concluido: true, erro: 'exception', total_registros: 2, ...counts };
			answer('batchStatus', failed);
			const first = await run('enrichCompanyBatch', items);
			await run('enrichCompanyBatch', items);
			expect([sandbox.ledger.charged('b2b'), sandbox.ledger.refunded('b2b')]).toEqual([2, 0]);
			expect(messages(first)).not.toContain('refunded');
		},
	);

	it('is not bought again by Enrich Now when it counts none as refunded', async () => {
		const items = [{ id_empresa: sandbox.companies.id(9) }];
		const counts = { total_registros: 1, completados: 1, falhou: 0, rota: { enriched: 1 } };
		const failed = { status: 'failed', concluido: true, erro: 'exception', ...counts };
		answer('b2bCompanyEnrichNow', failed, { when: 'after', times: 2 });
		await run('enrichCompanyNow', items);
		await run('enrichCompanyNow', items);
		expect(sandbox.ledger.charged('b2b')).toBe(1);
	});

	it.each<[string, IDataObject]>([
		['whose record may be of any row', { status: 'completed', nome: 'ELEVEN' }],
		['whose record is not the one that succeeded', { valor_entrada: '11', erro: 'not found' }],
	])('is not sent again: %s', async (_, record) => {
		accepted();
		const failed = { id_processamento: 'x9', concluido: true, status: 'failed', erro: 'exception' };
		const counts = { total_registros: 2, sucesso: 1, falhou: 1 };
		answer('batchStatus', { ...failed, ...counts, contatos: [record] }, { times: 'always' });
		expect(outcomes(await run('enrichCompanyBatch', two))).toContain('uncertain');
		expect(outcomes(await run('enrichCompanyBatch', [two[1]]))).toContain('uncertain');
		expect(sandbox.requests.of('b2bCompanyEnrichBatch')).toHaveLength(1);
	});
});

describe('an answer that only says that the service failed', () => {
	const trouble = [
		{ status: 'error', message: 'temporarily unavailable' },
		{ status: 'error', code: 500, detail: 'x' },
	];
	const items = () => [5, 6].map((i) => ({ id_empresa: sandbox.companies.id(i) }));

	it.each(trouble)('is followed by another question: %j', async (body) => {
		answer('batchStatus', body);
		expect(outcomes(await run('enrichCompanyBatch', items()))).toEqual(['enriched', 'enriched']);
		expect(sandbox.ledger.charged('b2b')).toBe(2);
	});

	it('leaves the batch to a later run where no other comes in time', async () => {
		answer('batchStatus', trouble[0], { times: 'always' });
		const first = await run('enrichCompanyBatch', items(), { waitLimit: 1 });
		expect(outcomes(first)).toEqual(['waiting', 'waiting']);
		expect(messages(first)).not.toContain('refunded');
		sandbox.faults.clear();
		expect(outcomes(await run('enrichCompanyBatch', items()))).toEqual(['enriched', 'enriched']);
		expect(sandbox.ledger.charged('b2b')).toBe(2);
	});
});

describe('a batch that says that it goes on', () => {
	it.each([{ status: 'processing' }, { status: 'partial', concluido: false }, { concluido: 'false' }])(
		'is waited for, though it shows the records that are done: %j',
		async (state) => {
			accepted();
			const progress = { completados: 1, total_registros: 2 };
			answer('batchStatus', { id_processamento: 'x9', ...state, ...progress, contatos: [eleven] });
			answer('batchStatus', closed({ contatos: [eleven, twelve] }), { times: 'always' });
			const { items } = await run('enrichCompanyBatch', two);
			expect(items.map(({ json: { outcome, nome } }) => [outcome, nome])).toEqual([
				['enriched', 'ELEVEN'],
				['enriched', 'TWELVE'],
			]);
		},
	);
});

describe('a list of records that tell nothing yet', () => {
	const whole = (): void =>
		answer('batchStatus', closed({ contatos: [eleven, twelve] }), { times: 'always' });
	const enriched = async (): Promise<void> => {
		const { items } = await run('enrichCompanyBatch', two);
		expect(items.map(({ json: { outcome, nome } }) => [outcome, nome])).toEqual([
			['enriched', 'ELEVEN'],
			['enriched', 'TWELVE'],
		]);
	};

	it.each<[IDataObject]>([[{ quantidade: 2 }], [{ status: 'success' }]])(
		'is not the result where the service accepts the batch: %j',
		async (said) => {
			const accepting = { id_processamento: 'x9', sucesso: true, ...said };
			answer('b2bCompanyEnrichBatch', { ...accepting, contatos: two });
			whole();
			await enriched();
		},
	);
});

describe('a batch that is complete in another word', () => {
	it.each([{ concluido: 'true' }, { status: 'done' }])('is not waited for any longer: %j', async (state) => {
		accepted();
		answer('batchStatus', { id_processamento: 'x9', ...state });
		expect(outcomes(await run('enrichCompanyBatch', two))).toEqual(['missing', 'missing']);
		expect(sandbox.requests.of('batchStatus')).toHaveLength(1);
	});
});

describe('the records of a complete batch', () => {
	const byRow = ({ items }: NodeResult): unknown[] =>
		items.map(({ json: { nome }, pairedItem }) => [pairedItem, nome]);

	it('are paired with no row by their place when they are read later, as rows may have been sorted', async () => {
		const bare = [eleven, twelve].map(({ status, nome }) => ({ status, nome }));
		answer('batchStatus', closed({ contatos: bare }), { times: 'always' });
		const items = [...two].reverse().map((contato) => ({ id_processamento: 'x9', contato }));
		const sorted = await run('waitForCompletion', items, {}, 'enrichmentBatch');
		expect(byRow(sorted)).toEqual([
			[{ item: 0 }, undefined],
			[{ item: 1 }, undefined],
			[[], 'ELEVEN'],
			[[], 'TWELVE'],
		]);
		expect(outcomes(sorted)).toEqual(['missing', 'missing', 'enriched', 'enriched']);
		// The record of a batch of one is nobody else's.
		sandbox.faults.clear();
		answer('batchStatus', closed({ total_registros: 1, sucesso: 1, contatos: [bare[0]] }));
		const single = await run('waitForCompletion', items.slice(1), {}, 'enrichmentBatch');
		expect(byRow(single)).toEqual([[{ item: 0 }, 'ELEVEN']]);
	});
});

it('a batch of companies found by their CNPJ is paired by the order', async () => {
	sandbox.set({ notStatedPrice: 'free' });
	accepted();
	const contatos = ['A', 'B'].map((nome) => ({ status: 'completed', nome }));
	answer('batchStatus', closed({ contatos }), { times: 'always' });
	const cnpjs = [1, 2].map((i): IDataObject => ({ cnpj: sandbox.companies.cnpj(i) }));
	const { items } = await run('enrichCompanyBatch', cnpjs, { identifyBy: 'cnpj' });
	expect(items.map(({ json: { nome }, pairedItem }) => [pairedItem, nome])).toEqual([
		[{ item: 0 }, 'A'],
		[{ item: 1 }, 'B'],
	]);
});

describe('a record that names its company as the service does where it finds one', () => {
	it('by `company_id`, is paired by that, not by its place', async () => {
		accepted();
		const named = (company_id: number, nome: string) => ({ status: 'completed', company_id, nome });
		answer('batchStatus', closed({ contatos: [named(12, 'TWELVE'), named(11, 'ELEVEN')] }));
		const { items } = await run('enrichCompanyBatch', two);
		expect(items.map(({ json: { nome }, pairedItem }) => [pairedItem, nome])).toEqual([
			[{ item: 0 }, 'ELEVEN'],
			[{ item: 1 }, 'TWELVE'],
		]);
	});

	it('by its CNPJ alone, is that of the row which gave the CNPJ', async () => {
		sandbox.set({ notStatedPrice: 'free' });
		accepted();
		const cnpjs = [1, 2].map((i) => sandbox.companies.cnpj(i));
		const contatos = cnpjs.map((cnpj, i) => ({ status: 'completed', cnpj, nome: `COMPANY ${i}` }));
		answer('batchStatus', closed({ contatos: contatos.reverse() }));
		const rows = cnpjs.map((cnpj) => ({ cnpj }));
		const { items } = await run('enrichCompanyBatch', rows, { identifyBy: 'cnpj' });
		expect(items.map(({ json: { outcome, nome }, pairedItem }) => [pairedItem, outcome, nome])).toEqual([
			[{ item: 0 }, 'enriched', 'COMPANY 0'],
			[{ item: 1 }, 'enriched', 'COMPANY 1'],
		]);
	});

	it('is not taken for that of another: a batch of one, and Enrich Now', async () => {
		accepted();
		const contatos = [{ status: 'completed', company_id: 77, nome: 'OTHER' }];
		const other = closed({ total_registros: 1, sucesso: 1, contatos });
		answer('batchStatus', other);
		expect(outcomes(await run('enrichCompanyBatch', [{ id_empresa: 13 }]))).toEqual(['missing', 'enriched']);
		answer('b2bCompanyEnrichNow', other);
		const now = await run('enrichCompanyNow', [{ id_empresa: 14 }]);
		expect(messages(now)).toContain('does not carry the id_empresa that was asked for');
	});
});

describe('Enrich Now', () => {
	it.each([{ status: 'processing', concluido: false }])(
		'does not call an answer empty that says that it goes on: %j',
		async (body) => {
			answer('b2bCompanyEnrichNow', body);
			const [{ outcome, error }] = json(
				await run('enrichCompanyNow', [{ id_empresa: 3000 + body.status.length }]),
			);
			expect(outcome).toBe('uncertain');
			expect(error).toMatch(/^The service is still working on it, but gave no batch ID/);
		},
	);
});
