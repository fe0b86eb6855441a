import type { IDataObject, INode } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { isObject } from '../../core/base/json';
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

const cpfs = (count: number, from = 0): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({ cpf: sandbox.persons.cpf(from + i) }));
const ids = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({ id_pessoa: sandbox.persons.id(i) }));
const messages = ({ hints }: NodeResult): string[] => hints.map(({ message }) => message);

describe('Preview Cost', () => {
	const options = { previewCost: true };
	const LIST = ['list', 'enrichList'] as const;
	/** The columns that the sum and all rows have. */
	const COLUMNS = [
		...['row', 'value', 'recognisedAs', 'outcome', 'creditsLikely', 'creditsAtMost', 'reason'],
		...['requests', 'balance', 'preview'],
	];

	it.each([true, false])(
		'is no input of another node, which then sends nothing: previewed %j',
		async (previewCost) => {
			const { items: previewed } = await run(PERSON, options, cpfs(2));
			const lines = previewed.map(({ json }) => json);
			const { items, error } = await run(PERSON, { previewCost, cpf: '={{ $json.value }}' }, lines);
			const told = [error?.message, ...items.map(({ json }) => json.reason)].join(' ');
			expect(told).toContain('This row is of the preview of another node, and has no data yet.');
			expect(sandbox.ledger.charged()).toBe(0);
		},
	);

	it('outputs the sum, then each row, with the same flat columns', async () => {
		const items = [...cpfs(3), ...cpfs(2), { cpf: '1' }];
		const { items: got, error } = await run(PERSON, options, items);
		expect(error).toBeUndefined();
		expect(got.map(({ json }) => Object.keys(json))).toEqual(Array(7).fill(COLUMNS));
		expect(got.flatMap(({ json }) => Object.values(json)).every((value) => !isObject(value))).toBe(true);
		const [sum, ...lines] = got.map(({ json }) => json);
		expect(sum).toEqual({
			row: 'Sum',
			value: '6 rows',
			recognisedAs: '6 CPF',
			outcome: 'planned',
			creditsLikely: 3,
			creditsAtMost: 3,
			reason: 'Up to 3 B2C credits, about 3 requests, balance 7,777. 1 of 6 rows is not valid (row 6).',
			requests: 3,
			balance: 7777,
			preview: true,
		});
		expect(lines[0]).toEqual({
			row: 1,
			value: items[0].cpf,
			recognisedAs: 'CPF',
			outcome: 'planned',
			creditsLikely: 1,
			creditsAtMost: 1,
			reason: '1 B2C credit per document found.',
			requests: null,
			balance: null,
			preview: true,
		});
		expect(lines[4]).toMatchObject({
			creditsAtMost: 0,
			reason: 'The same as row 2: gets its result.',
		});
		expect(lines[5]).toMatchObject({ value: '1', outcome: 'invalid', reason: 'CPF is not valid.' });
		expect(got[0].pairedItem).toHaveLength(6);
		expect(got.slice(1).map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		expect(sandbox.ledger.charged()).toBe(0);
		expect(sandbox.requests.all.map(({ endpoint }) => endpoint)).toEqual(['balance']);
	});

	it('tells what is likely, and then the most, where finding has been free so far', async () => {
		const rows = [1, 2, 3, 4, 5].map((i) => ({ doc: sandbox.companies.cnpj(i) }));
		const { items, hints } = await run(LIST, { contact: '={{ $json.doc }}', ...options }, rows);
		const sentence =
			'5 to 10 B2B credits, about 7 requests, balance 1,000,000. Up to 5 of them to find companies, which has been free so far.';
		expect(items[0].json).toMatchObject({ creditsLikely: 5, creditsAtMost: 10, reason: sentence });
		expect(items[1].json).toMatchObject({
			value: rows[0].doc,
			recognisedAs: 'CNPJ',
			creditsLikely: 1,
			creditsAtMost: 2,
			reason: '1 B2B credit per record, up to 1 to find companies (free so far).',
		});
		// The sum is the first hint, too, and there are no more than two.
		expect(hints.map(({ message }) => message)).toEqual([
			sentence,
			expect.stringContaining('is paid for again') as string,
		]);
		const both = [...rows, ...cpfs(1).map(({ cpf }) => ({ doc: cpf }))];
		const mixed = await run(LIST, { contact: '={{ $json.doc }}', ...options }, both);
		expect(mixed.items[0].json.reason).toContain(
			'5 to 10 B2B credits and up to 1 B2C credit, about 8 requests, balance 1,000,000 B2B and 7,777 B2C.',
		);
	});

	it.each([
		['a registry', PERSON, [{ cpf: '1' }, { cpf: '2' }]],
		['an empty field', PERSON, [{}, { x: 1 }]],
		['a batch', BATCH, [{ id_pessoa: 'x' }, {}]],
		['a list', LIST, [{ contact: 'x' }, { contact: '1'.repeat(20) }]],
	])('tells that nothing would be sent if no row is valid: %s', async (_what, operation, items) => {
		const got = await run(operation, options, items);
		expect(got.error).toBeUndefined();
		const [{ json }, ...lines] = got.items;
		const nothing = { outcome: 'invalid', creditsLikely: 0, creditsAtMost: 0, preview: true };
		expect(json).toMatchObject({ ...nothing, row: 'Sum', value: '2 rows', requests: 0 });
		expect(lines.map((line) => line.json)).toMatchObject([nothing, nothing]);
		expect(messages(got)[0]).toMatch(
			/^Nothing would be sent, balance [\d,]+\. 2 of 2 rows are not valid \(rows 1, 2\)\.$/,
		);
		expect(sandbox.requests.all.map(({ endpoint }) => endpoint)).toEqual(['balance']);
	});

	it.each(ALL.filter(([, , , operation]) => mayCost(operation)))(
		'has the same columns in each operation, also where no row is valid: %s',
		async (_name, resource, key, operation) => {
			const { parameters, good } = await inputOf(sandbox, operation);
			const given = { ...filtersOf(operation), ...parameters, ...options };
			for (const wrong of [{}, { advanced: { requestTimeout: 'x' } }]) {
				const { items, error } = await run([resource, key], { ...given, options: wrong }, [good]);
				expect(error).toBeUndefined();
				const [sum, line] = items.map(({ json }) => json);
				const columns = operation.preview === undefined ? COLUMNS : [...COLUMNS, 'matching'];
				expect([sum, line].map((json) => Object.keys(json).sort())).toEqual(
					Array(2).fill([...columns].sort()),
				);
				const isWrong = 'advanced' in wrong;
				expect([sum, line].map(({ outcome }) => outcome)).toEqual(
					Array(2).fill(isWrong ? 'invalid' : 'planned'),
				);
				// What the user gave stands in each row.
				expect(isWrong ? 'x' : line.value).not.toBe('');
				expect(line.reason).not.toBe('');
			}
		},
	);

	it('tells the cost also when the balance cannot be read, and fails when the run could get no further', async () => {
		const given = options;
		sandbox.faults.add({ kind: 'status', status: 500, endpoint: 'balance', times: 'always' });
		const { items, error } = await run(PERSON, given, cpfs(2));
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ creditsAtMost: 2, requests: 2, balance: null });
		expect(items[0].json.reason).toMatch(
			/^Up to 2 B2C credits, about 2 requests\. The balance could not be read: .*500/,
		);
		const limited = await run(PERSON, placed({ ...given, minimumBalance: 10 }), cpfs(2));
		expect(limited.items.map(({ json }) => [json.outcome, json.creditsAtMost])).toEqual(
			Array(3).fill(['not sent', 0]),
		);
		expect(limited.items[1].json.reason).toContain('The balance could not be read');
		sandbox.faults.clear();
		sandbox.faults.add({ kind: 'status', status: 401, endpoint: 'balance', times: 'always' });
		expect((await run(PERSON, given, cpfs(2))).error?.message).toContain('API key');
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
		const why =
			'The rows of a file are not counted before it is sent. 1 B2C credit per record, refunded when the record fails.';
		expect(hints[0].message).toMatch(/^An unknown number of credits, about \d+ requests, balance 7,777\./);
		expect(hints[0].message).toContain(why);
		expect(items[1].json).toMatchObject({ creditsLikely: null, creditsAtMost: null, reason: why });
		const rows = { jobName: 'Emails', source: 'items', ...layout, ...options };
		const counted = await run([resource, operation], rows, cpfs(2));
		expect(counted.items[0].json.creditsAtMost).toBe(2);
	});

	it('says in a hint what an earlier enrichment means for the cost', async () => {
		const preview = async (operation: readonly [string, string], more: IDataObject = {}) =>
			messages(await run(operation, placed({ ...options, ...more }), ids(1)))[1];
		expect(await preview(BATCH)).toBe(
			'A contact that an earlier execution enriched is paid for again, unless Options > Skip Records Enriched Before is set.',
		);
		expect(await preview(['b2bPerson', 'enrichPersonNow'])).toContain('enriched more than 24 hours ago is');
		expect(await preview(BATCH, { skipEnriched: true })).toContain('the run skips them');
		expect(messages(await run(PERSON, options, cpfs(1)))).toHaveLength(1);
		expect(sandbox.ledger.charged()).toBe(0);
	});
});

