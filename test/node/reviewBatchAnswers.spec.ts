import type { IDataObject } from 'n8n-workflow';

import type { EndpointName } from '../../contract';
import { PersonCompanyDataTrigger } from '../../nodes/PersonCompanyDataTrigger/PersonCompanyDataTrigger.node';
import type { Sandbox } from '../../sandbox';
import { credentialFor, runNode, type NodeResult } from '../support/harness';
import { callWebhook } from '../support/webhooks';
import { useSandbox } from './support/useSandbox';

/** Findings of an adversarial review: each of these fails. */

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

describe('a batch whose state is none that the specification says is refunded', () => {
	// The specification: a batch is `failed` by insufficient credit or an exception. Nothing says that these are refunded.
	it.each(['expired', 'timeout', 'not found', 'refused', 'cancelado'])(
		'is not paid for again unasked, above all when it counts its records as successes: %s',
		async (status) => {
			const items = [5, 6].map((i) => ({ id_empresa: sandbox.companies.id(i) }));
			answer('batchStatus', { concluido: true, status, total_registros: 2, sucesso: 2, falhou: 0 });
			const first = await run('enrichCompanyBatch', items);
			await run('enrichCompanyBatch', items);
			expect(sandbox.ledger.charged('b2b')).toBe(2);
			expect(messages(first)).not.toContain('refunded');
		},
	);
});

describe('a batch that is not complete by its own words', () => {
	it.each([
		{ status: 'em andamento', concluido: false },
		{ status: 'running', concluido: false },
		{ status: 'partial', concluido: false },
		{ concluido: false },
	])('is waited for, though it shows the records that are done: %j', async (state) => {
		accepted();
		answer('batchStatus', {
			id_processamento: 'x9',
			...state,
			completados: 1,
			total_registros: 2,
			contatos: [eleven],
		});
		answer('batchStatus', closed({ contatos: [eleven, twelve] }), { times: 'always' });
		const { items } = await run('enrichCompanyBatch', two);
		expect(items.map(({ json: { outcome, nome } }) => [outcome, nome])).toEqual([
			['enriched', 'ELEVEN'],
			['enriched', 'TWELVE'],
		]);
	});
});

describe('the records of a complete batch', () => {
	it.each<[string, unknown]>([
		['under the name of lists of the service', closed({ dados: [eleven, twelve] })],
		[
			'within its wrapper, beside the ID',
			{ id_processamento: 'x9', dados: closed({ contatos: [eleven, twelve] }) },
		],
		['within its wrapper, beside the counts', closed({ data: { contatos: [eleven, twelve] } })],
		['under another name', closed({ resultados: [eleven, twelve] })],
		['as a bare list', [eleven, twelve]],
		['as text', closed({ contatos: JSON.stringify([eleven, twelve]) })],
	])('come out, or something of them, and are not said not to be there: %s', async (_, body) => {
		accepted();
		answer('batchStatus', body, { times: 'always' });
		const result = await run('enrichCompanyBatch', two, { waitLimit: 1 });
		expect(JSON.stringify(json(result))).toContain('TWELVE');
		expect(messages(result)).not.toContain('returned no records');
	});
});

describe('a record that names its company as the service does when it finds one (`company_id`)', () => {
	it('is paired by that, not by its place', async () => {
		accepted();
		const named = (company_id: number, nome: string) => ({ status: 'completed', company_id, nome });
		answer('batchStatus', closed({ contatos: [named(12, 'TWELVE'), named(11, 'ELEVEN')] }));
		const { items } = await run('enrichCompanyBatch', two);
		const byRow = items.map(({ json: { nome }, pairedItem }) => [pairedItem, nome]);
		expect(byRow).toContainEqual([{ item: 0 }, 'ELEVEN']);
		expect(byRow).not.toContainEqual([{ item: 0 }, 'TWELVE']);
	});

	it.each(['document', 'documento'])('or by its CNPJ in `%s`, is paired by that', async (name) => {
		accepted();
		const [one, other] = [1, 2].map((i) => sandbox.companies.cnpj(i));
		const named = (cnpj: string) => ({ status: 'completed', [name]: cnpj, nome: cnpj });
		answer('batchStatus', closed({ contatos: [named(other), named(one)] }));
		const { items } = await run('enrichCompanyBatch', [{ c: one }, { c: other }], {
			...{ identifyBy: 'cnpj', cnpj: '={{ $json.c }}', options: { skipFindingId: true } },
		});
		const byRow = items.map(({ json: { nome }, pairedItem }) => [pairedItem, nome]);
		expect(byRow).not.toContainEqual([{ item: 0 }, other]);
	});

	it('is not taken for that of another: a batch of one, and Enrich Now', async () => {
		accepted();
		const other = closed({
			total_registros: 1,
			sucesso: 1,
			contatos: [{ status: 'completed', company_id: 77, nome: 'OTHER' }],
		});
		answer('batchStatus', other);
		expect(json(await run('enrichCompanyBatch', [{ id_empresa: 13 }]))[0].outcome).toBe('missing');
		answer('b2bCompanyEnrichNow', other);
		const now = await run('enrichCompanyNow', [{ id_empresa: 14 }]);
		expect(messages(now)).toContain('does not carry the id_empresa that was asked for');
	});
});

