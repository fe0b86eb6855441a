import type { IDataObject, INode } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { mayCost } from '../../nodes/PersonCompanyData/run/describe';
import { ALL } from '../support/allOperations';
import { credentialFor, runNode, type NodeResult } from '../support/harness';
import { placed } from '../support/placed';
import { filtersOf, inputOf } from './support/goodInput';
import { useSandbox } from './support/useSandbox';

/** What a run may cost, what it has cost, and what it does not do twice. */

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 300, credits: { b2c: 7777 } }, (started) => {
	sandbox = started;
});

const run = async (
	[resource, operation]: readonly [string, string],
	parameters: IDataObject,
	items: readonly IDataObject[] = [{}],
	settings: Partial<INode> = {},
): Promise<NodeResult> =>
	await runNode({ credential: credentialFor(sandbox), resource, operation, parameters, items, settings });

const PERSON = ['person', 'getPerson'] as const;
const PERSON_SEARCH = ['person', 'searchPersons'] as const;
const BATCH = ['b2bPerson', 'enrichPersonBatch'] as const;
const LEADS = ['b2bPerson', 'searchB2bPersons'] as const;

const cpfs = (count: number, from = 0): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({ cpf: sandbox.persons.cpf(from + i) }));
const ids = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({ id_pessoa: sandbox.persons.id(i) }));
const messages = ({ hints }: NodeResult): string[] => hints.map(({ message }) => message);