describe('Maximum Credits', () => {
	it('sends nothing when the run would cost more', async () => {
		const { error } = await run(PERSON, { options: { maxCredits: 2 } }, cpfs(3));
		expect(error?.message).toBe("Not sent: this could cost 3 credits, and 'Maximum Credits' is 2");
		expect(sandbox.requests.all).toHaveLength(0);
	});
});

/** Field notes: no credit was debited for finding a company by its CNPJ, found or not. */
describe('what has been free so far', () => {
	const LIST = ['list', 'enrichList'] as const;
	const companies = (count: number): IDataObject[] =>
		Array.from({ length: count }, (_, i) => ({ cnpj: sandbox.companies.cnpj(i + 1) }));

	it('is told apart where Maximum Credits refuses, or lets through what fits', async () => {
		const options = { maxCredits: 5 };
		const { error } = await run(LIST, { contact: '={{ $json.cnpj }}', options }, companies(5));
		expect(error?.message).toBe("Not sent: this could cost 10 credits, and 'Maximum Credits' is 5");
		expect(error?.description).toContain(
			'Up to 5 of them are to find companies, which has been free so far.',
		);
		expect(sandbox.requests.all).toHaveLength(0);
		const fitting = { ...options, ifAboveMaxCredits: 'fitting' };
		const { items } = await run(LIST, { contact: '={{ $json.cnpj }}', options: fitting }, companies(5));
		expect(items.map(({ json }) => json.outcome)).toEqual([
			...Array<string>(2).fill('enriched'),
			...Array<string>(3).fill('not sent'),
		]);
	});

	it('is told apart in what a run has used', async () => {
		const rows = [...companies(3), { cnpj: '11222333000181' }];
		expect(messages(await run(LIST, { contact: '={{ $json.cnpj }}' }, rows)).join()).toContain(
			'3 enriched, 1 not found. 6 requests sent; at most 3 B2B credits charged, plus up to 3 credits to find companies (free so far).',
		);
		const find = { document: '={{ $json.cnpj }}' };
		expect(messages(await run(['b2bCompany', 'find'], find, companies(1))).join()).toContain(
			'1 request sent; up to 1 credit to find companies (free so far).',
		);
	});
});

