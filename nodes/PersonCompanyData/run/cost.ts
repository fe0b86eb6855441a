import { HASH_WEIGHT, mapInTurns } from '../../../core/base/async';
import { isCharged, type Wallet } from '../../../contract/model/billing';
import type { Session } from '../../../core/client/session';
import { Journal } from '../../../core/once/journal';
import { planOf, unitsOf, type CheckedItem, type IsKnownKey, type Operation } from './operation';

export type Items = readonly CheckedItem[];

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
export function costsOf(
	operation: Operation,
	item: CheckedItem,
	isAsked = false,
	isKnownKey: IsKnownKey = () => false,
): readonly Cost[] {
	const charged = operation.calls.find(({ billing }) => isCharged(billing));
	if (charged === undefined) return [];
	const { wallet } = charged;
	if (operation.plan !== undefined) {
		const due = planOf(operation, item).filter((call) => call.creates === true || !isAsked);
		return due.map((call) => ({ wallet: call.wallet, credits: 1 }));
	}
	if (isAsked) return [];
	return [
		{ wallet, credits: operation.records === undefined ? 1 : operation.records(item.input, isKnownKey) },
	];
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

/** The credits of costs together; `undefined` when those of one are unknown. */
export const sumCosts = (costs: readonly Cost[]): number | undefined =>
	costs.reduce<number | undefined>(
		(sum, { credits }) => (sum === undefined || credits === undefined ? undefined : sum + credits),
		0,
	);

type ByWallet = Readonly<Partial<Record<Wallet | 'other', number>>>;

/** What items cost together. */
export interface Total {
	/** The most credits; `undefined` when the number of records is unknown. */
	readonly creditsAtMost: number | undefined;
	/** The most credits of each balance, of items whose cost is known. */
	readonly byWallet: ByWallet;
}

/** What items cost together, each unit once. */
export async function totalOf(costs: CostsOf, items: Items): Promise<Total> {
	const each = (await mapInTurns(await distinctItems(items), () => HASH_WEIGHT, costs)).flat();
	const byWallet: Partial<Record<Wallet | 'other', number>> = {};
	for (const { wallet = 'other', credits = 0 } of each) byWallet[wallet] = (byWallet[wallet] ?? 0) + credits;
	return { creditsAtMost: sumCosts(each), byWallet };
}

/** The most credits that items cost together; `undefined` when the number of records is unknown. */
export const creditsOf = async (costs: CostsOf, items: Items): Promise<number | undefined> =>
	(await totalOf(costs, items)).creditsAtMost;
