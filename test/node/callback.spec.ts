import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INode } from 'n8n-workflow';

import { encoded, type SuspendedState } from '../../core/background/suspend';
import { PersonCompanyData } from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import { announceUndocumented } from '../support/document/watch';
import { callWebhook, type Called } from '../support/webhooks';
import { callbackUrls, runPublished } from './support/parkedRun';
import { useNode } from './support/useNode';

/** From the submission of a batch to its callback, with n8n's own engine and webhook context, over real HTTP. */

const { sandbox, run } = useNode({ persons: 100, companies: 100 });

const type = new PersonCompanyData();

/** Submits a batch of one person. */
async function submit(): Promise<string> {
	const parameters = { id_pessoa: sandbox.persons.id(0), afterSubmission: 'return' };
	const options = { ifSentBefore: 'send' };
	const { items } = await run('b2bPerson.enrichPersonBatch', { ...parameters, options });
	return String(items[0].json.batchId);
}

/** An execution that waits for this batch, of one item. */
const waitingFor = (id: string, limitSeconds = 600): IDataObject => ({
	suspension: {
		version: 1,
		id,
		contacts: [{ name: 'id_pessoa', value: String(sandbox.persons.id(0)), item: 0 }],
		limitSeconds,
		until: sandbox.clock.now() + limitSeconds * 1000,
		done: [],
	},
});

/** As it is kept with the execution. */
const kept = ({ suspension }: IDataObject): IDataObject => ({
	suspension: encoded(suspension as unknown as SuspendedState),
});

/** What is pushed may be of anybody: the status is read by the ID that the execution keeps. */
const body = { id_processamento: 'another', status: 'failed' };
const callback = async (state: IDataObject, node: Partial<INode> = {}, log: string[] = []): Promise<Called> =>
	await callWebhook({ log, sandbox, type, node, webhook: 'setup', state, body });

const polls = (): number => sandbox.requests.of('batchStatus').length;
const outcomes = ({ outputs }: Called): unknown => outputs?.[0].map(({ json }) => json.outcome);

it('wakes the execution: what its batch holds is read from the service, again where that fails', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	sandbox.faults.add({ kind: 'status', status: 503, endpoint: 'batchStatus', times: 3 });
	const called = await callback(kept(waitingFor(await submit())));
	expect(called.status).toBe(200);
	expect(outcomes(called)).toEqual(['enriched']);
});

const limit = { error: { code: 'limit', description: 'Too many requests.' } };
it.each<[string, () => void]>([
	['the batch is still at work', () => sandbox.set({ batchMinimumSeconds: 25 })],
	[
		'the account is blocked',
		() => sandbox.faults.add({ kind: 'status', status: 429, body: limit, endpoint: 'batchStatus' }),
	],
])('is to come again while %s, and the execution waits on', async (_, trouble) => {
	sandbox.set({ batchMinimumSeconds: 0 });
	trouble();
	const state = kept(waitingFor(await submit()));
	expect(await callback(state)).toMatchObject({ status: 503, outputs: undefined });
	expect(polls()).toBe(1);
	// The service calls three times, a minute apart.
	await sandbox.clock.advance(120_000);
	expect(outcomes(await callback(state))).toEqual(['enriched']);
});

it('of a wait whose state is of another version says so in the log, asks nothing, and n8n goes on by itself', async () => {
	const log: string[] = [];
	const called = await callback({ suspension: encoded({ version: 2 } as never) }, {}, log);
	expect(called).toMatchObject({ status: 200, outputs: undefined });
	expect(log.join()).toContain("'Enrichment Batch > Wait for Completion' reads for free.");
	expect(sandbox.requests.all).toHaveLength(0);
});

it('resumes nothing once n8n has gone on by itself', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const state = kept(waitingFor(await submit(), 60));
	await sandbox.clock.advance(60_000);
	expect(await callback(state)).toMatchObject({ status: 200, outputs: undefined });
	expect(polls()).toBe(0);
});

