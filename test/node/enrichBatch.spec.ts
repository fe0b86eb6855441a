import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { credentialFor, runNode, type NodeResult, type NodeRun } from '../support/harness';
import { useSandbox } from './support/useSandbox';

let sandbox: Sandbox;
/** IDs that the sandbox knows. */
let ids: number[];

useSandbox({ persons: 1000, companies: 300 }, (started) => {
	sandbox = started;
});
beforeAll(async () => {
	ids = await knownIds(20);
});

async function knownIds(limit: number): Promise<number[]> {
	const found = await runNode({
		credential: credentialFor(sandbox),
		resource: 'b2bPerson',
		operation: 'searchB2bPersons',
		parameters: { filtros_pessoa: { niveis_senioridade: ['Pleno'] }, limit },
	});
	sandbox.reset();
	return found.items.map(({ json }) => json.id_pessoa as number);
}

const enrich = async (more: Partial<NodeRun> = {}): Promise<NodeResult> =>
	await runNode({
		credential: credentialFor(sandbox),
		resource: 'b2bPerson',
		operation: 'enrichPersonBatch',
		items: ids.slice(0, 5).map((id_pessoa) => ({ id_pessoa })),
		...more,
	});

const submissions = () => sandbox.requests.of('b2bPersonEnrichBatch');
const polls = () => sandbox.requests.of('batchStatus');
const spent = () => sandbox.ledger.charged('b2b') - sandbox.ledger.refunded('b2b');
const contactsOf = (i: number) => (submissions()[i].body as { contatos: IDataObject[] }).contatos;

describe('submission', () => {
	it('sends all items in one call and pairs each record with the item it answers', async () => {
		const { items, error } = await enrich();
		expect(error).toBeUndefined();
		expect(submissions()).toHaveLength(1);
		expect(contactsOf(0)).toEqual(ids.slice(0, 5).map((id_pessoa) => ({ id_pessoa })));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3, 4].map((item) => ({ item })));
		items.forEach(({ json }, i) => {
			expect(json).toMatchObject({ outcome: 'enriched', valor_entrada: String(ids[i]) });
		});
		expect(spent()).toBe(5);
	});

	it('pays once for a contact that several items name, and gives its record to each', async () => {
		const { items, hints } = await enrich({
			items: [ids[0], ids[1], ids[0], String(ids[0])].map((id_pessoa) => ({ id_pessoa })),
		});
		expect(contactsOf(0)).toHaveLength(2);
		expect(spent()).toBe(2);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
		const asked = [ids[0], ids[1], ids[0], ids[0]].map(String);
		expect(items.map(({ json }) => json.valor_entrada)).toEqual(asked);
		expect(hints[1]).toMatchObject({
			message:
				'2 of 4 rows repeat a contact of another row. Each contact is paid for once, and each of its rows gets its result.',
			type: 'info',
		});
	});

	it('sends items to their own webhook URLs, a contact to that of its first item', async () => {
		sandbox.set({ webhookProbe: 'none' });
		const items = [0, 1, 0, 2].map((i, n) => ({ id_pessoa: ids[i], url: `http://127.0.0.1:9/${n}` }));
		const { items: got } = await enrich({
			items,
			parameters: {
				afterSubmission: 'return',
				outputPer: 'contact',
				options: { url_webhook: '={{ $json.url }}' },
			},
		});
		expect(submissions().map(({ body }) => body)).toEqual([
			{ contatos: [{ id_pessoa: ids[0] }], url_webhook: 'http://127.0.0.1:9/0' },
			{ contatos: [{ id_pessoa: ids[1] }], url_webhook: 'http://127.0.0.1:9/1' },
			{ contatos: [{ id_pessoa: ids[2] }], url_webhook: 'http://127.0.0.1:9/3' },
		]);
		expect(got.map(({ json, pairedItem }) => [json.outcome, pairedItem])).toEqual(
			items.map((_, item) => ['waiting', { item }]),
		);
		expect(sandbox.ledger.charged('b2b')).toBe(3);
	});

	it('returns at once with the batch ID', async () => {
		const { items } = await enrich({ parameters: { afterSubmission: 'return' } });
		expect(items).toHaveLength(1);
		expect(items[0].json).toMatchObject({
			outcome: 'waiting',
			batchId: expect.any(String),
			acceptedRecords: 5,
		});
		expect(items[0].pairedItem).toEqual([0, 1, 2, 3, 4].map((item) => ({ item })));
		expect(polls()).toHaveLength(0);
	});
});

