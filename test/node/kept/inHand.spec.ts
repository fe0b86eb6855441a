import type { GenericValue, IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import { credentialFor, runNode, type NodeResult } from '../../support/harness';
import { useSandbox } from '../support/useSandbox';

/**
 * What a workflow carries from one execution to the next in its items: cache keys of searches, and the IDs of batches
 * and jobs. Damaged, it is refused with advice before anything is sent, or the service refuses it at no charge.
 */

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 300 }, (started) => {
	sandbox = started;
});

const HUGE = 'x'.repeat(2_000_000);

const run = async (resource: string, operation: string, parameters: IDataObject): Promise<NodeResult> =>
	await runNode({ credential: credentialFor(sandbox), resource, operation, parameters });

const found = async (continueFrom?: IDataObject, more: IDataObject = {}): Promise<NodeResult> =>
	await run('b2bPerson', 'searchB2bPersons', {
		filtros_pessoa: { niveis_senioridade: ['Pleno'] },
		limit: 50,
		...more,
		options: {
			includeSearchDetails: true,
			...(continueFrom && { continueFrom: { values: continueFrom } }),
			...(more.options as object),
		},
	});

/** Where a search ended, as its items tell. */
async function ended(): Promise<{ chave_cache: string; total_cacheado: number; offset: number }> {
	const { items } = await found();
	const { cacheKey, total, nextOffset } = items[0].json.search as IDataObject;
	return { chave_cache: String(cacheKey), total_cacheado: Number(total), offset: Number(nextOffset) };
}

describe('Continue From', () => {
	it('goes on at no charge, and finds nothing new behind the end', async () => {
		const from = await ended();
		const { items } = await found(from);
		expect(items).toHaveLength(50);
		const behind = await found({ ...from, offset: from.total_cacheado });
		expect(behind.error).toBeUndefined();
		expect(behind.items.map(({ json }) => json.outcome)).toEqual(['not found']);
		expect(sandbox.ledger.charged()).toBe(1);
	});

	it.each<[string, IDataObject]>([
		['no key', { chave_cache: '' }],
		['a huge key', { chave_cache: HUGE }],
		['no total', { total_cacheado: undefined }],
		['a negative total', { total_cacheado: -1 }],
		['a negative offset', { offset: -50 }],
	])('with %s is refused with advice, and nothing is sent', async (_, damaged) => {
		const from = await ended();
		const { error } = await found({ ...from, ...damaged });
		expect(error?.message).toMatch(/Continue From|Cache Key|Cached Total|Offset/);
		expect(sandbox.requests.of('b2bPersonSearch')).toHaveLength(1);
		expect(sandbox.ledger.charged()).toBe(1);
	});

	it.each<[string, (key: string) => string]>([
		['is cut', (key) => key.slice(0, -1)],
		['was altered', (key) => `${key}x`],
	])('with a key that %s cannot be told from a good one: Maximum Credits 0 refuses it', async (_, damage) => {
		const from = await ended();
		const { error } = await found(
			{ ...from, chave_cache: damage(from.chave_cache) },
			{ options: { maxCredits: 0 } },
		);
		expect(error?.message).toContain('this could cost');
		expect(sandbox.ledger.charged()).toBe(1);
	});
});

describe('the ID', () => {
	const wrong: GenericValue[] = [
		' ',
		'../balance',
		'a/b',
		{},
		['x'],
		null,
		-1,
		1.5,
		HUGE,
		'unknown',
		999_999,
	];
	it.each<[string, string, (id: GenericValue) => IDataObject]>([
		['enrichmentBatch', 'getStatus', (id_processamento) => ({ id_processamento })],
		['enrichmentBatch', 'waitForCompletion', (id_processamento) => ({ id_processamento })],
		['prospecting', 'getProspectingResult', (jobId) => ({ jobId, ifNotReady: 'error' })],
		['layoutEnrichment', 'getLayoutResult', (jobId) => ({ jobId, ifNotReady: 'error' })],
	])(
		'of %s: %s, when damaged, ends with an error that says what to do, at no charge',
		async (resource, operation, parametersOf) => {
			for (const id of wrong) {
				const { error } = await run(resource, operation, parametersOf(id));
				expect([id, error?.message]).toEqual([id, expect.any(String)]);
				expect(`${error?.message} ${error?.description ?? ''}`).toMatch(/ID|found/);
			}
			expect(sandbox.ledger.charged()).toBe(0);
		},
	);
});