describe('Preview Cost', () => {
	const options = { previewCost: true };

	it('counts what a run would cost, without charging anything', async () => {
		const items = [...cpfs(3), ...cpfs(2), { cpf: '1' }];
		const { items: got, error } = await run(PERSON, options, items);
		expect(error).toBeUndefined();
		expect(got).toHaveLength(1);
		expect(got[0].json).toMatchObject({
			preview: true,
			items: 6,
			distinctItems: 3,
			invalidItems: [{ row: 6, error: 'CPF is not valid.' }],
			creditsAtMost: 3,
			requestsAtLeast: 3,
			requestsAtMost: 12,
		});
		expect(JSON.stringify(got[0].json.balance)).toContain('7777');
		expect(got[0].pairedItem).toHaveLength(6);
		expect(sandbox.ledger.charged()).toBe(0);
		expect(sandbox.requests.all.map(({ endpoint }) => endpoint)).toEqual(['balance']);
	});

	it.each([
		['a registry', PERSON, [{ cpf: '1' }, { cpf: '2' }]],
		['an empty field', PERSON, [{}, { x: 1 }]],
		['a batch', BATCH, [{ id_pessoa: 'x' }, {}]],
		['a list', ['list', 'enrichList'] as const, [{ contact: 'x' }, { contact: '1'.repeat(20) }]],
	])('tells that nothing would be sent if no row is valid: %s', async (_what, operation, items) => {
		const got = await run(operation, options, items);
		expect(got.error).toBeUndefined();
		const [{ json }, ...plans] = got.items;
		expect(json).toMatchObject({
			preview: true,
			items: 2,
			distinctItems: 0,
			creditsAtMost: 0,
			creditsByWallet: {},
			requestsAtLeast: 0,
			requestsAtMost: 0,
		});
		expect(json.invalidItems).toHaveLength(2);
		expect(plans).toHaveLength(operation[0] === 'list' ? 2 : 0);
		expect(messages(got)[0]).toBe(
			'This run would cost at most 0 credits and 0 requests. 2 of 2 rows are not valid.',
		);
		expect(sandbox.requests.all.map(({ endpoint }) => endpoint)).toEqual(['balance']);
	});

	it.each(ALL.filter(([, , , operation]) => mayCost(operation)))(
		'is an item also where no row is valid: %s',
		async (_name, resource, key, operation) => {
			const { parameters, good } = await inputOf(sandbox, operation);
			const wrong = { ...options, options: { advanced: { requestTimeout: 'x' } } };
			const given = { ...filtersOf(operation), ...parameters, ...wrong };
			const { items, error } = await run([resource, key], given, [good]);
			expect(error).toBeUndefined();
			expect(items[0].json).toMatchObject({ preview: true, items: 1, creditsAtMost: 0 });
			expect(items[0].json.invalidItems).toHaveLength(1);
		},
	);

	it('tells the cost also when the balance cannot be read, and fails when the run could get no further', async () => {
		const given = options;
		sandbox.faults.add({ kind: 'status', status: 500, endpoint: 'balance', times: 'always' });
		const { items, error } = await run(PERSON, given, cpfs(2));
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ creditsAtMost: 2, requestsAtMost: 8, balance: null });
		expect(items[0].json.whyBalanceUnknown).toMatch(/500/);
		const limited = await run(PERSON, placed({ ...given, minimumBalance: 10 }), cpfs(2));
		expect(limited.items[0].json).toMatchObject({ creditsAtMost: 0, itemsNotSent: 2 });
		expect(limited.items[0].json.whyNotSent).toContain('The balance could not be read');
		sandbox.faults.clear();
		sandbox.faults.add({ kind: 'status', status: 401, endpoint: 'balance', times: 'always' });
		expect((await run(PERSON, given, cpfs(2))).error?.message).toContain('API key');
	});

	it('tells the cost also for an account that may not read its balance, which the run does without', async () => {
		sandbox.faults.add({ kind: 'status', status: 403, endpoint: 'balance', times: 'always' });
		const { items, error } = await run(PERSON, options, cpfs(2));
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ creditsAtMost: 2, balance: null });
		expect(items[0].json.whyBalanceUnknown).toContain('not enabled for the account');
		expect((await run(PERSON, {}, cpfs(2))).error).toBeUndefined();
	});

	it('shows the credits first, and tells them in the hint', async () => {
		const got = await run(PERSON, options, cpfs(2));
		expect(Object.keys(got.items[0].json).slice(0, 2)).toEqual(['preview', 'creditsAtMost']);
		expect(messages(got)[0]).toBe('This run would cost at most 2 credits and 8 requests.');
		const one = await run(PERSON, { ...options, options: { advanced: { maxRequests: 1 } } }, [
			...cpfs(1),
			{ cpf: '1' },
		]);
		expect(messages(one)[0]).toBe(
			'This run would cost at most 1 credit and 1 request. 1 of 2 rows is not valid.',
		);
		const left = await run(PERSON, placed({ ...options, maxCredits: 1 }), cpfs(2));
		expect(messages(left)[0]).toMatch(
			/^This run would cost at most 0 credits and 0 requests\. Not sent: this run would cost up to 2 credits, but Maximum Credits is 1\./,
		);
	});

	it('tells in the hint why credits or requests are not known', async () => {
		const search = await run(LEADS, {
			filtros_pessoa: { estados: ['SP'] },
			returnAll: true,
			...options,
		});
		expect(messages(search)[0]).toMatch(
			/^This run would cost at most \d+ credits? and an unknown number of requests\. The number of pages is not known\.$/,
		);
	});

	it('counts the contacts of a batch once each, and its submissions', async () => {
		const { items } = await run(BATCH, options, [...ids(5), ...ids(5)]);
		expect(items[0].json).toMatchObject({
			items: 10,
			distinctItems: 5,
			creditsAtMost: 5,
			requestsAtLeast: 2,
			// Four attempts, the balance, and a poll every ten seconds for half an hour.
			requestsAtMost: 4 + 1 + 180,
		});
	});

	it('counts what is sent without waiting, and no more than Maximum Requests', async () => {
		const parameters = { afterSubmission: 'return' };
		const once = await run(BATCH, { ...parameters, ...options }, ids(5));
		expect(once.items[0].json).toMatchObject({ requestsAtLeast: 1, requestsAtMost: 5 });
		const limited = await run(
			BATCH,
			{ ...parameters, ...options, options: { advanced: { maxRequests: 3 } } },
			ids(5),
		);
		expect(limited.items[0].json).toMatchObject({ requestsAtLeast: 1, requestsAtMost: 3 });
		const large = await run(BATCH, { ...parameters, ...options }, ids(100));
		expect(large.items[0].json).toMatchObject({ requestsAtLeast: 2, requestsAtMost: 6 });
	});

	it('counts only what Maximum Credits lets through', async () => {
		const above = { ...options, maxCredits: 2 };
		const none = await run(PERSON, placed(above), cpfs(3));
		expect(none.items[0].json).toMatchObject({
			distinctItems: 3,
			itemsNotSent: 3,
			whyNotSent:
				'Not sent: this run would cost up to 3 credits, but Maximum Credits is 2. Raise Maximum Credits, or set Options > If Above Maximum Credits to Send What Fits.',
			creditsAtMost: 0,
			creditsByWallet: {},
			requestsAtLeast: 0,
			requestsAtMost: 0,
		});
		const some = await run(PERSON, placed({ ...above, ifAboveMaxCredits: 'fitting' }), cpfs(3));
		expect(some.items[0].json).toMatchObject({
			itemsNotSent: 1,
			whyNotSent:
				'Not sent: this run would cost up to 3 credits, but Maximum Credits is 2. To send these rows too, raise Maximum Credits.',
			creditsAtMost: 2,
			creditsByWallet: { b2c: 2 },
			requestsAtLeast: 2,
			requestsAtMost: 8,
		});
	});

	it('says why the most requests are not known', async () => {
		const filters = { filtros_pessoa: { estados: ['SP'] }, returnAll: true };
		const { items } = await run(LEADS, { ...filters, ...options });
		expect(items[0].json).toMatchObject({
			requestsAtLeast: 1,
			requestsAtMost: null,
			requestsNote: 'The number of pages is not known.',
		});
	});

	it('says why the credits of a file are not known', async () => {
		const [resource, operation] = ['layoutEnrichment', 'createLayoutEnrichment'];
		const layout = { layout_id: { __rl: true, mode: 'value', value: 2 } };
		const file = { data: Buffer.from('cpf\n1\n').toString('base64'), mimeType: 'text/csv' };
		const { items, hints } = await runNode({
			credential: credentialFor(sandbox),
			resource,
			operation,
			parameters: { jobName: 'Emails', source: 'file', ...layout, ...options },
			binary: { data: file },
		});
		expect(hints[0].message).toMatch(
			/^This run would cost an unknown number of credits and at most \d+ requests\. The rows of a file are not counted before it is sent\. 1 B2C credit per record, refunded when the record fails\.$/,
		);
		expect(items[0].json).toMatchObject({
			creditsAtMost: null,
			whyCreditsUnknown:
				'The rows of a file are not counted before it is sent. 1 B2C credit per record, refunded when the record fails.',
		});
		const rows = { jobName: 'Emails', source: 'items', ...layout, ...options };
		const counted = await run([resource, operation], rows, cpfs(2));
		expect(counted.items[0].json.creditsAtMost).toBe(2);
		expect(counted.items[0].json).not.toHaveProperty('whyCreditsUnknown');
	});

	it('says what an earlier enrichment means for the cost, also in the hint', async () => {
		const preview = async (operation: readonly [string, string], more: IDataObject = {}) => {
			const got = await run(operation, placed({ ...options, ...more }), ids(1));
			const { json } = got.items[0];
			// The field stands far to the right in the table.
			expect(messages(got)[0]).toContain(json.note);
			return json;
		};
		expect((await preview(BATCH)).note).toBe(
			'A contact that an earlier execution enriched is paid for again, unless Options > Skip Records Enriched Before is set.',
		);
		expect((await preview(['b2bPerson', 'enrichPersonNow'])).note).toContain(
			'enriched more than 24 hours ago is',
		);
		const skipping = await preview(BATCH, { skipEnriched: true });
		expect(skipping.note).toContain('the run skips them');
		expect(skipping.requestsAtLeast).toBe(0);
		expect(await run(PERSON, options, cpfs(1)).then(({ items }) => items[0].json)).not.toHaveProperty('note');
		expect(sandbox.ledger.charged()).toBe(0);
	});

	it('knows that a search is charged once at most, also one that goes on', async () => {
		const filters = { filtros_pessoa: { estados: ['SP'] } };
		const fresh = await run(LEADS, { ...filters, ...options });
		expect(fresh.items[0].json.creditsAtMost).toBe(1);
		const continueFrom = { values: { chave_cache: 'k', total_cacheado: 100, offset: 50 } };
		const going = await run(LEADS, { ...filters, ...options, options: { continueFrom } });
		// Should the key have expired, the service takes the call for a new search.
		expect(going.items[0].json.creditsAtMost).toBe(1);
	});
});