describe('records', () => {
	it('keeps failed and empty records apart, and never under a key that n8n takes for an error', async () => {
		sandbox.set({ failEveryNthRecord: 2, emptyEveryNthRecord: 3 });
		const { items, hints } = await enrich();
		const outcomes = items.map(({ json }) => json.outcome);
		expect(outcomes).toEqual(['enriched', 'failed', 'empty', 'failed', 'enriched']);
		expect(items[1].json).toMatchObject({ status: 'failed', erro: expect.any(String) });
		items.forEach(({ json }) => expect(json).not.toHaveProperty('error'));
		expect(hints.map(({ message }) => message)).toEqual([
			'2 enriched, 1 empty, 2 failed. 2 requests sent; at most 5 B2B credits charged, 2 refunded.',
			'1 of 5 records was charged but returned without details.',
		]);
		expect(spent()).toBe(3);
	});

	it('finds data that stand in the record itself, and calls them no empty record', async () => {
		sandbox.set({ recordData: 'record', documentsAs: 'number' });
		const { items, hints } = await enrich();
		expect(items.map(({ json }) => json.outcome)).toEqual(Array(5).fill('enriched'));
		expect(items[0].json).not.toHaveProperty('detalhes_contato');
		expect(hints.map(({ message }) => message).join()).not.toContain('without details');
		const cpfs = items.map(({ json }) => (json.informacoes_basicas as IDataObject).cpf);
		expect(cpfs.every((cpf) => /^\d{11}$/.test(String(cpf)) && typeof cpf === 'string')).toBe(true);
		sandbox.set({ emptyEveryNthRecord: 1 });
		const empty = await enrich({ items: [{ id_pessoa: ids[9] }] });
		expect(empty.items[0].json.outcome).toBe('empty');
	});
});

describe('a batch that tells too little', () => {
	const closed = (more: IDataObject) =>
		sandbox.faults.add({
			kind: 'status',
			status: 200,
			endpoint: 'batchStatus',
			body: { concluido: true, status: 'completed', sucesso: 5, falhou: 0, ...more },
		});

	it('has each item as missing when it has no records, and never sends them again unasked', async () => {
		closed({});
		const { items, hints } = await enrich();
		expect(items.map(({ json, pairedItem }) => [json.outcome, pairedItem])).toEqual(
			ids.slice(0, 5).map((_, item) => ['missing', { item }]),
		);
		expect(hints[1].message).toMatch(/^Batch \S+ is complete, but the service returned no records\.$/);
		expect(hints[0].message).toMatch(/^5 missing\. /);
	});

	it.each([{}, { skipEnriched: true }])(
		'never pays again for what was missing unless told to, and then for that only (%j)',
		async (options) => {
			const record = (id: number) => ({ status: 'completed', valor_entrada: id, detalhes_contato: { a: 1 } });
			const two = { items: ids.slice(0, 2).map((id_pessoa) => ({ id_pessoa })) };
			const missed = { ...two, items: two.items.slice(1) };
			const going = { onError: 'continueRegularOutput' as const };
			closed({ contatos: [record(ids[0])] });
			const first = await enrich({ ...two, parameters: { options } });
			expect(first.items.map(({ json }) => json.outcome)).toEqual(['enriched', 'missing']);
			const second = await enrich({ ...missed, parameters: { options }, settings: going });
			expect(second.items.map(({ json }) => json.outcome)).toEqual(['uncertain']);
			expect(second.items[0].json.message).toMatch(/set 'If Sent Before' to 'Send Again'/);
			expect(submissions()).toHaveLength(1);
			const again = await enrich({
				...missed,
				parameters: { options: { ...options, ifSentBefore: 'send' } },
			});
			expect(again.items.map(({ json }) => json.outcome)).toEqual(['enriched']);
			expect(contactsOf(1)).toEqual([{ id_pessoa: ids[1] }]);
			const last = await enrich({ ...two, parameters: { options: { skipEnriched: true } } });
			expect(last.items).toHaveLength('skipEnriched' in options ? 0 : 2);
		},
	);
});

