import { groupInTurns, mapInTurns } from '../../../core/base/async';
import { digits, plural } from '../../../core/base/text';
import type { Wallet } from '../../../contract/model/billing';
import type { Budget } from '../../../core/client/cost';
import { NotSent } from '../../../core/client/failure';
import type { Session } from '../../../core/client/session';
import type { Problem } from '../../../core/output/outcome';
import type { CheckedItem, Operation } from './operation';
import type { RunOptions } from './options/options';
import { costInWords, dueIn, sumCosts, totalOf, type CostsOf, type Items } from './cost';

/** Items that are not sent, and why, as a part of a sentence about the run. */
export interface Left {
	readonly items: Items;
	readonly why: string;
	/** What the user can do about it. */
	readonly advice?: string;
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
	const due = new Map(await mapInTurns(items, (item) => [item, dueOf(item)] as const));
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
	options: RunOptions,
): Promise<Affordable> {
	if (creditsLeft === undefined) return { fit: items, left: [] };
	const total = await totalOf(costs, items);
	const { creditsAtMost } = total;
	if (creditsAtMost !== undefined && creditsAtMost <= creditsLeft) return { fit: items, left: [] };
	const { fit, rest } =
		options.ifAboveMaxCredits === 'fitting'
			? await fitting(costs, items, creditsLeft)
			: { fit: [], rest: items };
	const spent = most - creditsLeft;
	const before = spent > 0 ? ` and this execution has used ${digits(spent)}` : '';
	const why = `${costInWords(total)}, but Maximum Credits is ${digits(most)}${before}`;
	return { fit, left: [{ items: rest, why, advice: adviceOn(creditsAtMost, options) }] };
}

/** What the user can do where items may cost more than Maximum Credits. */
export function adviceOn(credits: number | undefined, { ifAboveMaxCredits }: RunOptions): string {
	// No maximum is sure to cover an unknown number.
	if (credits === undefined) return 'To send it all the same, remove the option Maximum Credits.';
	return ifAboveMaxCredits === 'fitting'
		? 'To send these rows too, raise Maximum Credits.'
		: 'Raise Maximum Credits, or set Options > If Above Maximum Credits to Send What Fits.';
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
	const total = await totalOf(costs, items);
	const { creditsAtMost, byWallet } = total;
	if (least === undefined || creditsAtMost === 0) return undefined;
	const cost = costInWords(total);
	const minimum = `Minimum Balance is ${digits(least)}`;
	if (budget.unreadable !== undefined)
		return `${cost}, and ${minimum}. ${budget.unreadable.replace(/\.$/, '')}`;
	if (creditsAtMost === undefined) return `${cost}, and ${minimum}`;
	const byProduct = Object.entries(byWallet);
	for (const [name, credits] of byProduct) {
		const wallet = name === 'other' ? undefined : (name as Wallet);
		if (credits <= (budget.aboveMinimum(wallet) ?? credits)) continue;
		// Products have balances of their own, so what they cost is not added up.
		const isMixed = byProduct.length > 1;
		const of = isMixed ? `up to ${byProductInWords(byProduct)}` : cost;
		const funds = fundsInWords(budget, isMixed ? undefined : wallet);
		return `${of} and the balance is ${funds}, but ${minimum}`;
	}
	return undefined;
}

const byProductInWords = (costs: ReadonlyArray<readonly [string, number]>): string =>
	[...costs]
		.sort(([a], [b]) => a.localeCompare(b))
		.map(([name, credits]) => plural(credits, name === 'other' ? 'credit' : `${name.toUpperCase()} credit`))
		.join(' and ');

const fundsInWords = ({ funds }: Budget, wallet: Wallet | undefined): string =>
	Object.entries(funds?.left ?? {})
		.sort(([a], [b]) => a.localeCompare(b))
		.filter(([name]) => wallet === undefined || wallet === name)
		.map(([name, credits]) => plural(credits, `${name.toUpperCase()} credit`))
		.join(' and ') || 'not known for this product';

/** Why items are not sent, and what can be done about it. */
export const whyNotSent = ({ why, advice }: Left): string =>
	`Not sent: this run would cost ${why}.${advice === undefined ? '' : ` ${advice}`}`;

/** What is said of items that were found, and are then not sent. */
export const FINDING_CHARGED = 'Finding its ID may have been charged.';

/** The problems of items that are not sent. */
export const notSent = (left: readonly Left[]): Problem[] =>
	left.flatMap((each) =>
		each.items.map(({ item, also }): Problem => {
			// Only a found item is known by something else, too.
			const charged = also === undefined ? 'Nothing was charged for this item.' : FINDING_CHARGED;
			return { items: [item], error: new NotSent(`${whyNotSent(each)} ${charged}`) };
		}),
	);