describe('Maximum Credits', () => {
	it('sends nothing when the run would cost more', async () => {
		const { error } = await run(PERSON, { options: { maxCredits: 2 } }, cpfs(3));
		expect(error?.message).toBe(
			'Not sent: this run would cost up to 3 credits, but Maximum Credits is 2. Raise Maximum Credits, or set Options > If Above Maximum Credits to Send What Fits. Nothing was charged for this item.',
		);
		expect(sandbox.requests.all).toHaveLength(0);
	});

	it('sends everything when equal items keep it within', async () => {
		const { items } = await run(PERSON, { options: { maxCredits: 2 } }, [...cpfs(2), ...cpfs(2)]);
		expect(items.every(({ json }) => json.outcome === 'found')).toBe(true);
		expect(sandbox.ledger.charged()).toBe(2);
	});

	it.each([PERSON, BATCH])('sends what fits, in order, and says so of the rest: %s', async (...operation) => {
		const items = operation[0] === 'person' ? cpfs(5) : ids(5);
		const { items: got } = await run(
			operation as unknown as typeof PERSON,
			{ options: { maxCredits: 3, ifAboveMaxCredits: 'fitting' } },
			items,
		);
		expect(got).toHaveLength(5);
		expect(got.slice(0, 3).every(({ json }) => json.error === undefined)).toBe(true);
		expect(got.slice(3).map(({ json }) => json.error)).toEqual(
			Array(2).fill(expect.stringMatching(/^Not sent: this run would cost up to 5 credits/)),
		);
		expect(sandbox.ledger.charged()).toBe(3);
	});
});

