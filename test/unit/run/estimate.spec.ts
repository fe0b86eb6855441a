import type { NotSent } from '../../../core/client/failure';
import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import type { Endpoint } from '../../../contract/model/endpoint';
import type { Ceilings } from '../../../core/client/usage';
import { Purchases } from '../../../core/purchase/purchases';
import { affordable, notSent, whyNotSent } from '../../../nodes/PersonCompanyData/run/affordable';
import { dueIn, estimate, requestsFor } from '../../../nodes/PersonCompanyData/run/cost';
import type { CheckedItem, Operation } from '../../../nodes/PersonCompanyData/run/operation';
import type { RunOptions } from '../../../nodes/PersonCompanyData/run/options/options';
import { sessionOf } from '../../support/session';

const { b2bPersonSearch, b2bPersonEnrichBatch, b2bCompanyFind, personGet, personJob, cities } = endpoints;

const operationOf = (calls: Operation['calls'], more: Partial<Operation> = {}): Operation =>
	({ name: 'Test', calls, ...more }) as Operation;

/** Items whose units are their letters: `aab` are three, two of them the same. */
const itemsOf = (units: string, more: Partial<CheckedItem> = {}): CheckedItem[] =>
	[...units].map((purchaseKey, item) => ({ item, purchaseKey, input: purchaseKey, options: {}, ...more }));

const estimateOf = async (operation: Operation, items: readonly CheckedItem[], state: IDataObject = {}) =>
	await estimate(dueIn(sessionOf({ ceilings: { credits: 100 } }, state), operation), items);
const creditsFor = async (...of: Parameters<typeof estimateOf>) => (await estimateOf(...of)).most;

const lookup = operationOf([cities, personGet]);
const free = operationOf([cities]);
const ofFile = operationOf([b2bPersonEnrichBatch], { records: () => undefined });
const ofMany = operationOf([personJob], { records: (input) => Number(input) });
/** Asks for what it submits, as Enrich in Batch does for a CNPJ. */
const finding = operationOf([b2bPersonEnrichBatch], {
	plan: () => [b2bCompanyFind, { ...b2bPersonEnrichBatch, creates: true } as Endpoint],
});

describe('the most credits of a run', () => {
	it('are those of each purchaseKey of work, once', async () => {
		expect(await creditsFor(lookup, itemsOf('aab'))).toBe(2);
		expect(await creditsFor(free, itemsOf('aab'))).toBe(0);
		expect(await creditsFor(ofMany, itemsOf('377'))).toBe(10);
		expect(await creditsFor(lookup, [])).toBe(0);
	});

	it('are unknown as soon as those of one item are', async () => {
		expect(await creditsFor(ofFile, itemsOf('a'))).toBeUndefined();
		const some = operationOf([personJob], { records: (input) => (input === 'x' ? undefined : 1) });
		expect(await creditsFor(some, itemsOf('axa'))).toBeUndefined();
		expect(await creditsFor(some, itemsOf('xab'))).toBeUndefined();
		expect(await creditsFor(some, itemsOf('ab'))).toBe(2);
	});

	it('are one for each call of an item that may be charged, save one whose answer is there', async () => {
		expect(await creditsFor(finding, itemsOf('ab'))).toBe(4);
		// Found under another identifier: only its submission is due, once for all items of the same one.
		expect(await creditsFor(finding, itemsOf('ab', { foundKey: 'x' }))).toBe(1);
		const [submission] = (finding.plan?.('') ?? []).slice(-1);
		const twice = operationOf([b2bPersonEnrichBatch], {
			plan: () => [b2bCompanyFind, b2bCompanyFind, submission],
		});
		expect(await creditsFor(twice, itemsOf('ab', { foundKey: 'x' }))).toBe(1);
	});

	it('are none for what was answered in this execution, and for what it has submitted', async () => {
		const state: IDataObject = {};
		const session = sessionOf({ ceilings: { credits: 100 } }, state);
		session.noteAnswered('a');
		expect(await creditsFor(lookup, itemsOf('ab'), state)).toBe(1);
		// Its submission is not the call that was answered.
		expect(await creditsFor(finding, itemsOf('a'), state)).toBe(1);
		Purchases.of(session).ledger.sending(['b']);
		expect(await creditsFor(lookup, itemsOf('ab'), state)).toBe(0);
		expect(await creditsFor(lookup, itemsOf('c', { foundKey: 'b' }), state)).toBe(0);
	});

	it('are none for a further page of a search whose key came in this execution', async () => {
		const search = operationOf([b2bPersonSearch], {
			records: (input, isKnownKey) => (isKnownKey(String(input)) ? 0 : 1),
		});
		const state: IDataObject = {};
		sessionOf({}, state).searchKeys.add('k');
		expect(await creditsFor(search, itemsOf('kx'), state)).toBe(1);
		// Beforehand no key is known.
		expect(await creditsFor(search, itemsOf('kx'))).toBe(2);
	});
});

