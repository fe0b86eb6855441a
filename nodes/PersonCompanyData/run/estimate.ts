import { callTo, NO_REQUESTS, sumOf, timesOf, type Requests } from '../../../core/background/requests';
import { groupInTurns, HASH_WEIGHT, mapInTurns } from '../../../core/base/async';
import { fingerprint } from '../../../core/base/fingerprint';
import { endpoints } from '../../../contract';
import { isCharged, type Wallet } from '../../../contract/model/billing';
import { mostCredits, type Budget } from '../../../core/client/cost';
import { NotSent } from '../../../core/client/failure';
import type { Session } from '../../../core/client/session';
import { Journal } from '../../../core/once/journal';
import type { Problem } from '../../../core/output/outcome';
import { overridesOf, runLimitsOf, type RunOptions } from './options/options';
import { planOf, unitsOf, type CheckedItem, type IsKnownKey, type Operation } from './operation';

type Items = readonly CheckedItem[];

/** What a call may cost: its product, and the most credits, `undefined` when the records are in a file. */
interface Cost {
	readonly wallet: Wallet | undefined;
	readonly credits: number | undefined;
}

/** What an item may cost, call by call. */
export type CostsOf = (item: CheckedItem) => readonly Cost[];

/**
 * What an item may cost at contract prices.
 * @param isAsked whether what is asked for it one by one has its answer already
 */
function costsOf(
	operation: Operation,
	item: CheckedItem,
	isAsked = false,
	isKnownKey: IsKnownKey = () => false,
): readonly Cost[] {
	const { input, options } = item;
	const charged = operation.calls.find(({ billing }) => isCharged(billing));
	if (charged === undefined) return [];
	const { wallet, recordsIn } = charged;
	// An override may change the number of records set in the form.
	const { body = {} } = overridesOf(options);
	if (recordsIn !== undefined && recordsIn in body) return [{ wallet, credits: mostCredits(charged, body) }];
	if (operation.plan !== undefined) {
		const due = planOf(operation, item).filter(({ creates }) => creates === true || !isAsked);
		return due.map((call) => ({ wallet: call.wallet, credits: 1 }));
	}
	if (isAsked) return [];
	return [{ wallet, credits: operation.records === undefined ? 1 : operation.records(input, isKnownKey) }];
}

/** What an item may still cost in this execution: nothing for what it has submitted, or asked and been answered. */
export const dueIn =
	(session: Session, operation: Operation): CostsOf =>
	(item) => {
		if (Journal.of(session).sent.findAny(unitsOf(item)) !== undefined) return [];
		const isAnswered = !session.submitsAgain && session.budget.answered.has(item.unit);
		const isKnownKey: IsKnownKey = (key) => session.searchKeys.isKnown(key);
		return costsOf(operation, item, isAnswered || item.also !== undefined, isKnownKey);
	};

/** One item of each unit: items with the same one are charged once. */
export async function distinctItems(items: Items): Promise<Items> {
	const byUnit = new Map<string, CheckedItem>();
	await mapInTurns(
		items,
		() => 1,
		(item) => void byUnit.set(item.also ?? item.unit, item),
	);
	return [...byUnit.values()];
}

const sumCosts = (costs: readonly Cost[]): number | undefined =>
	costs.reduce<number | undefined>(
		(sum, { credits }) => (sum === undefined || credits === undefined ? undefined : sum + credits),
		0,
	);

type ByWallet = Readonly<Partial<Record<Wallet | 'other', number>>>;

/** What items cost together. */
interface Total {
	/** The most credits; `undefined` when the number of records is unknown. */
	readonly creditsAtMost: number | undefined;
	/** The most credits of each balance, of items whose cost is known. */
	readonly byWallet: ByWallet;
}

/** What items cost together, each unit once. */
async function totalOf(costs: CostsOf, items: Items): Promise<Total> {
	const each = (await mapInTurns(await distinctItems(items), () => HASH_WEIGHT, costs)).flat();
	const byWallet: Partial<Record<Wallet | 'other', number>> = {};
	for (const { wallet = 'other', credits = 0 } of each) byWallet[wallet] = (byWallet[wallet] ?? 0) + credits;
	return { creditsAtMost: sumCosts(each), byWallet };
}

/** The most credits that items cost together; `undefined` when the number of records is unknown. */
export const creditsOf = async (costs: CostsOf, items: Items): Promise<number | undefined> =>
	(await totalOf(costs, items)).creditsAtMost;