describe('Maximum Requests', () => {
	it('ends the run when they are used up; what was obtained comes out', async () => {
		const { items } = await run(PERSON, { options: { advanced: { maxRequests: 2 } } }, cpfs(4));
		expect(sandbox.requests.all).toHaveLength(2);
		expect(items.filter(({ json }) => json.outcome === 'found')).toHaveLength(2);
		expect(items.filter(({ json }) => json.error).map(({ json }) => json.error)).toEqual(
			Array(2).fill("Not sent: the execution reached 'maxRequests'"),
		);
	});

	it('leaves a paid batch to be taken up later', async () => {
		const { error } = await run(BATCH, { options: { advanced: { maxRequests: 1 } } }, ids(3));
		const [, id] =
			/^Batch (\S+): Not sent: the execution reached 'maxRequests'$/.exec(error?.message ?? '') ?? [];
		expect(error?.description).toMatch(`with the batch ID ${id}.`);
		expect(sandbox.ledger.charged()).toBe(3);
	});
});

describe('what was used', () => {
	it('is said after the run', async () => {
		expect(messages(await run(PERSON, {}, [...cpfs(2), ...cpfs(2), { cpf: '52998224725' }]))).toContain(
			'4 found, 1 not found. 3 requests sent, 2 saved because an equal one was already answered; at most 2 B2C credits charged.',
		);
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
			'1 not found, 1 uncertain (row 1). 2 requests sent; no credits charged. 1 call got no response and may have been charged in addition.',
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
		expect(messages(result).some((message) => message.startsWith('Requests waited '))).toBe(true);
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
});
