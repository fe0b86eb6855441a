import type { IDataObject, INode, IWebhookFunctions } from 'n8n-workflow';

import { asText, parkedState, type ParkedState } from '../../core/background/parked';
import { leftToEarlier } from '../../nodes/PersonCompanyData/callback/resume';
import { PersonCompanyData } from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import type { Sandbox } from '../../sandbox';
import { credentialFor } from '../support/harness';
import { callWebhook, webhookContext, type Called } from '../support/webhooks';
import { ofWhole } from './kept/damages';
import { useSandbox } from './support/useSandbox';

/** Callbacks to an execution that waits, in n8n's own webhook context, over real HTTP. */

let sandbox: Sandbox;
useSandbox({ persons: 100 }, (started) => {
	sandbox = started;
});

const type = new PersonCompanyData();

/** Submits a batch of one person. */
async function submit(person: number): Promise<string> {
	const { apiKey, baseUrl } = sandbox;
	const response = await fetch(`${baseUrl}/b2b/persons/enrich/bulk`, {
		method: 'POST',
		headers: { Authorization: `Token ${apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({ contatos: [{ id_pessoa: 10_000_000 + person }] }),
	});
	return ((await response.json()) as { id_processamento: string }).id_processamento;
}

/** An execution that waits for these batches, of one item each. */
const waitingFor = (ids: readonly string[], limitSeconds = 600): IDataObject => ({
	parked: {
		batches: ids.map((id, item) => ({
			id,
			contacts: [{ name: 'id_pessoa', value: String(10_000_001 + item), item }],
		})),
		limitSeconds,
		until: sandbox.clock.now() + limitSeconds * 1000,
		done: [],
	},
});

/** As it is kept with the execution. */
const kept = ({ parked }: IDataObject): IDataObject => ({
	parked: asText(parked as unknown as ParkedState),
});

/** Each test has an execution of its own. */
let execution = 0;
beforeEach(() => void execution++);

const callback = async (
	state: IDataObject,
	batch: number,
	node: Partial<INode> = {},
	log: string[] = [],
): Promise<Called> =>
	await callWebhook({
		log,
		sandbox,
		type,
		node,
		webhook: 'setup',
		path: `/${execution}/node`,
		query: { batch: String(batch) },
		state: kept(state),
	});

const polls = (): number => sandbox.requests.of('batchStatus').length;
const outcomes = ({ outputs }: Called): unknown => outputs?.[0].map(({ json }) => json.outcome);

it('is answered before anything is read', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const id = await submit(1);
	const before = sandbox.clock.now();
	sandbox.faults.add({ kind: 'status', status: 503, endpoint: 'batchStatus', times: 3 });
	const called = await callback(waitingFor([id]), 0);
	expect(called).toMatchObject({ status: 200, answeredAt: before });
	// What could not be read at first is read again, as the service does not call a second time.
	expect(outcomes(called)).toEqual(['enriched']);
	expect(sandbox.clock.now()).toBeGreaterThan(before);
});

it('is followed up after a block of the account has ended', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const id = await submit(1);
	sandbox.faults.add({
		kind: 'status',
		status: 429,
		body: { error: { code: 'limit', description: 'Too many requests.' } },
		endpoint: 'batchStatus',
	});
	expect(outcomes(await callback(waitingFor([id]), 0))).toEqual(['enriched']);
	expect(polls()).toBe(2);
});

it('of a batch whose status still says that it is at work is followed up', async () => {
	sandbox.set({ batchMinimumSeconds: 25 });
	const called = await callback(waitingFor([await submit(1)]), 0);
	expect(called.status).toBe(200);
	expect(outcomes(called)).toEqual(['enriched']);
});

describe('of a wait whose state cannot be read any more', () => {
	const good = (): ParkedState => waitingFor(['a']).parked as unknown as ParkedState;
	const contact = { name: 'id_pessoa', value: '1', item: 0 };
	const cut = (text: string): string => text.slice(0, -9);

	it.each<[string, () => unknown]>([
		...ofWhole.map(([name, change]): [string, () => unknown] => [
			`${name} instead of it`,
			() => asText(change(good()) as ParkedState),
		]),
		['text that is cut', () => cut(asText(good()))],
		['no text', () => 7],
		['an object', () => ({ batches: [] })],
		...(
			[
				{ batches: {} },
				{ batches: [null] },
				{ batches: [{ id: 7, contacts: [contact] }] },
				{ batches: [{ id: 'a', contacts: [null] }] },
				{ batches: [{ id: 'a', contacts: [{ ...contact, item: 'x' }] }] },
				{ until: 'never' },
				{ limitSeconds: null },
				{ done: 'x' },
				{ done: [null] },
			] as unknown[]
		).map((fields): [string, () => unknown] => [
			JSON.stringify(fields),
			() => asText({ ...good(), ...(fields as object) }),
		]),
	])(
		'%s: it is told in the log with advice, nothing is asked, and n8n goes on by itself',
		async (_, parked) => {
			const log: string[] = [];
			const called = await callWebhook({
				log,
				sandbox,
				type,
				node: {},
				webhook: 'setup',
				path: `/${execution}/node`,
				query: { batch: '0' },
				state: { parked: parked() as string },
			});
			expect(called).toMatchObject({ status: 200, outputs: undefined });
			expect(log.join()).toContain('Enrichment Batch > Wait for Completion reads at no charge');
			expect(sandbox.requests.all).toHaveLength(0);
		},
	);
});

it('is followed up until the limit of the wait, and no longer', async () => {
	sandbox.set({ batchMinimumSeconds: 3600 });
	const before = sandbox.clock.now();
	const called = await callback(waitingFor([await submit(1)], 120), 0);
	expect(called).toMatchObject({ status: 200, outputs: undefined });
	expect(sandbox.clock.now() - before).toBeLessThanOrEqual(120_000);
});

it('of one of several batches is answered 200 while the others are at work; what is complete is read once', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const first = await submit(1);
	sandbox.set({ batchMinimumSeconds: 3600 });
	const ids = [first, await submit(2)];
	const early = await callback(waitingFor(ids), 0);
	expect(early).toMatchObject({ status: 200, outputs: undefined });
	expect(polls()).toBe(1);
	await sandbox.clock.advance(3600_000);
	const last = await callback(waitingFor(ids), 1);
	expect(outcomes(last)).toEqual(['enriched', 'enriched']);
	expect(polls()).toBe(3);
	expect(await callback(waitingFor(ids), 1)).toMatchObject({ status: 200, outputs: undefined });
	expect(polls()).toBe(3);
});

it('reads a batch that is complete once, although its callback was for another', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const complete = [await submit(1), await submit(2)];
	sandbox.set({ batchMinimumSeconds: 3600 });
	const state = waitingFor([...complete, await submit(3)], 7200);
	await callback(state, 0);
	await callback(state, 1);
	await sandbox.clock.advance(3600_000);
	expect(outcomes(await callback(state, 2))).toEqual(['enriched', 'enriched', 'enriched']);
	const times = (id: string): number =>
		sandbox.requests.of('batchStatus').filter(({ path }) => path.includes(id)).length;
	expect(complete.map(times)).toEqual([1, 1]);
});

it('reads nothing again for a callback that comes just before n8n goes on by itself', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const complete = [await submit(1), await submit(2)];
	sandbox.set({ batchMinimumSeconds: 85 });
	const state = waitingFor([...complete, await submit(3)], 90);
	// Until one more look before the limit is not worth it.
	expect(await callback(state, 2)).toMatchObject({ outputs: undefined });
	const before = polls();
	await sandbox.clock.advance(5000);
	expect(outcomes(await callback(state, 0))).toEqual(['enriched', 'enriched', 'enriched']);
	expect(polls() - before).toBe(1);
});

it('resumes once when the callbacks of all batches come at the same time', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const ids = [await submit(1), await submit(2)];
	const both = await Promise.all([callback(waitingFor(ids), 0), callback(waitingFor(ids), 1)]);
	expect(both.map(({ status }) => status)).toEqual([200, 200]);
	expect(both.filter(({ outputs }) => outputs !== undefined)).toHaveLength(1);
	expect(polls()).toBe(2);
});

it('that comes again and again is followed up as one, and wakes nothing more than the service could', async () => {
	sandbox.set({ batchMinimumSeconds: 300 });
	const state = waitingFor([await submit(1)]);
	const all = await Promise.all(Array.from({ length: 20 }, async () => await callback(state, 0)));
	expect(all.map(({ status }) => status)).toEqual(Array(20).fill(200));
	expect(all.filter(({ outputs }) => outputs !== undefined)).toHaveLength(1);
	const times = sandbox.requests.of('batchStatus').map(({ time }) => time);
	// As one that is polled in the node, and once more for each of the two further attempts of the service.
	expect(times.length).toBeLessThanOrEqual(14);
	const pauses = times.slice(1).map((time, i) => time - times[i]);
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(9_900);
});

it('that comes again when the batch is complete resumes, although an earlier one is followed up', async () => {
	sandbox.set({ batchMinimumSeconds: 100 });
	const state = waitingFor([await submit(1)], 3600);
	const early = callback(state, 0);
	await sandbox.clock.advance(100_000);
	const late = await callback(state, 0);
	const ends = [await early, late];
	expect(ends.filter(({ outputs }) => outputs !== undefined)).toHaveLength(1);
});

it('is left to an earlier one that is looked into, in time for that one to know of it', async () => {
	sandbox.set({ batchMinimumSeconds: 100 });
	const ids = [await submit(1), await submit(2)];
	const resume = (batch: number): string => `/${execution}/node?signature=signed&batch=${batch}`;
	expect(leftToEarlier(resume(1))).toBe(false);
	const first = callback(waitingFor(ids), 0);
	while (!leftToEarlier(resume(1))) await new Promise((go) => void setImmediate(go));
	expect(leftToEarlier(resume(1).replace('signed', 'forged'))).toBe(false);
	expect(leftToEarlier(resume(1).replace(String(execution), String(execution + 1)))).toBe(false);
	// Without the second callback, the first would leave the second batch to its own.
	expect(outcomes(await first)).toEqual(['enriched', 'enriched']);
	expect(leftToEarlier(resume(1))).toBe(false);
});

it('resumes nothing once n8n has gone on by itself', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const state = waitingFor([await submit(1)], 60);
	await sandbox.clock.advance(60_000);
	expect(await callback(state, 0)).toMatchObject({ status: 200, outputs: undefined });
	expect(polls()).toBe(0);
});

it('of a batch that the execution does not know resumes it if all that it waits for is complete', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	expect(outcomes(await callback(waitingFor([await submit(1)]), 7))).toEqual(['enriched']);
});

it('of batches that the execution does not know is no more than one of a batch', async () => {
	sandbox.set({ batchMinimumSeconds: 3600 });
	const state = waitingFor([await submit(1)], 7200);
	for (let unknown = 1; unknown <= 10; unknown++) {
		expect(await callback(state, unknown)).toMatchObject({ status: 200, outputs: undefined });
		await sandbox.clock.advance(60_000);
	}
	expect(polls()).toBe(3);
	await sandbox.clock.advance(3600_000);
	expect(outcomes(await callback(state, 0))).toEqual(['enriched']);
});

it('is told from that of another batch by its number', async () => {
	sandbox.set({ batchMinimumSeconds: 3600 });
	const state = waitingFor([await submit(1), await submit(2)], 7200);
	const { batches } = state.parked as { batches: IDataObject[] };
	for (const [batch, number] of [5, 0].entries()) batches[batch].callback = number;
	await callback(state, 5);
	// Without the number, it would be followed up: it would stand for the batch that is asked for first.
	expect(polls()).toBe(1);
	await sandbox.clock.advance(3600_000);
	expect(outcomes(await callback(state, 0))).toEqual(['enriched', 'enriched']);
});

it('of one of many batches, at the same time as those of others, does not ask again for what is at work', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const complete = await Promise.all(Array.from({ length: 19 }, async (_, i) => await submit(i + 1)));
	sandbox.set({ batchMinimumSeconds: 3600 });
	const state = waitingFor([...complete, await submit(20)], 7200);
	const all = await Promise.all(complete.map(async (_, batch) => await callback(state, batch)));
	expect(all.map(({ status, outputs }) => [status, outputs])).toEqual(Array(19).fill([200, undefined]));
	// The one that follows the wait up may look once more.
	expect(polls()).toBeLessThanOrEqual(2);
	await sandbox.clock.advance(3600_000);
	expect(outcomes(await callback(state, 19))).toEqual(Array(20).fill('enriched'));
	expect(polls()).toBeLessThanOrEqual(22);
});

it.each([
	'Lead }} node',
	`a "quoted" \\ 'name' \`\${x}\``,
	'{{ $json }}',
	'linha\nnova',
	'É 🦜',
	'"].x}}{{1',
])('reaches a node of any name: %s', async (name) => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const called = await callback(waitingFor([await submit(1)]), 0, { name });
	expect(outcomes(called)).toEqual(['enriched']);
});

it('puts no part of a name into an expression', () => {
	const name = 'Lead }} node';
	const context = webhookContext(
		{ type, node: { name }, webhook: 'setup', state: kept(waitingFor(['a'])) },
		{},
		credentialFor(sandbox),
	);
	const evaluate = jest.spyOn(context, 'evaluateExpression');
	expect(parkedState(context as IWebhookFunctions)?.batches).toHaveLength(1);
	expect(evaluate.mock.calls.flat().join()).not.toMatch(/Lead|\}\} node/);
});