/** Requests for different items of an operation, none of which is skipped. */
export async function requestsFor(
	operation: Operation,
	items: Items,
	options: RunOptions,
): Promise<Requests> {
	const { calls, requests = (some) => timesOf(some.length, callTo(calls[0])) } = operation;
	const { concurrency, requests: limit } = runLimitsOf(options);
	// With Minimum Balance the balance is read before everything else.
	const isReadBefore = options.minimumBalance !== undefined;
	return await requests(items, { concurrency, isLimited: limit !== undefined || isReadBefore });
}

/** One of each that is not equal: items with one unit may still send different requests. */
async function differentItems(items: Items): Promise<Items> {
	const different: CheckedItem[] = [];
	const repeated: CheckedItem[] = [];
	for (const group of (await groupInTurns(items, ({ unit }) => unit)).values()) {
		if (group.length === 1) different.push(group[0]);
		else for (const item of group) repeated.push(item);
	}
	const groups = await groupInTurns(repeated, ({ input, options }) => fingerprint(input, options));
	return [...different, ...[...groups.values()].map(([first]) => first)];
}

/** Requests for items of an operation, without the limit that the user may have set. */
async function requestsOf(operation: Operation, items: Items, options: RunOptions): Promise<Requests> {
	const count = async (some: Items) => await requestsFor(operation, some, options);
	const { atLeast } = await count(await distinctItems(items));
	// Equal items share all of their requests.
	const all = await count(await differentItems(items));
	return { ...all, atLeast: options.skipEnriched !== true ? atLeast : 0 };
}

/** What a run would use, estimated from its input without sending anything. */
export interface Estimate extends Total {
	readonly requests: Requests;
}

/** Estimates a run that sends these items; Maximum Requests ends it. */
export async function estimate(
	operation: Operation,
	items: Items,
	options: RunOptions,
	costs: CostsOf = (item) => costsOf(operation, item),
): Promise<Estimate> {
	const { maxRequests = Number.POSITIVE_INFINITY, minimumBalance } = options;
	const sent = await requestsOf(operation, items, options);
	const balance =
		minimumBalance === undefined || items.length === 0 ? NO_REQUESTS : callTo(endpoints.balance);
	// It is read again before further calls that may be charged, when they come late.
	const again = balance.atMost * Math.max(0, sent.atLeast - 1);
	const { atLeast, atMost, unknown } = sumOf([balance, sent, { atLeast: 0, atMost: again }]);
	return {
		...(await totalOf(costs, items)),
		requests: {
			atLeast: Math.min(atLeast, maxRequests),
			atMost: Math.min(atMost, maxRequests),
			...(maxRequests === Number.POSITIVE_INFINITY && { unknown }),
		},
	};
}

/** Items that are not sent, and why, as a part of a sentence about the run. */
export interface Left {
	readonly items: Items;
	readonly why: string;
}

/** Items that are sent, and those that are not. */
interface Affordable {
	readonly fit: Items;
	readonly left: readonly Left[];
}

/**
 * Splits items into those within the user's Maximum Credits and Minimum Balance and the rest, which are not sent. What
 * the execution has spent so far, in earlier attempts and turns, counts; what costs nothing more is never left out.
 */
export async function affordable(
	session: Session,
	operation: Operation,
	items: Items,
	options: RunOptions,
): Promise<Affordable> {
	const { budget } = session;
	if (!budget.isLimited) return { fit: items, left: [] };
	const dueOf = dueIn(session, operation);
	// Looked at several times below.
	const due = new Map(
		await mapInTurns(
			items,
			() => HASH_WEIGHT,
			(item) => [item, dueOf(item)] as const,
		),
	);
	const costs: CostsOf = (item) => due.get(item) ?? [];
	const priced = items.filter((item) => sumCosts(costs(item)) !== 0);
	const { fit, left } = await withinMaximum(budget, costs, priced, options);
	const reason = await belowMinimum(budget, costs, fit);
	const all = reason === undefined ? left : [...left, { items: fit, why: reason }];
	const out = new Set(all.flatMap((each) => each.items));
	return { fit: items.filter((item) => !out.has(item)), left: all };
}

