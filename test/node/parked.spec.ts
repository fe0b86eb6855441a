import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { PersonCompanyData } from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import type { Sandbox } from '../../sandbox';
import { announceUndocumented } from '../support/document/watch';
import { callWebhook } from '../support/webhooks';
import { callbackUrls, outcomesIn, runPublished } from './support/parkedRun';
import { useSandbox } from './support/useSandbox';

/** From the submission of a batch to its callback, with n8n's own engine and over real HTTP. */

let sandbox: Sandbox;
useSandbox({ persons: 100, companies: 100 }, (started) => {
	sandbox = started;
});

const persons = (count: number) => ({
	resource: 'b2bPerson',
	operation: 'enrichPersonBatch',
	items: Array.from({ length: count }, (_, i) => ({ id_pessoa: sandbox.persons.id(i), row: i })),
});
/** A person and a company, which are two batches. */
const mixedList = () => ({
	resource: 'list',
	operation: 'enrichList',
	items: [sandbox.persons.email(0), sandbox.companies.cnpj(1)].map((contact) => ({ contact })),
});
const polls = (): number => sandbox.requests.of('batchStatus').length;
const lastUrl = (): string => callbackUrls(sandbox).at(-1) ?? '';

it('the callback resumes the execution, once the status says that the batch is complete', async () => {
	sandbox.set({ batchMinimumSeconds: 25 });
	const { isParked, callBack } = await runPublished(sandbox, persons(2));
	expect(isParked).toBe(true);
	expect(polls()).toBe(0);
	expect(outcomesIn(await callBack(lastUrl()))).toBeUndefined();
	await sandbox.clock.advance(60_000);
	expect(outcomesIn(await callBack(lastUrl()))).toEqual(['enriched', 'enriched']);
});

it.each([
	['of a mixed list', () => mixedList()],
	['of rows that are enriched one by one', () => ({ ...persons(2), operation: 'enrichPersons' })],
])('more than one batch, %s, is polled', async (_, wanted) => {
	sandbox.set({ notStatedPrice: 'free', batchMinimumSeconds: 25 });
	const { isParked, items } = await runPublished(sandbox, wanted());
	expect(isParked).toBe(false);
	expect(items.map(({ json }) => json.outcome)).toEqual(['enriched', 'enriched']);
	expect(callbackUrls(sandbox)).toEqual([]);
});

it('rows with body fields of their own wait for one callback at most', async () => {
	announceUndocumented('*', 'body note');
	sandbox.set({ batchMinimumSeconds: 25 });
	const advanced = { additionalBodyFields: '={{ { note: $json.row } }}' };
	const { isParked, callBack } = await runPublished(sandbox, {
		...persons(3),
		parameters: { options: { advanced } },
	});
	expect(isParked).toBe(true);
	expect(callbackUrls(sandbox)).toHaveLength(1);
	expect(outcomesIn(await callBack(lastUrl()))).toEqual(Array(3).fill('enriched'));
});

describe('a callback that comes before the submission was answered', () => {
	/** n8n, where the execution goes on running for so many calls; ends with the test. */
	const calledEarly = async (callsWhileRunning: number) => {
		let calls = 0;
		const n8n = createServer((_, response) => {
			const isRunning = calls++ < callsWhileRunning;
			response.writeHead(isRunning ? 409 : 200).end(isRunning ? 'The execution is running already.' : '');
		}).listen(0, '127.0.0.1');
		await once(n8n, 'listening');
		const called = await callWebhook({
			sandbox,
			type: new PersonCompanyData(),
			node: { webhookId: 'hook' },
			webhook: 'default',
			query: { resume: '/webhook-waiting/12/node?signature=signed' },
			publicUrl: `http://127.0.0.1:${(n8n.address() as AddressInfo).port}`,
		});
		n8n.close();
		return { ...called, calls };
	};

	it('is held until the execution waits', async () => {
		expect(await calledEarly(5)).toMatchObject({ status: 200, body: { reason: 'received' }, calls: 6 });
	});

	it('is refused after 20 seconds, so that the service calls again', async () => {
		const before = sandbox.clock.now();
		expect(await calledEarly(1000)).toMatchObject({ status: 503 });
		expect(sandbox.clock.now() - before).toBeLessThanOrEqual(20_000);
	});
});

describe('a node that n8n tries again', () => {
	const tried = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

	it.each(['', 'no'])('waits in its first try, with rows whose column `error` is %j', async (error) => {
		const { items: rows, ...batch } = persons(2);
		const { isParked, items, waiting } = await runPublished(sandbox, {
			...batch,
			items: rows.map((row) => ({ ...row, error })),
			settings: tried,
		});
		expect(isParked).toBe(true);
		expect(polls()).toBe(0);
		expect(sandbox.requests.of('b2bPersonEnrichBatch')).toHaveLength(1);
		// What n8n shows meanwhile names the batch, and what goes on at the limit is the whole row.
		expect(items.map(({ json }) => json.outcome)).toEqual(['waiting', 'waiting']);
		expect(waiting.map(({ json }) => [json.outcome, json.error])).toEqual(Array(2).fill(['waiting', error]));
	});
});
