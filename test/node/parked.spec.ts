import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { limits } from '../../contract/model/limits';
import { PersonCompanyData } from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import type { Sandbox } from '../../sandbox';
import { announceUndocumented } from '../support/document/watch';
import { callWebhook } from '../support/webhooks';
import { callbackUrls, outcomesIn, runPublished } from './support/parkedRun';
import { useSandbox } from './support/useSandbox';

/** From the submission of several batches to the callback for one of them, with n8n's own engine and over real HTTP. */

let sandbox: Sandbox;
const PERSONS = 10_100;
useSandbox({ persons: PERSONS, companies: 100, credits: { b2b: 50_000 } }, (started) => {
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
const refused = { kind: 'status', status: 400, body: { message: 'no' }, times: 2 } as const;
const polls = (): number => sandbox.requests.of('batchStatus').length;
const counted = (values: readonly unknown[] = []): Record<string, number> => {
	const counts: Record<string, number> = {};
	for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
	return counts;
};
const lastUrl = (): string => callbackUrls(sandbox).at(-1) ?? '';

describe('the callback for a batch resumes the execution', () => {
	it('although the service refused the batch before it', async () => {
		sandbox.set({ notStatedPrice: 'free' });
		sandbox.faults.add({ ...refused, endpoint: 'b2bPersonEnrichBatch' });
		const { isParked, callBack } = await runPublished(sandbox, mixedList());
		expect(isParked).toBe(true);
		await sandbox.clock.advance(60_000);
		expect(outcomesIn(await callBack(lastUrl()))).toEqual(['failed', 'enriched']);
	});

	it('although its status still says that it is at work', async () => {
		sandbox.set({ notStatedPrice: 'free', batchMinimumSeconds: 25 });
		sandbox.faults.add({ ...refused, endpoint: 'b2bPersonEnrichBatch' });
		const { callBack } = await runPublished(sandbox, mixedList());
		expect(outcomesIn(await callBack(lastUrl()))).toEqual(['failed', 'enriched']);
	});

	it('of the last of 10,001 rows, although the batch of the others was refused', async () => {
		// Sent one by one: the first batch, the second, and the first again without the address.
		sandbox.faults.add({ ...refused, times: 1, endpoint: 'b2bPersonEnrichBatch' });
		sandbox.faults.add({ ...refused, times: 1, skip: 1, endpoint: 'b2bPersonEnrichBatch' });
		const { isParked, callBack } = await runPublished(sandbox, {
			...persons(limits.contactsPerBatch + 1),
			credential: { maxConcurrentRequests: 1 },
		});
		expect(isParked).toBe(true);
		await sandbox.clock.advance(60_000);
		const called = await callBack(lastUrl());
		expect(counted(outcomesIn(called))).toEqual({ failed: limits.contactsPerBatch, enriched: 1 });
	});

	it('of the last of 10,001 rows, although no answer came for the batch of the others', async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'b2bPersonEnrichBatch' });
		const { isParked, callBack } = await runPublished(sandbox, persons(limits.contactsPerBatch + 1));
		expect(isParked).toBe(true);
		await sandbox.clock.advance(60_000);
		const urls = callbackUrls(sandbox);
		expect(urls).toHaveLength(2);
		const called = await Promise.all(urls.map(callBack));
		expect(called.map(({ status }) => status)).toEqual([200, 200]);
		const resumed = called.filter(({ outputs }) => outputs !== undefined);
		expect(resumed).toHaveLength(1);
		expect(counted(outcomesIn(resumed[0]))).toEqual({ uncertain: limits.contactsPerBatch, enriched: 1 });
	});

	it('of each of several rows with body fields of their own, at an address of its own', async () => {
		announceUndocumented('*', 'body note');
		sandbox.set({ batchMinimumSeconds: 3600 });
		const advanced = { additionalBodyFields: '={{ { note: $json.row } }}' };
		const { isParked, callBack } = await runPublished(sandbox, {
			...persons(4),
			parameters: { waitLimit: 120, options: { advanced } },
		});
		expect(isParked).toBe(true);
		const urls = callbackUrls(sandbox);
		expect(new Set(urls).size).toBe(4);
		await sandbox.clock.advance(3600_000);
		const called = await Promise.all(urls.map(callBack));
		const resumed = called.filter(({ outputs }) => outputs !== undefined);
		expect(resumed.map(outcomesIn)).toEqual([Array(4).fill('enriched')]);
		expect(polls()).toBe(4);
	});
});

describe('a batch whose callbacks may have come before the execution waits', () => {
	/** Of five batches the first is accepted; to be refused, the others take a request each, and one more without the address. */
	const firstOfFive = async (maxRequestsPerMinute: number) => {
		sandbox.faults.add({ ...refused, times: 'always', skip: 1, endpoint: 'b2bPersonEnrich' });
		const wanted = { ...persons(5), operation: 'enrichPersons', credential: { maxRequestsPerMinute } };
		return await runPublished(sandbox, wanted);
	};
	const ends = ['enriched', ...Array<string>(4).fill('failed')];

	it('is asked for, as the service does not call any more', async () => {
		const { isParked, items } = await firstOfFive(1);
		expect(isParked).toBe(false);
		expect(items.map(({ json }) => json.outcome)).toEqual(ends);
		expect(polls()).toBe(1);
	});

	it('is waited for while a call of the service is still to come', async () => {
		const { isParked, callBack } = await firstOfFive(6);
		expect(isParked).toBe(true);
		expect(outcomesIn(await callBack(callbackUrls(sandbox)[0]))).toEqual(ends);
	});
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
			query: { resume: '/webhook-waiting/12/node?signature=signed&batch=3' },
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
		expect(await calledEarly(1000)).toMatchObject({ status: 409 });
		expect(sandbox.clock.now() - before).toBeLessThanOrEqual(20_000);
	});
});

describe('a node that n8n tries again', () => {
	const tried = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

	it.each(['', 'no', null, 0])(
		'waits in its first try, with rows whose column `error` is %j',
		async (error) => {
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
			expect(waiting.map(({ json }) => [json.outcome, json.error])).toEqual(
				Array(2).fill(['waiting', error]),
			);
		},
	);

	it('waits in its first try, although the batch of its first row was refused', async () => {
		sandbox.set({ notStatedPrice: 'free' });
		sandbox.faults.add({ ...refused, endpoint: 'b2bPersonEnrichBatch' });
		const { isParked, waiting, callBack } = await runPublished(sandbox, {
			...mixedList(),
			settings: { ...tried, onError: 'continueRegularOutput' },
		});
		expect(isParked).toBe(true);
		expect(polls()).toBe(0);
		expect(waiting.map(({ json }) => json.outcome)).toEqual(['failed', 'waiting']);
		await sandbox.clock.advance(60_000);
		expect(outcomesIn(await callBack(lastUrl()))).toEqual(['failed', 'enriched']);
	});
});