describe('Enrich Now', () => {
	it.each<[string, unknown]>([
		['as the whole answer', { ...eleven, id_empresa: 777 }],
		['as a bare list', [{ ...eleven, id_empresa: 777 }]],
		['in a wrapper', { dados: { ...eleven, id_empresa: 777 } }],
		['in a list of the wrapper', closed({ dados: [{ ...eleven, id_empresa: 777 }] })],
	])('tells a record of another company that comes %s', async (name, body) => {
		answer('b2bCompanyEnrichNow', body);
		const result = await run('enrichCompanyNow', [{ id_empresa: 2000 + name.length }]);
		expect(json(result)).toMatchObject([{ outcome: 'enriched' }]);
		expect(messages(result)).toContain('does not carry the id_empresa that was asked for');
	});

	it.each([
		{ status: 'processing', concluido: false },
		{ status: 'queued', mensagem: 'na fila' },
	])('does not call an answer empty, whose credit came back, that says that it goes on: %j', async (body) => {
		answer('b2bCompanyEnrichNow', body);
		const [{ outcome }] = json(await run('enrichCompanyNow', [{ id_empresa: 3000 + body.status.length }]));
		expect(outcome).not.toBe('empty');
	});
});

describe('the event of a batch', () => {
	it.each([{ status: 'done' }, { status: 'concluido' }, {}])(
		'in another word for its state is asked about, or at least asked for again: %j',
		async (more) => {
			const { baseUrl, apiKey } = sandbox;
			const submitted = await fetch(`${baseUrl}/b2b/companies/enrich/bulk`, {
				method: 'POST',
				headers: { Authorization: `Token ${apiKey}`, 'content-type': 'application/json' },
				body: JSON.stringify({ contatos: [{ id_empresa: sandbox.companies.id(1) }] }),
			});
			const { id_processamento } = (await submitted.json()) as IDataObject;
			await sandbox.clock.advance(600_000);
			const log: string[] = [];
			const called = await callWebhook({
				sandbox,
				type: new PersonCompanyDataTrigger(),
				node: {
					id: `push ${JSON.stringify(more)}`,
					parameters: {
						...{
							kinds: ['batch'],
							statuses: ['done', 'error'],
							confirm: false,
							includeResult: false,
							output: 'raw',
						},
						options: { maxRequestsPerMinute: 0 },
					} as never,
				},
				webhook: 'default',
				body: { id_processamento, ...more },
				log,
			});
			expect({ started: called.outputs !== undefined, again: called.status === 503, log }).not.toEqual({
				...{ started: false, again: false, log: [] },
			});
		},
	);
});

describe('a complete batch that returns only what succeeded, and counts the others as failed', () => {
	it('has the others as failed: its counts leave no other way', async () => {
		const three = [...two, { id_empresa: 13 }];
		accepted();
		answer('batchStatus', closed({ total_registros: 3, sucesso: 1, falhou: 2, contatos: [eleven] }));
		const result = await run('enrichCompanyBatch', three);
		expect(json(result).map(({ outcome }) => outcome)).toEqual(['enriched', 'failed', 'failed']);
		expect(messages(result)).toContain('2 refunded');
	});
});

describe('Preview Cost', () => {
	it('says no more requests at least than the run then takes, when the IDs of CNPJs are known', async () => {
		const items = [61, 62, 63].map((i) => ({ c: sandbox.companies.cnpj(i) }));
		const parameters = { identifyBy: 'cnpj', cnpj: '={{ $json.c }}' };
		await run('enrichCompanyBatch', items, parameters);
		const [preview] = json(await run('enrichCompanyBatch', items, { ...parameters, previewCost: true }));
		const before = sandbox.requests.all.length;
		await run('enrichCompanyBatch', items, parameters);
		expect(sandbox.requests.all.length - before).toBeGreaterThanOrEqual(preview.requestsAtLeast as number);
	});
});

describe('a profile URL', () => {
	it.each(['?trk=people', '#about', '/?originalSubdomain=br'])(
		'copied with %s is the same one, and paid for once in a run',
		async (more) => {
			const url = 'https://social.example/company/padaria';
			await run('enrichCompanyBatch', [{ u: url }, { u: `${url}${more}` }], {
				identifyBy: 'url_social',
				url_social: '={{ $json.u }}',
			});
			const [{ body }] = sandbox.requests.of('b2bCompanyEnrichBatch');
			expect((body as { contatos: unknown[] }).contatos).toHaveLength(1);
		},
	);
});

it('a batch is waited for though the service does not know it yet at the first question', async () => {
	const items = [7, 8].map((i) => ({ id_empresa: sandbox.companies.id(i) }));
	sandbox.faults.add({
		kind: 'status',
		status: 404,
		endpoint: 'batchStatus',
		body: { detail: 'Not found.' },
	});
	expect(json(await run('enrichCompanyBatch', items)).map(({ outcome }) => outcome)).toEqual([
		'enriched',
		'enriched',
	]);
});