describe('waiting', () => {
	const times = () => polls().map(({ time }) => time);

	it('polls no more often than every 10 seconds, and less as progress allows', async () => {
		sandbox.set({ batchMinimumSeconds: 600 });
		await enrich();
		const gaps = times().map((time, i) => time - [submissions()[0].time, ...times()][i]);
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10_000);
		expect(polls().length).toBeLessThan(12);
	});

	it('tells its ID at once', async () => {
		sandbox.set({ batchMinimumSeconds: 600 });
		const { told } = await enrich();
		expect(told).toEqual([
			expect.stringMatching(/^5 records were accepted by the service under the ID \S+\.$/),
		]);
	});

	it('ends at its limit with the batch ID and how to go on, which then costs nothing', async () => {
		sandbox.set({ batchMinimumSeconds: 600 });
		const { items } = await enrich({ parameters: { waitLimit: 2 } });
		const id = String(items[0].json.batchId);
		items.forEach(({ json, pairedItem }, item) => {
			expect(json).toMatchObject({
				outcome: 'waiting',
				batchId: id,
				contact: { personId: ids[item] },
				reason: expect.stringMatching(
					/^Batch \S+ isn't complete after 2 minutes\. .*Wait for Completion/,
				) as string,
			});
			expect(pairedItem).toEqual({ item });
		});

		const later = await runNode({
			credential: credentialFor(sandbox),
			resource: 'enrichmentBatch',
			operation: 'waitForCompletion',
			items: items.map(({ json }) => json),
		});
		expect(later.items.map(({ json, pairedItem }) => [json.outcome, pairedItem])).toEqual(
			[0, 1, 2, 3, 4].map((item) => ['enriched', { item }]),
		);
		expect(spent()).toBe(5);
	});

	it('stops polling when the user stops the execution', async () => {
		sandbox.set({ batchMinimumSeconds: 3600 });
		await enrich({ onStart: (stop) => sandbox.clock.after(25_000, stop) });
		expect(polls().length).toBeLessThanOrEqual(3);
	});

	it('stops when the daily limit is reached, naming the batch', async () => {
		sandbox.set({ batchMinimumSeconds: 600, requestsPerDay: 3 });
		const { error } = await enrich();
		expect(error?.message).toMatch(/^Batch \S+: .*limit/);
		expect(sandbox.requests.all.filter(({ status }) => status === 429)).toHaveLength(1);
	});
});

describe('never twice', () => {
	it('reads no balance when all goes well', async () => {
		const items = Array.from({ length: 150 }, (_, i) => ({ id_pessoa: sandbox.persons.id(i) }));
		expect((await enrich({ items })).items).toHaveLength(150);
		expect(sandbox.requests.of('balance')).toHaveLength(0);
	});
});

describe('waiting for a batch by asking for the status', () => {
	// The pauses go by the share that is done: as many as these are as good as a full batch.
	const RECORDS = 500;

	it.each([60, 3600, 3 * 3600])('takes at most 20 requests when they take %i seconds', async (seconds) => {
		sandbox.set({ recordsPerSecond: RECORDS / seconds, batchMinimumSeconds: 0 });
		const items = Array.from({ length: RECORDS }, (_, i) => ({ id_pessoa: sandbox.persons.id(i) }));
		const startedAt = sandbox.clock.now();
		const { items: out } = await enrich({ items, parameters: { waitLimit: 24 * 60 } });
		expect(out).toHaveLength(RECORDS);
		expect(polls().length).toBeLessThanOrEqual(20);
		const times = polls().map(({ time }) => time);
		times.slice(1).forEach((time, i) => expect(time - times[i]).toBeGreaterThanOrEqual(10_000));
		// Asking seldom costs little time: at most a fifth more, or 20 seconds.
		const late = sandbox.clock.now() - startedAt - seconds * 1000;
		expect(late).toBeLessThan(Math.max(20_000, seconds * 200));
	});
});

describe('Wait for Completion', () => {
	const wait = async (items: readonly IDataObject[]): Promise<NodeResult> =>
		await runNode({
			credential: credentialFor(sandbox),
			resource: 'enrichmentBatch',
			operation: 'waitForCompletion',
			items,
		});

	it('links each record to the item it was submitted for', async () => {
		const submitted = await enrich({ parameters: { afterSubmission: 'return', outputPer: 'contact' } });
		const { items } = await wait(submitted.items.map(({ json }) => json));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3, 4].map((item) => ({ item })));
		items.forEach(({ json }, i) => expect(json.valor_entrada).toBe(String(ids[i])));
		expect(submissions()).toHaveLength(1);
	});

	it('outputs the batches that are there when another is not', async () => {
		const submitted = await enrich({ parameters: { afterSubmission: 'return' } });
		const { items, error } = await wait([{ id_processamento: 'unknown' }, submitted.items[0].json]);
		expect(error).toBeUndefined();
		expect(items[0].json.error).toMatch(/^The service found no batch unknown/);
		expect(items.slice(1).map(({ json }) => json.outcome)).toEqual(Array(5).fill('enriched'));
	});

	it('names a batch that the service does not know', async () => {
		const { error } = await wait([{ id_processamento: 'no-such-batch' }]);
		expect(error?.message).toMatch(/^The service found no batch no-such-batch$/);
		expect(sandbox.requests.of('batchStatus')).toHaveLength(1);
	});
});