describe('Maximum Requests', () => {
	it('ends the run when they are used up; what was obtained comes out', async () => {
		const { items } = await run(PERSON, { options: { advanced: { maxRequests: 2 } } }, cpfs(4));
		expect(sandbox.requests.all).toHaveLength(2);
		expect(items.filter(({ json }) => json.outcome === 'found')).toHaveLength(2);
		expect(items.filter(({ json }) => json.error).map(({ json }) => json.error)).toEqual(
			Array(2).fill('Not sent, because the execution reached Maximum Requests'),
		);
	});

	it('leaves a paid batch to be taken up later', async () => {
		const { error } = await run(BATCH, { options: { advanced: { maxRequests: 1 } } }, ids(3));
		expect(error?.message).toMatch(/^While waiting for batch (\S+): .* the batch ID \1\.$/);
		expect(sandbox.ledger.charged()).toBe(3);
	});
});

describe('what was used', () => {
	it('is said after the run', async () => {
		expect(messages(await run(PERSON, {}, [...cpfs(2), ...cpfs(2), { cpf: '52998224725' }]))).toContain(
			'4 found, 1 not found. 3 requests sent, 2 saved because an equal one was already answered; at most 2 B2C credits charged.',
		);
	});

	it('counts one credit for a search of several pages', async () => {
		const result = await run(LEADS, { filtros_pessoa: { estados: ['SP'] }, limit: 120 });
		expect(messages(result)).toContain('120 found. 3 requests sent; at most 1 B2B credit charged.');
		expect(sandbox.ledger.charged('b2b')).toBe(1);
	});

	it('tells of an answer that was lost', async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'personSearch' });
		const searchBy = { name: '={{ $json.name }}' };
		const items = [{ name: sandbox.persons.name(1) }, { name: 'Nobody' }];
		const result = await run(
			PERSON_SEARCH,
			{ searchBy, options: { advanced: { maxConcurrentRequests: 1 } } },
			items,
		);
		expect(messages(result)).toContain(
			'1 not found, 1 without an answer (row 1). 2 requests sent; no credits charged. 1 call got no response and may have been charged in addition.',
		);
	});

	it('is a field of each item when wanted', async () => {
		const { items } = await run(PERSON, { options: { advanced: { includeUsage: true } } }, cpfs(2));
		expect(items.map(({ json }) => json.usage)).toEqual(
			Array(2).fill({
				requests: 2,
				requestsSaved: 0,
				creditsAtMost: 2,
				creditsRefunded: 0,
				uncertainCalls: 0,
			}),
		);
	});
});