describe('the estimate of a run', () => {});

describe('the requests of a run', () => {
	const open = operationOf([personGet], { requests: () => undefined });
	it.each<[string, Operation, string, RunOptions, number | undefined]>([
		['one more for the balance with Minimum Balance', lookup, 'ab', { minimumBalance: 0 }, 3],
		['none for the balance where nothing is charged', free, 'ab', { minimumBalance: 0 }, 2],
		['no more than Maximum Requests', lookup, 'abc', { maxRequests: 2 }, 2],
		['not known where the operation does not know them', open, 'a', { maxRequests: 2 }, undefined],
	])('are about %s', async (_, operation, units, options, about) => {
		expect(await requestsFor(operation, itemsOf(units), options)).toBe(about);
	});
});

/** What a run with these ceilings does with its items. */
async function split(
	operation: Operation,
	items: readonly CheckedItem[],
	ceilings: Ceilings,
	{ options = {}, state = {} }: { options?: RunOptions; state?: IDataObject } = {},
) {
	const { fit, left } = await affordable(sessionOf({ ceilings }, state), operation, items, options);
	const unitsIn = (some: readonly CheckedItem[]): string =>
		some.map(({ purchaseKey }) => String(purchaseKey)).join('');
	return { fit: unitsIn(fit), left: left.map((each) => [unitsIn(each.items), each.why]) };
}

async function adviceOn(
	operation: Operation,
	ceilings: Ceilings,
	{ options = {}, state = {} }: { options?: RunOptions; state?: IDataObject } = {},
): Promise<string[]> {
	const { left } = await affordable(sessionOf({ ceilings }, state), operation, itemsOf('a'), options);
	return left.map(({ advice }) => advice);
}

const fitting: RunOptions = { ifAboveMaxCredits: 'fitting' };

describe('within Maximum Credits', () => {
	it('nothing is sent that might cost more', async () => {
		expect(await split(lookup, itemsOf('aabc'), { credits: 2 })).toEqual({
			fit: '',
			left: [['aabc', "this could cost 3 credits, and 'Maximum Credits' is 2"]],
		});
		expect((await split(lookup, itemsOf('a'), { credits: 0 })).left).toEqual([
			['a', "this could cost 1 credit, and 'Maximum Credits' is 0"],
		]);
		expect((await split(ofFile, itemsOf('a'), { credits: 5 })).left).toEqual([
			['a', "the rows of a file have an unknown price, and 'Maximum Credits' is 5"],
		]);
	});

	it('what fits is sent, in order, if the user wants that', async () => {
		expect(await split(ofMany, itemsOf('2532'), { credits: 5 }, { options: fitting })).toEqual({
			// The second 2 is the same work.
			fit: '232',
			left: [['5', "this could cost 10 credits, and 'Maximum Credits' is 5"]],
		});
		expect((await split(ofFile, itemsOf('ab'), { credits: 5 }, { options: fitting })).fit).toBe('');
		// None is left although all together are not known to fit.
		const some = operationOf([personJob], { records: (input) => (input === 'x' ? undefined : 1) });
		expect((await split(some, itemsOf('axb'), { credits: 5 }, { options: fitting })).fit).toBe('ab');
	});

	it('an item that was found under another identifier fits together with the same one', async () => {
		const items = itemsOf('abc').map((item, i) => ({ ...item, foundKey: i === 2 ? 'y' : 'x' }));
		expect(await split(finding, items, { credits: 1 }, { options: fitting })).toMatchObject({
			fit: 'ab',
			left: [['c', "this could cost 2 credits, and 'Maximum Credits' is 1"]],
		});
	});
});

