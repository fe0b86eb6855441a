import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import { credentialFor, runNode, type NodeResult, type NodeRun } from '../../support/harness';
import { damageProcessed } from '../../support/processedStore';
import { ofWhole } from './damages';
import { useSandbox } from '../support/useSandbox';

/**
 * What the node keeps with an execution and in n8n's store of processed entries, damaged or of a later version:
 * nothing is sent, so nothing is charged, and the error says what to do.
 */

let sandbox: Sandbox;
useSandbox({ persons: 100, companies: 100 }, (started) => {
	sandbox = started;
});

const enrich = async (more: Partial<NodeRun> = {}): Promise<NodeResult> =>
	await runNode({
		credential: credentialFor(sandbox),
		resource: 'b2bPerson',
		operation: 'enrichPersonBatch',
		items: [1, 2, 3].map((i) => ({ id_pessoa: sandbox.persons.id(i) })),
		...more,
	});

/** The account's requests and credits so far. */
const used = (): readonly [requests: number, charged: number] => [
	sandbox.requests.all.length,
	sandbox.ledger.charged(),
];

describe('what n8n has kept of earlier tries', () => {
	interface Stored {
		readonly data: { readonly executionData: { contextData: Record<string, unknown> } };
	}
	/** The same execution, in which the node finds something else. */
	function finding(state: unknown, { stored, ...others }: NodeResult): NodeResult {
		const run = JSON.parse(stored) as Stored;
		run.data.executionData.contextData = { 'node:Node': state };
		return { ...others, stored: JSON.stringify(run) };
	}

	/** Everything that a node keeps with an execution. */
	const state = {
		execution: '1',
		spent: { requests: 1, credits: 0 },
		answers: { call: { status: 200, headers: {}, body: {} } },
		tries: { run: '1 0', count: 1 },
		ledger: {
			version: 1,
			submissions: [{ keys: '0123456789ab', further: [], at: 1, id: 'batch', output: '1' }],
		},
		balance: 'B2B 100',
		funds: { at: 1, left: { b2b: 100 } },
		searchKeys: '0123456789ab ',
		answered: '0123456789ab ',
		pace: { due: 1 },
		parked: '',
	} satisfies IDataObject;

	const far = 9e15;
	const keys = '0123456789ab';
	const wrong: Readonly<Record<string, readonly unknown[]>> = {
		format: [2, 'next'],
		execution: [null, 7, {}],
		spent: [
			null,
			'x',
			{},
			{ requests: '1', credits: 0 },
			{ requests: 1, credits: null },
			{ requests: 1, credits: -1 },
		],
		answers: ['x', { call: null }, { call: { status: 'x' } }, { call: {} }],
		tries: [null, 'x', {}, { run: '1 0', count: 'x' }],
		ledger: [
			'x',
			{},
			[],
			{ version: 2, submissions: [] },
			{ version: 1 },
			...[
				[null],
				[{}],
				[{ keys: 7, at: 1 }],
				[{ keys: '0123', at: 1 }],
				[{ keys, at: far }],
				[{ keys, at: 1, id: {} }],
				[{ keys, at: 1, output: true }],
				[{ keys, at: 1, byKey: { key: 1, since: 1 } }],
				[{ keys, at: 1, further: 'x' }],
				[{ keys, at: 1, further: ['x'] }],
			].map((submissions) => ({ version: 1, submissions })),
		],
		balance: [7, {}],
		funds: [
			null,
			'x',
			{ at: 1 },
			{ at: 1, left: { b2b: '100' } },
			{ at: far, left: {} },
			{ at: 1, left: {}, own: 7 },
		],
		searchKeys: [7, {}],
		answered: [null, 7, {}],
		pace: [null, 'x', { due: 'x' }, { due: far }],
		parked: [null, 7, {}],
	};

	it('is read in the form in which it is kept', async () => {
		const first = await enrich();
		const { items, error } = await enrich({ after: finding(state, first) });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(3);
	});

	const states: readonly unknown[] = [
		...ofWhole.filter(([name]) => name !== 'an empty object').map(([, change]) => change(state)),
		...Object.entries(wrong).flatMap(([name, others]) =>
			others.map((other) => ({ ...state, [name]: other })),
		),
	];

	it(`is refused with advice when it is damaged, in each of ${states.length} ways`, async () => {
		const first = await enrich();
		const before = used();
		for (const damaged of states) {
			const { error } = await enrich({ after: finding(damaged, first) });
			expect([damaged, error?.message]).toEqual([
				damaged,
				expect.stringMatching(/^What n8n has kept of earlier tries of this execution cannot be read/),
			]);
			expect(error?.description).toContain('Nothing was sent');
			expect(error?.description).toContain('start a new execution');
		}
		expect(used()).toEqual(before);
	});

	it('is told in the items where the workflow goes on', async () => {
		const first = await enrich();
		const { items } = await enrich({
			after: finding({ ...state, format: 2 }, first),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(items).toHaveLength(3);
		for (const { json } of items) {
			expect(json).toMatchObject({
				outcome: 'not sent',
				message: expect.stringContaining('Nothing was sent'),
			});
		}
	});

	it('leads to no second charge in the new execution that is advised', async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'b2bPersonEnrichBatch' });
		const lost = await enrich();
		expect(sandbox.ledger.charged()).toBe(3);
		await enrich({ after: finding({ ...state, sent: 'x' }, lost) });
		const { error } = await enrich();
		expect(error?.message).toContain('Nothing was sent again');
		expect(sandbox.ledger.charged()).toBe(3);
	});
});

describe("n8n's store of processed entries", () => {
	const skips = { parameters: { options: { skipEnriched: true } } };

	it.each<[string, (row: { data: unknown; mode: unknown }) => unknown]>([
		['holds no list', (row) => ({ ...row, data: null })],
		['holds text', (row) => ({ ...row, data: 'damaged' })],
		['holds entries by number', (row) => ({ ...row, data: { 0: 'x' } })],
		['is of another mode', (row) => ({ ...row, mode: 'latestDate' })],
		['is of a later mode', (row) => ({ ...row, mode: 'entries2' })],
		['ends too early', (row) => JSON.stringify(row).slice(0, -5)],
	])('that %s keeps everything from being sent', async (_, change) => {
		await enrich(skips);
		damageProcessed(change as never);
		const before = used();
		for (const parameters of [skips.parameters, {}]) {
			const { error } = await enrich({ parameters });
			expect(error?.message).toMatch(
				/^n8n could not store what the workflow sends, which prevents charging twice/,
			);
			expect(error?.message).toContain('Nothing was sent.');
			expect(error?.message).toContain('duplicate the workflow');
		}
		expect(used()).toEqual(before);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'that is damaged is told in the items where the workflow goes on (%s)',
		async (onError) => {
			await enrich(skips);
			damageProcessed((row) => ({ ...row, data: null }));
			const { items, errorItems } = await enrich({ ...skips, settings: { onError } });
			const told = onError === 'continueErrorOutput' ? errorItems : items;
			expect(told).toHaveLength(3);
			for (const { json } of told) expect(String(json.error)).toMatch(/^n8n could not store/);
		},
	);

	it('is not told from a new one when it is empty: records are then paid for once more, within Maximum Credits', async () => {
		await enrich(skips);
		damageProcessed((row) => ({ ...row, data: [] }));
		const { error } = await enrich({ parameters: { options: { skipEnriched: true, maxCredits: 2 } } });
		expect(error?.message).toContain('would cost up to 3 credits');
		expect(sandbox.ledger.charged()).toBe(3);
	});
});