describe('another try of the run', () => {
	const retry: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	it('asks again only for what was not answered', async () => {
		sandbox.faults.add({ kind: 'status', status: 400, endpoint: 'personSearch', skip: 2 });
		const searchBy = { name: '={{ $json.name }}' };
		const items = [0, 1, 2, 3].map((i) => ({ name: sandbox.persons.name(i) }));
		const { items: got, error } = await run(
			PERSON_SEARCH,
			{ searchBy, options: { ifSomeItemsFail: 'stop', advanced: { maxConcurrentRequests: 1 } } },
			items,
			retry,
		);
		expect(error).toBeUndefined();
		expect(new Set(got.map(({ pairedItem }) => JSON.stringify(pairedItem))).size).toBe(4);
		expect(sandbox.requests.all).toHaveLength(5);
		expect(sandbox.ledger.charged('b2c')).toBe(4);
	});

	it('tells what all tries have used, in the output pane and in each item', async () => {
		sandbox.faults.add({ kind: 'status', status: 400, endpoint: 'personSearch', skip: 2 });
		const searchBy = { name: '={{ $json.name }}' };
		const items = [0, 1, 2, 3].map((i) => ({ name: sandbox.persons.name(i) }));
		const result = await run(
			PERSON_SEARCH,
			{
				searchBy,
				options: { ifSomeItemsFail: 'stop', advanced: { maxConcurrentRequests: 1, includeUsage: true } },
			},
			items,
			retry,
		);
		expect(sandbox.ledger.charged('b2c')).toBe(4);
		expect(messages(result).at(-1)).toMatch(
			/1 request sent, 3 saved .*; at most 1 B2C credit charged\. With the earlier tries of this run: 5 requests sent; at most 4 credits charged\.$/,
		);
		expect(result.items[0].json.usage).toMatchObject({ requests: 5, creditsAtMost: 4 });
	});

	it('leaves out what the execution had used before the run was first tried', async () => {
		const before = await run(PERSON, {}, cpfs(2), retry);
		const result = await runNode({
			credential: credentialFor(sandbox),
			resource: 'person',
			operation: 'getPerson',
			parameters: { options: { advanced: { includeUsage: true } } },
			items: cpfs(1, 5),
			settings: retry,
			after: before,
		});
		expect(result.items[0].json.usage).toMatchObject({ requests: 1, creditsAtMost: 1 });
		expect(messages(result).join()).not.toContain('earlier tries');
	});

	it('keeps nothing once the run has succeeded', async () => {
		const { stored } = await run(PERSON, {}, cpfs(2), retry);
		expect(stored).not.toContain('"answers"');
	});
});

describe('pace', () => {
	const begun = () => sandbox.requests.all.map(({ time }) => time);

	it('begins no more than ten requests within ten seconds', async () => {
		sandbox.set({ callsPerBurst: 10 });
		const result = await run(PERSON, { options: { advanced: { maxConcurrentRequests: 1 } } }, cpfs(40));
		expect(result.items.every(({ json }) => json.outcome === 'found')).toBe(true);
		const times = begun();
		for (const time of times) {
			expect(times.filter((other) => other > time - 10_000 && other <= time).length).toBeLessThanOrEqual(10);
		}
		expect(messages(result).some((message) => message.startsWith('Requests were delayed by '))).toBe(true);
	});

	it('is the user’s to set', async () => {
		const before = sandbox.clock.now();
		await run(PERSON, { options: { advanced: { maxRequestsPerMinute: 0 } } }, cpfs(40));
		expect(sandbox.clock.now() - before).toBe(0);
	});

	it('is that of the credential, unless the node has its own', async () => {
		const timeFor = async (perMinute: number, advanced?: IDataObject): Promise<number> => {
			const before = sandbox.clock.now();
			await runNode({
				credential: { ...credentialFor(sandbox), maxRequestsPerMinute: perMinute },
				resource: 'person',
				operation: 'getPerson',
				parameters: { ...(advanced && { options: { advanced } }) },
				items: cpfs(40),
			});
			return sandbox.clock.now() - before;
		};
		expect(await timeFor(0)).toBe(0);
		expect(await timeFor(600)).toBeGreaterThan(0);
		expect(await timeFor(0, { maxRequestsPerMinute: 600 })).toBeGreaterThan(0);
		// As text, as the editor keeps it.
		expect(await timeFor(600, '{ "maxRequestsPerMinute": 0 }' as unknown as IDataObject)).toBe(0);
	});

	it('loads later pages of a search at once', async () => {
		sandbox.set({ latencyMs: 30 });
		const options = { maxRequestsPerMinute: 0, maxConcurrentRequests: 10 };
		const { items } = await run(LEADS, {
			filtros_pessoa: {},
			filtros_empresa: { estados: ['SP', 'RJ', 'MG', 'RS', 'PR', 'SC', 'BA'] },
			limit: 550,
			options: { advanced: options },
		});
		const pages = sandbox.requests.of('b2bPersonSearch');
		expect(items.length).toBeGreaterThan(400);
		expect(pages).toHaveLength(Math.ceil(items.length / 50));
		expect(sandbox.ledger.charged()).toBe(1);
		expect(new Set(items.map(({ json }) => json.id_pessoa)).size).toBe(items.length);
		expect(sandbox.requests.traffic.maxInFlight).toBeGreaterThan(1);
	});
});