it.each([`a "quoted" \\ 'name' \`\${x}\``, '"].x}}{{1'])('reaches a node of any name: %s', async (name) => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const called = await callback(kept(waitingFor(await submit())), { name });
	expect(outcomes(called)).toEqual(['enriched']);
});

describe('a published workflow', () => {
	const persons = (count: number, more: IDataObject = {}) => ({
		resource: 'b2bPerson',
		operation: 'enrichPersonBatch',
		items: Array.from({ length: count }, (_, row) => ({ id_pessoa: sandbox.persons.id(row), row, ...more })),
	});
	/** A person and a company, which are two batches. */
	const mixedList = () => ({
		resource: 'list',
		operation: 'enrichList',
		items: [sandbox.persons.email(0), sandbox.companies.cnpj(1)].map((contact) => ({ contact })),
	});

	it('waits for one callback at most, which resumes it although the status still says that the batch is at work', async () => {
		announceUndocumented('*', 'body note');
		sandbox.set({ batchMinimumSeconds: 25 });
		const options = { advanced: { additionalBodyFields: '={{ { note: $json.row } }}' } };
		const { isParked, callBack } = await runPublished(sandbox, { ...persons(3), parameters: { options } });
		expect(isParked).toBe(true);
		const [url, ...others] = callbackUrls(sandbox);
		expect(others).toEqual([]);
		expect(outcomes(await callBack(url))).toEqual(Array(3).fill('enriched'));
	});

	it.each([
		['of a mixed list', () => mixedList()],
		['of rows that are enriched one by one', () => ({ ...persons(2), operation: 'enrichPersons' })],
	])('polls more than one batch, %s', async (_, wanted) => {
		sandbox.set({ notStatedPrice: 'free', batchMinimumSeconds: 25 });
		const { isParked, items } = await runPublished(sandbox, wanted());
		expect(isParked).toBe(false);
		expect(items.map(({ json }) => json.outcome)).toEqual(['enriched', 'enriched']);
		expect(callbackUrls(sandbox)).toEqual([]);
	});

	it.each(['', 'no'])(
		'waits in the first of its tries, with rows whose column `error` is %j',
		async (error) => {
			const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const parked = await runPublished(sandbox, { ...persons(2, { error }), settings });
			expect([parked.isParked, polls()]).toEqual([true, 0]);
			expect(sandbox.requests.of('b2bPersonEnrichBatch')).toHaveLength(1);
			// What n8n shows meanwhile names the batch, and what goes on at the limit is the whole row.
			expect(parked.items.map(({ json }) => json.outcome)).toEqual(['waiting', 'waiting']);
			const rows = parked.waiting.map(({ json }) => [json.outcome, json.error]);
			expect(rows).toEqual(Array(2).fill(['waiting', error]));
		},
	);
});

/** n8n, where the execution goes on running for so many calls. */
async function calledEarly(callsWhileRunning: number) {
	let calls = 0;
	const n8n = createServer((_, response) => {
		const isRunning = calls++ < callsWhileRunning;
		response.writeHead(isRunning ? 409 : 200).end(isRunning ? 'The execution is running already.' : '');
	}).listen(0, '127.0.0.1');
	await once(n8n, 'listening');
	const called = await callWebhook({
		...{ sandbox, type, node: { webhookId: 'hook' }, webhook: 'default' },
		query: { resume: '/webhook-waiting/12/node?signature=signed' },
		publicUrl: `http://127.0.0.1:${(n8n.address() as AddressInfo).port}`,
	});
	n8n.close();
	return { ...called, calls };
}

it('that comes before the submission was answered is held until the execution waits, for 20 seconds', async () => {
	expect(await calledEarly(5)).toMatchObject({ status: 200, body: { reason: 'received' }, calls: 6 });
	const before = sandbox.clock.now();
	expect(await calledEarly(1000)).toMatchObject({ status: 503 });
	expect(sandbox.clock.now() - before).toBeLessThanOrEqual(20_000);
});