/** Splits items by Maximum Credits. */
async function withinMaximum(
	{ creditsLeft, ceilings: { credits: most = 0 } }: Budget,
	costs: CostsOf,
	items: Items,
	{ ifAboveMaxCredits }: RunOptions,
): Promise<Affordable> {
	if (creditsLeft === undefined) return { fit: items, left: [] };
	const creditsAtMost = await creditsOf(costs, items);
	if (creditsAtMost !== undefined && creditsAtMost <= creditsLeft) return { fit: items, left: [] };
	const { fit, rest } =
		ifAboveMaxCredits === 'fitting' ? await fitting(costs, items, creditsLeft) : { fit: [], rest: items };
	const spent = most - creditsLeft;
	const before = spent > 0 ? ` and this execution has used ${spent}` : '';
	const why = `${costInWords(creditsAtMost)}, but Maximum Credits is ${most}${before}`;
	return { fit, left: [{ items: rest, why }] };
}

/** Splits items, in order, into those that so many credits are sure to cover and the rest. */
async function fitting(
	costs: CostsOf,
	items: Items,
	credits: number,
): Promise<{ readonly fit: Items; readonly rest: Items }> {
	const paid = new Set<string>();
	let left = credits;
	const fits = (item: CheckedItem): boolean => {
		const unit = item.also ?? item.unit;
		if (paid.has(unit)) return true;
		const cost = sumCosts(costs(item)) ?? Number.POSITIVE_INFINITY;
		if (cost > left) return false;
		paid.add(unit);
		left -= cost;
		return true;
	};
	const groups = await groupInTurns(items, fits);
	return { fit: groups.get(true) ?? [], rest: groups.get(false) ?? [] };
}

/** Why the balance might fall below Minimum Balance; `undefined` when it cannot. */
async function belowMinimum(budget: Budget, costs: CostsOf, items: Items): Promise<string | undefined> {
	const { balance: least } = budget.ceilings;
	const { creditsAtMost, byWallet } = await totalOf(costs, items);
	if (least === undefined || creditsAtMost === 0) return undefined;
	const cost = costInWords(creditsAtMost);
	if (budget.unreadable !== undefined)
		return `${cost}, and Minimum Balance is ${least}. ${budget.unreadable.replace(/\.$/, '')}`;
	if (creditsAtMost === undefined) return `${cost}, and Minimum Balance is ${least}`;
	const byProduct = Object.entries(byWallet);
	for (const [name, credits] of byProduct) {
		const wallet = name === 'other' ? undefined : (name as Wallet);
		if (credits <= (budget.aboveMinimum(wallet) ?? credits)) continue;
		// Products have balances of their own, so what they cost is not added up.
		const isMixed = byProduct.length > 1;
		const of = isMixed ? `up to ${byProductInWords(byProduct)}` : cost;
		const funds = fundsInWords(budget, isMixed ? undefined : wallet);
		return `${of} and the balance is ${funds}, but Minimum Balance is ${least}`;
	}
	return undefined;
}

const byProductInWords = (costs: ReadonlyArray<readonly [string, number]>): string =>
	[...costs]
		.sort(([a], [b]) => a.localeCompare(b))
		.map(([name, credits]) => {
			const product = name === 'other' ? '' : `${name.toUpperCase()} `;
			return `${credits} ${product}credit${credits === 1 ? '' : 's'}`;
		})
		.join(' and ');

const fundsInWords = ({ funds }: Budget, wallet: Wallet | undefined): string =>
	Object.entries(funds?.left ?? {})
		.sort(([a], [b]) => a.localeCompare(b))
		.filter(([name]) => wallet === undefined || wallet === name)
		.map(([name, credits]) => `${credits} ${name.toUpperCase()} credits`)
		.join(' and ') || 'not known for this product';

const costInWords = (credits: number | undefined): string =>
	credits === undefined
		? 'an unknown number of credits because the records are in a file'
		: `up to ${credits} credit${credits === 1 ? '' : 's'}`;

/** The problems of items that are not sent. */
export const notSent = (left: readonly Left[]): Problem[] =>
	left.flatMap(({ items, why }) =>
		items.map(({ item, also }): Problem => {
			// Only a found item is known by something else, too.
			const charged =
				also === undefined ? 'Nothing was charged for this item.' : 'Finding its ID may have been charged.';
			return { items: [item], error: new NotSent(`Not sent: this run would cost ${why}. ${charged}`) };
		}),
	);