describe('above Minimum Balance', () => {
	const withFunds = (left: IDataObject, more: IDataObject = {}): { state: IDataObject } => ({
		state: { funds: { at: 1, left, ...more } },
	});

	it('nothing is sent that might leave less of its product', async () => {
		expect(await split(lookup, itemsOf('ab'), { balance: 5 }, withFunds({ b2c: 6, b2b: 90 }))).toEqual({
			fit: '',
			left: [['ab', "this could cost 2 credits, the balance is 6 B2C credits, and 'Minimum Balance' is 5"]],
		});
		expect((await split(lookup, itemsOf('a'), { balance: 5 }, withFunds({ b2b: 90 }))).left).toEqual([
			[
				'a',
				"this could cost 1 credit, the balance is not known for this product, and 'Minimum Balance' is 5",
			],
		]);
		const ofUnknown = operationOf([{ ...personGet, wallet: undefined }]);
		expect(
			(await split(ofUnknown, itemsOf('a'), { balance: 5 }, withFunds({ b2c: 9, b2b: 5 }))).left,
		).toEqual([
			[
				'a',
				"this could cost 1 credit, the balance is 5 B2B credits and 9 B2C credits, and 'Minimum Balance' is 5",
			],
		]);
	});

	it('nothing is sent at a cost that is not known, or while the balance cannot be read', async () => {
		expect((await split(ofFile, itemsOf('a'), { balance: 5 }, withFunds({ b2b: 90 }))).left).toEqual([
			['a', "the rows of a file have an unknown price, and 'Minimum Balance' is 5"],
		]);
		const unread = withFunds({}, { unreadable: 'It gave no answer. Try later.' });
		expect((await split(lookup, itemsOf('a'), { balance: 5 }, unread)).left).toEqual([
			['a', "the balance could not be read, and 'Minimum Balance' is 5"],
		]);
		expect(await adviceOn(lookup, { balance: 5 }, unread)).toEqual(['It gave no answer. Try later.']);
	});

	it('what is above Maximum Credits is left out first', async () => {
		const options = { ...withFunds({ b2c: 6 }), options: fitting };
		expect(await split(lookup, itemsOf('abc'), { credits: 2, balance: 5 }, options)).toEqual({
			fit: '',
			left: [
				['c', "this could cost 3 credits, and 'Maximum Credits' is 2"],
				['ab', "this could cost 2 credits, the balance is 6 B2C credits, and 'Minimum Balance' is 5"],
			],
		});
		const enough = { ...withFunds({ b2c: 7 }), options: fitting };
		expect((await split(lookup, itemsOf('abc'), { credits: 2, balance: 5 }, enough)).fit).toBe('ab');
	});
});

it('an item that is not sent says what it would have cost, and whether anything was charged', () => {
	const [plain] = itemsOf('a');
	const why = "this could cost 3 credits, and 'Maximum Credits' is 2";
	const items = [plain, { ...plain, item: 7, foundKey: 'x' }];
	const advice = 'Raise it.';
	const problems = notSent([{ items, why, advice }]);
	expect(problems.map(({ items, error }) => [items, error.message])).toEqual([
		[[0], `Not sent: ${why}`],
		[[7], `Not sent: ${why}`],
	]);
	expect(problems.map(({ error }) => (error as NotSent).advice)).toEqual([
		'Nothing was charged for this item. Raise it.',
		'Finding its ID may have been charged. Raise it.',
	]);
	expect(whyNotSent({ items, why, advice })).toBe(`Not sent: ${why}. Raise it.`);
});

it.each([
	[lookup, {}, "Raise 'Maximum Credits', or set 'If Above Maximum Credits' to 'Send What Fits'."],
	[lookup, fitting, "To send these rows too, raise 'Maximum Credits'."],
	[ofFile, {}, "To send it anyway, remove 'Maximum Credits'."],
])('what can be done about too many credits: %#', async (operation, options, advice) => {
	expect(await adviceOn(operation, { credits: 0 }, { options })).toEqual([advice]);
});

it.each([
	[lookup, "Lower 'Minimum Balance', or buy credits."],
	[ofFile, "To send it anyway, remove 'Minimum Balance'."],
	[
		finding,
		"Up to 1 of them are to find companies, which has been free so far. Lower 'Minimum Balance', or buy credits.",
	],
])('what can be done about too low a balance: %#', async (operation, advice) => {
	expect(await adviceOn(operation, { balance: 5 })).toEqual([advice]);
});
