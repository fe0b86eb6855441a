import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import type { Endpoint } from '../../../contract/model/endpoint';
import type { NotSent } from '../../../core/client/failure';
import type { Ceilings } from '../../../core/client/usage';
import { Purchases } from '../../../core/purchase/purchases';
import { affordable } from '../../../nodes/PersonCompanyData/run/affordable';
import { inWords, creditsOf, estimate, requestsFor } from '../../../nodes/PersonCompanyData/run/estimate';
import type { CheckedItem, Operation } from '../../../nodes/PersonCompanyData/run/operation';
import type { RunOptions } from '../../../nodes/PersonCompanyData/run/options';
import { sessionOf } from '../../support/session';

const { b2bPersonEnrichBatch, b2bCompanyFind, personGet, personJob, cities } = endpoints;

const operationOf = (calls: Operation['calls'], more: Partial<Operation> = {}): Operation =>
	({ name: 'Test', calls, ...more }) as Operation;

/** Items whose purchaseKeys are their letters: `aab` are three, two of them the same. */
const itemsOf = (keys: string, more: Partial<CheckedItem> = {}): CheckedItem[] =>
	[...keys].map((purchaseKey, item) => ({ item, purchaseKey, input: purchaseKey, options: {}, ...more }));

const estimateOf = async (operation: Operation, items: readonly CheckedItem[], state: IDataObject = {}) =>
	await estimate(sessionOf({ ceilings: { credits: 100 } }, state), operation, items);
const creditsFor = async (...of: Parameters<typeof estimateOf>) => creditsOf(await estimateOf(...of), 'most');

const lookup = operationOf([cities, personGet]);
const free = operationOf([cities]);
const ofUnknown = operationOf([{ ...personGet, wallet: undefined }]);
const ofFile = operationOf([b2bPersonEnrichBatch], { records: () => undefined });
const ofMany = operationOf([personJob], { records: (input) => Number(input) });
const ofSome = operationOf([personJob], { records: (input) => (input === 'x' ? undefined : 1) });
/** Asks for what it submits, as Enrich in Batch does for a CNPJ. */
const finding = operationOf([b2bPersonEnrichBatch], {
	plan: () => [b2bCompanyFind, { ...b2bPersonEnrichBatch, creates: true } as Endpoint],
});
const ofBoth = operationOf([b2bPersonEnrichBatch], {
	plan: (input) => [input === 'p' ? personGet : b2bCompanyFind],
});

