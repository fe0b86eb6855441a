import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INode } from 'n8n-workflow';

import { asText, type SuspendedState } from '../../core/background/suspend';
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
	suspension: asText(suspension as unknown as SuspendedState),
});

/** Each test has an execution of its own. */
let execution = 0;
beforeEach(() => void execution++);

/** What is pushed may be of anybody: the status is read by the ID that the execution keeps. */
const body = { id_processamento: 'another', status: 'failed' };
const callback = async (state: IDataObject, node: Partial<INode> = {}, log: string[] = []): Promise<Called> =>
	await callWebhook({ log, sandbox, type, node, webhook: 'setup', path: `/${execution}/node`, state, body });

const polls = (): number => sandbox.requests.of('batchStatus').length;
const outcomes = ({ outputs }: Called): unknown => outputs?.[0].map(({ json }) => json.outcome);

it('is answered before anything is read', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const id = await submit();
	const before = sandbox.clock.now();
	sandbox.faults.add({ kind: 'status', status: 503, endpoint: 'batchStatus', times: 3 });
	const called = await callback(kept(waitingFor(id)));
	expect(called).toMatchObject({ status: 200, answeredAt: before });
	// What could not be read at first is read again, as the service does not call a second time.
	expect(outcomes(called)).toEqual(['enriched']);
	expect(sandbox.clock.now()).toBeGreaterThan(before);
});

it('of a batch whose status still says that it is at work is followed up', async () => {
	sandbox.set({ batchMinimumSeconds: 25 });
	const called = await callback(kept(waitingFor(await submit())));
	expect(called.status).toBe(200);
	expect(outcomes(called)).toEqual(['enriched']);
});

it.each([
	['cut', () => String(kept(waitingFor('a')).suspension).slice(0, -9)],
	['of another version', () => asText({ version: 2 } as never)],
])(
	'of a wait whose state is %s says so in the log, asks nothing, and n8n goes on by itself',
	async (_, suspension) => {
		const log: string[] = [];
		const called = await callback({ suspension: suspension() }, {}, log);
		expect(called).toMatchObject({ status: 200, outputs: undefined });
		expect(log.join()).toContain("'Enrichment Batch > Wait for Completion' reads, free.");
		expect(sandbox.requests.all).toHaveLength(0);
	},
);

it('is followed up until the limit of the wait, and no longer', async () => {
	sandbox.set({ batchMinimumSeconds: 3600 });
	const id = await submit();
	const before = sandbox.clock.now();
	const called = await callback(kept(waitingFor(id, 120)));
	expect(called).toMatchObject({ status: 200, outputs: undefined });
	expect(sandbox.clock.now() - before).toBeLessThanOrEqual(120_000);
});

it('that comes again and again is followed up once', async () => {
	sandbox.set({ batchMinimumSeconds: 300 });
	const state = kept(waitingFor(await submit()));
	const all = await Promise.all(Array.from({ length: 20 }, async () => await callback(state)));
	expect(all.map(({ status }) => status)).toEqual(Array(20).fill(200));
	expect(all.filter(({ outputs }) => outputs !== undefined)).toHaveLength(1);
	const times = sandbox.requests.of('batchStatus').map(({ time }) => time);
	expect(times.length).toBeLessThanOrEqual(12);
	const pauses = times.slice(1).map((time, i) => time - times[i]);
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(9_900);
});

it('resumes nothing when it comes after one that has resumed', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const state = kept(waitingFor(await submit()));
	expect(outcomes(await callback(state))).toEqual(['enriched']);
	expect(await callback(state)).toMatchObject({ status: 200, outputs: undefined });
	expect(polls()).toBe(1);
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
	expect(await calledEarly(1000)).toMatchObject({ status: 409 });
	expect(sandbox.clock.now() - before).toBeLessThanOrEqual(20_000);
});
