import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import type { Endpoint } from '../../../contract/model/endpoint';
import type { NotSent } from '../../../core/client/failure';
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

const lookup = operationOf([cities, personGet]);
const free = operationOf([cities]);
const ofUnknown = operationOf([{ ...personGet, wallet: undefined }]);
const ofFile = operationOf([b2bPersonEnrichBatch], { records: () => undefined });
const ofMany = operationOf([personJob], { records: (input) => Number(input) });
const notAllKnown = operationOf([personJob], { records: (input) => (input === 'x' ? undefined : 1) });
const search = operationOf([b2bPersonSearch], {
	records: (input, isKnownKey) => (isKnownKey(String(input)) ? 0 : 1),
});
/** Asks for what it submits, as Enrich in Batch does for a CNPJ. */
const finding = operationOf([b2bPersonEnrichBatch], {
	plan: () => [b2bCompanyFind, { ...b2bPersonEnrichBatch, creates: true } as Endpoint],
});

const found = { foundKey: 'x' };
/** What the execution has done: it was answered about `a`, has submitted `b`, and knows the key `k`. */
const begun = (): IDataObject => {
	const state: IDataObject = {};
	const session = sessionOf({ ceilings: { credits: 100 } }, state);
	session.noteAnswered('a');
	Purchases.of(session).ledger.sending(['b']);
	session.searchKeys.add('k');
	return state;
};

it.each<[string, Operation, CheckedItem[], state: IDataObject, number | undefined]>([
	['each unit of work, once', lookup, itemsOf('aab'), {}, 2],
	['nothing where it is free', free, itemsOf('aab'), {}, 0],
	['the records of each unit', ofMany, itemsOf('377'), {}, 10],
	['nothing for no items', lookup, [], {}, 0],
	['unknown for a file', ofFile, itemsOf('a'), {}, undefined],
	['unknown as soon as one is', notAllKnown, itemsOf('axa'), {}, undefined],
	['each charged call', finding, itemsOf('ab'), {}, 4],
	['the submission alone once it is found, once for all of the same', finding, itemsOf('ab', found), {}, 1],
	['nothing for what was answered or submitted', lookup, itemsOf('abc'), begun(), 1],
	['the submission of what was found', finding, itemsOf('a'), begun(), 1],
	['nothing for what was submitted under another key', lookup, itemsOf('c', { foundKey: 'b' }), begun(), 0],
	['nothing for a further page of a known search', search, itemsOf('kx'), begun(), 1],
	['a search each, beforehand', search, itemsOf('kx'), {}, 2],
])('the most credits of a run are %s', async (_, operation, items, state, most) => {
	const session = sessionOf({ ceilings: { credits: 100 } }, state);
	expect((await estimate(dueIn(session, operation), items)).most).toBe(most);
});

it.each<[Operation, string, RunOptions, number | undefined]>([
	[lookup, 'aab', {}, 2],
	[lookup, 'ab', { minimumBalance: 0 }, 3],
	[free, 'ab', { minimumBalance: 0 }, 2],
	[lookup, 'abc', { maxRequests: 2 }, 2],
	[operationOf([personGet], { requests: () => undefined }), 'a', { maxRequests: 2 }, undefined],
])('the requests of a run (%#)', async (operation, units, options, about) => {
	expect(await requestsFor(operation, itemsOf(units), options)).toBe(about);
});

const fitting = { options: { ifAboveMaxCredits: 'fitting' } } as const;
interface More {
	readonly options?: RunOptions;
	readonly state?: IDataObject;
}
const funds = (left: IDataObject, more: IDataObject = {}) => ({ state: { funds: { at: 1, left, ...more } } });
const unread = funds({}, { unreadable: 'It gave no answer. Try later.' });

/** What is sent of some work, and why the rest is not. */
async function split(of: Operation, items: readonly CheckedItem[], ceilings: Ceilings, more: More = {}) {
	const { options = {}, state = {} } = more;
	const { fit, left } = await affordable(sessionOf({ ceilings }, state), of, items, options);
	const unitsIn = (some: readonly CheckedItem[]) =>
		some.map(({ purchaseKey }) => String(purchaseKey)).join('');
	return { left, said: [unitsIn(fit), ...left.map((each) => `${unitsIn(each.items)}: ${each.why}`)] };
}

const costs = (units: string, text: string, most: number | string) =>
	`${units}: this could cost ${text}, and 'Maximum Credits' is ${most}`;
const FILE = 'a: the rows of a file have an unknown price';