describe('the most credits of a run', () => {
	it('are those of each purchaseKey, once', async () => {
		expect(await creditsFor(lookup, itemsOf('aab'))).toBe(2);
		expect(await creditsFor(free, itemsOf('aab'))).toBe(0);
		expect(await creditsFor(ofMany, itemsOf('377'))).toBe(10);
		expect(await creditsFor(lookup, [])).toBe(0);
	});

	it('are unknown as soon as those of one item are', async () => {
		expect(await creditsFor(ofFile, itemsOf('a'))).toBeUndefined();
		expect(await creditsFor(ofSome, itemsOf('axa'))).toBeUndefined();
		expect(await creditsFor(ofSome, itemsOf('xab'))).toBeUndefined();
		expect(await creditsFor(ofSome, itemsOf('ab'))).toBe(2);
	});

	it('are one for each call of an item that may be charged, save one whose answer is there', async () => {
		expect(await creditsFor(finding, itemsOf('ab'))).toBe(4);
		// Found under another identifier: only its submission is due, once for all items of the same one.
		expect(await creditsFor(finding, itemsOf('ab', { foundKey: 'x' }))).toBe(1);
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
});

it.each<[string, Operation, string]>([
	['up to 2 B2C credits', lookup, 'aab'],
	['2 to 4 B2B credits', finding, 'aab'],
	['up to 2 credits', ofUnknown, 'ab'],
	['0 to 1 B2B credit and up to 1 B2C credit', ofBoth, 'bp'],
	['an unknown number of credits', ofFile, 'ab'],
	['no credits', free, 'ab'],
])('the estimate of a run in words: %s', async (words, operation, keys) => {
	expect(inWords(await estimateOf(operation, itemsOf(keys)))).toBe(words);
});

describe('the requests of a run', () => {
	const open = operationOf([personGet], { requests: () => undefined });
	it.each<[string, Operation, string, RunOptions, number | undefined]>([
		['one for each purchaseKey', lookup, 'aab', {}, 2],
		['one more for the balance with Minimum Balance', lookup, 'ab', { minimumBalance: 0 }, 3],
		['none for the balance where nothing is charged', free, 'ab', { minimumBalance: 0 }, 2],
		['no more than Maximum Requests', lookup, 'abc', { maxRequests: 2 }, 2],
		['not known where the operation does not know them', open, 'a', { maxRequests: 2 }, undefined],
	])('are about %s', async (_, operation, keys, options, about) => {
		expect(await requestsFor(operation, itemsOf(keys), options)).toBe(about);
	});
});

/** What a run with these ceilings does with its items. */
async function split(
	operation: Operation,
	items: readonly CheckedItem[],
	ceilings: Ceilings,
	{ state = {} }: { state?: IDataObject } = {},
) {
	const { fit, problems } = await affordable(sessionOf({ ceilings }, state), operation, items);
	return {
		fit: fit.map(({ purchaseKey }) => purchaseKey).join(''),
		left: problems.map(({ items: rows, error }) => [
			rows.map((row) => items[row].purchaseKey).join(''),
			error.message,
			(error as NotSent).advice,
		]),
	};
}

const FILE = "The rows of a file can't be counted before it is sent: remove it, or send the rows as items.";

const aboveMaximum = (sums: string): [title: string, advice: string] => [
	"Not sent: above 'Maximum Credits'",
	`This could cost ${sums}. ${sums.startsWith('an unknown') ? FILE : 'Raise or remove it.'}`,
];

describe('within Maximum Credits', () => {
	it.each<[Operation, string, Ceilings]>([
		[lookup, 'abc', {}],
		[ofFile, 'abc', {}],
		[lookup, 'aabc', { credits: 3 }],
	])('everything is sent where there is no limit, or enough: %#', async (operation, keys, ceilings) => {
		expect(await split(operation, itemsOf(keys), ceilings)).toMatchObject({ fit: keys, left: [] });
	});

	it.each<[Operation, string, number, string]>([
		[lookup, 'a', 0, "up to 1 B2C credit, and 'Maximum Credits' is 0"],
		[ofFile, 'a', 5, "an unknown number of credits, and 'Maximum Credits' is 5"],
	])('nothing is sent that might cost more: %#', async (operation, keys, credits, sums) => {
		expect(await split(operation, itemsOf(keys), { credits })).toEqual({
			fit: '',
			left: [[keys, ...aboveMaximum(sums)]],
		});
	});

	it('what fits is sent, in order', async () => {
		expect(await split(ofMany, itemsOf('2532'), { credits: 5 })).toEqual({
			// The second 2 is the same work.
			fit: '232',
			left: [['5', ...aboveMaximum("up to 10 B2C credits, and 'Maximum Credits' is 5")]],
		});
		expect((await split(ofFile, itemsOf('ab'), { credits: 5 })).fit).toBe('');
		// None is left although all together are not known to fit.
		expect((await split(ofSome, itemsOf('axb'), { credits: 5 })).fit).toBe('ab');
	});

	it('what costs nothing more is sent all the same, and what was spent before counts', async () => {
		const state: IDataObject = {};
		const before = sessionOf({ ceilings: { credits: 3 } }, state);
		before.usage.lose(personGet, 2);
		before.noteAnswered('a');
		expect(await split(lookup, itemsOf('abc'), { credits: 3 }, { state })).toMatchObject({
			fit: 'ab',
			left: [['c', ...aboveMaximum("up to 2 B2C credits, and 'Maximum Credits' is 3 (2 used)")]],
		});
		expect(await split(lookup, itemsOf('ab'), { credits: 3 }, { state })).toMatchObject({ fit: 'ab' });
	});

	it('an item that was found under another identifier fits together with the same one', async () => {
		const items = itemsOf('abc').map((item, i) => ({ ...item, foundKey: i === 2 ? 'y' : 'x' }));
		expect(await split(finding, items, { credits: 1 })).toMatchObject({
			fit: 'ab',
			left: [['c', ...aboveMaximum("up to 2 B2B credits, and 'Maximum Credits' is 1")]],
		});
	});
});

describe('above Minimum Balance', () => {
	const withFunds = (left: IDataObject, more: IDataObject = {}): { state: IDataObject } => ({
		state: { funds: { at: 1, left, ...more } },
	});
	const unread = withFunds({}, { unreadable: 'It gave no answer. Try later.' });

	it.each<[Operation, string, { state: IDataObject }]>([
		[lookup, 'ab', withFunds({ b2c: 7 })],
		[free, 'ab', withFunds({ b2c: 0 })],
		[lookup, '', withFunds({ b2c: 0 })],
		[lookup, '', unread],
		[free, 'a', unread],
	])('everything is sent that leaves enough, or costs nothing: %#', async (operation, keys, funds) => {
		expect(await split(operation, itemsOf(keys), { balance: 5 }, funds)).toMatchObject({
			fit: keys,
			left: [],
		});
	});

	it.each<[Operation, string, { state: IDataObject }, string, string]>([
		[lookup, 'ab', withFunds({ b2c: 6, b2b: 90 }), 'up to 2 B2C', '90 B2B credits and 6 B2C credits'],
		[lookup, 'a', withFunds({ b2b: 90 }), 'up to 1 B2C', '90 B2B credits'],
		[ofUnknown, 'a', withFunds({ b2c: 9, b2b: 5 }), 'up to 1', '5 B2B credits and 9 B2C credits'],
		[ofBoth, 'bp', withFunds({ b2b: 90, b2c: 5 }), '0 to 1 B2B credit and up to 1 B2C', '90 B2B credits'],
		[ofFile, 'a', withFunds({ b2b: 90 }), 'an unknown number of', '90 B2B credits'],
		[lookup, 'a', { state: {} }, 'up to 1 B2C', 'not known'],
		[lookup, 'a', unread, 'up to 1 B2C', 'not known'],
	])(
		'nothing is sent that might leave less of its product: %#',
		async (operation, keys, funds, cost, has) => {
			const { fit, left } = await split(operation, itemsOf(keys), { balance: 5 }, funds);
			expect([fit, left.map(([rows]) => rows)]).toEqual(['', [keys]]);
			const [[, title, advice]] = left;
			expect(title).toBe("Not sent: could fall below 'Minimum Balance'");
			expect(advice).toMatch(new RegExp(`^This could cost ${cost} credits?, the balance is ${has}`));
			const money = operation === ofFile ? FILE : 'Lower or remove it, or buy credits.';
			const rest = funds === unread ? 'It gave no answer. Try later.' : money;
			expect(advice.endsWith(`, and 'Minimum Balance' is 5. ${rest}`)).toBe(true);
		},
	);

	it('what is above Maximum Credits is left out first', async () => {
		const options = withFunds({ b2c: 6 });
		expect((await split(lookup, itemsOf('abc'), { credits: 2, balance: 5 }, options)).left).toEqual([
			['c', ...aboveMaximum("up to 3 B2C credits, and 'Maximum Credits' is 2")],
			[
				'ab',
				"Not sent: could fall below 'Minimum Balance'",
				expect.stringContaining("up to 2 B2C credits, the balance is 6 B2C credits, and 'Minimum"),
			],
		]);
		const enough = withFunds({ b2c: 7 });
		expect((await split(lookup, itemsOf('abc'), { credits: 2, balance: 5 }, enough)).fit).toBe('ab');
	});
});