it.each<[Operation, string | CheckedItem[], Ceilings, More, sent: string, ...rest: string[]]>([
	[ofFile, 'a', {}, {}, 'a'],
	[lookup, 'aabc', { credits: 3 }, {}, 'aabc'],
	[lookup, 'aabc', { credits: 2 }, {}, '', costs('aabc', '3 credits', 2)],
	[lookup, 'a', { credits: 0 }, {}, '', costs('a', '1 credit', 0)],
	[ofFile, 'a', { credits: 5 }, fitting, '', `${FILE}, and 'Maximum Credits' is 5`],
	// The second 2 is the same work.
	[ofMany, '2532', { credits: 5 }, fitting, '232', costs('5', '10 credits', 5)],
	[notAllKnown, 'axb', { credits: 5 }, fitting, 'ab', expect.stringMatching(/^x: /) as string],
	// What costs nothing more is sent all the same, and what was spent before counts.
	[lookup, 'acd', { credits: 1 }, { state: begun() }, 'a', costs('cd', '2 credits', 1)],
	[
		lookup,
		'cd',
		{ credits: 3 },
		{ state: { spent: { requests: 0, credits: 2 } } },
		'',
		costs('cd', '2 credits', '3 (2 used)'),
	],
	// Found under another identifier, it fits together with the same one.
	[
		finding,
		[...itemsOf('ab', found), ...itemsOf('c', { foundKey: 'y' })],
		{ credits: 1 },
		fitting,
		'ab',
		costs('c', '2 credits', 1),
	],
	[lookup, 'ab', { balance: 5 }, funds({ b2c: 7 }), 'ab'],
	[free, 'a', { balance: 5 }, unread, 'a'],
	[ofFile, 'a', { balance: 5 }, funds({ b2b: 90 }), '', `${FILE}, and 'Minimum Balance' is 5`],
	[lookup, 'a', { balance: 5 }, unread, '', "a: the balance could not be read, and 'Minimum Balance' is 5"],
	// Maximum Credits counts first.
	[
		lookup,
		'abc',
		{ credits: 2, balance: 5 },
		{ ...fitting, ...funds({ b2c: 7 }) },
		'ab',
		costs('c', '3 credits', 2),
	],
	[
		lookup,
		'abc',
		{ credits: 2, balance: 5 },
		{ ...fitting, ...funds({ b2c: 6 }) },
		'',
		costs('c', '3 credits', 2),
		expect.stringMatching(/^ab: /) as string,
	],
])('what is sent within the limits (%#)', async (of, units, ceilings, more, ...said) => {
	const items = typeof units === 'string' ? itemsOf(units) : units;
	expect((await split(of, items, ceilings, more)).said).toEqual(said);
});

it.each<[Operation, More, string]>([
	[lookup, funds({ b2c: 5, b2b: 90 }), '5 B2C credits'],
	[lookup, funds({ b2b: 90 }), 'not known for this product'],
	[lookup, {}, 'not known for this product'],
	[ofUnknown, funds({ b2c: 9, b2b: 5 }), '5 B2B credits and 9 B2C credits'],
])('a balance that is too low is named (%#)', async (of, more, balance) => {
	const why = `this could cost 1 credit, the balance is ${balance}, and 'Minimum Balance' is 5`;
	expect((await split(of, itemsOf('a'), { balance: 5 }, more)).said).toEqual(['', `a: ${why}`]);
});

const LOWER = "Lower 'Minimum Balance', or buy credits.";
it.each<[Operation, Ceilings, More, string]>([
	[
		lookup,
		{ credits: 0 },
		{},
		"Raise 'Maximum Credits', or set 'If Above Maximum Credits' to 'Send What Fits'.",
	],
	[lookup, { credits: 0 }, fitting, "To send these rows too, raise 'Maximum Credits'."],
	[ofFile, { credits: 0 }, {}, "To send it anyway, remove 'Maximum Credits'."],
	[lookup, { balance: 5 }, {}, LOWER],
	[lookup, { balance: 5 }, unread, 'It gave no answer. Try later.'],
	[ofFile, { balance: 5 }, {}, "To send it anyway, remove 'Minimum Balance'."],
	[
		finding,
		{ balance: 5 },
		{},
		`Up to 1 of them are to find companies, which has been free so far. ${LOWER}`,
	],
])('what can be done about it (%#)', async (of, ceilings, more, advice) => {
	expect((await split(of, itemsOf('a'), ceilings, more)).left).toMatchObject([{ advice }]);
});

it('an item that is not sent says what it would have cost, and whether anything was charged', () => {
	const why = 'this could cost 3 credits';
	const items = [...itemsOf('a'), { ...itemsOf('a', found)[0], item: 7 }];
	const problems = notSent([{ items, why, advice: 'Raise it.' }]);
	expect(
		problems.map(({ items: [item], error }) => [item, error.message, (error as NotSent).advice]),
	).toEqual([
		[0, `Not sent: ${why}`, 'Nothing was charged for this item. Raise it.'],
		[7, `Not sent: ${why}`, 'Finding its ID may have been charged. Raise it.'],
	]);
	expect(whyNotSent({ items, why, advice: 'Raise it.' })).toBe(`Not sent: ${why}. Raise it.`);
});
