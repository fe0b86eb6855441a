import { mapInTurns } from '../../../core/base/async';
import { digits, plural } from '../../../core/base/text';
import { isCharged, type Wallet } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import { readFunds } from '../../../core/purchase/balance';
import { Purchases } from '../../../core/purchase/purchases';
import { planOf, unitsOf, type CheckedItem, type IsKnownKey, type Operation } from './operation';

export type Items = readonly CheckedItem[];

/** What a call may cost: the most credits, `undefined` when the records are in a file. */
interface Cost {
	readonly call: Endpoint;
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
	if (operation.plan !== undefined) {
		const due = planOf(operation, item).filter((call) => call.creates === true || !isAsked);
		return due.map((call) => ({ call, credits: 1 }));
	}
	if (isAsked) return [];
	const credits = operation.records === undefined ? 1 : operation.records(item.input, isKnownKey);
	return [{ call: charged, credits }];
}

/** What an item may still cost in this execution: nothing for what it has submitted, or asked and been answered. */
export const dueIn =
	(session: Session, operation: Operation): CostsOf =>
	(item) => {
		if (Purchases.of(session).ledger.find(...unitsOf(item)) !== undefined) return [];
		const isAnswered = session.budget.answered.has(item.unit);
		const isKnownKey: IsKnownKey = (key) => session.searchKeys.isKnown(key);
		return costsOf(operation, item, isAnswered || item.also !== undefined, isKnownKey);
	};

/** One item of each unit: items with the same one are charged once. */
export async function distinctItems(items: Items): Promise<Items> {
	const byUnit = new Map<string, CheckedItem>();
	await mapInTurns(items, (item) => void byUnit.set(item.also ?? item.unit, item));
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
	/** Those of them that are for what has been free so far. */
	readonly freeByWallet: ByWallet;
	/** The others than those below, by what they are for. */
	readonly byPurpose: ReadonlyMap<string, number>;
	/** Those for what has been free so far, by what they are for. */
	readonly freeSoFar: ReadonlyMap<string, number>;
}

/** What the credits of a call are for, where not all of those of an item are for the same. */
const purposeOf = ({ freeSoFar, billing }: Endpoint): string =>
	freeSoFar ?? (billing.kind === 'record' ? 'to enrich' : 'to look up');

/** What items cost together, each unit once. */
export async function totalOf(costs: CostsOf, items: Items): Promise<Total> {
	const each = (await mapInTurns(await distinctItems(items), costs)).flat();
	const byWallet: Partial<Record<Wallet | 'other', number>> = {};
	const freeByWallet: Partial<Record<Wallet | 'other', number>> = {};
	const byPurpose = new Map<string, number>();
	const freeSoFar = new Map<string, number>();
	for (const { call, credits = 0 } of each) {
		const { wallet = 'other' } = call;
		byWallet[wallet] = (byWallet[wallet] ?? 0) + credits;
		if (call.freeSoFar !== undefined) freeByWallet[wallet] = (freeByWallet[wallet] ?? 0) + credits;
		const purposes = call.freeSoFar === undefined ? byPurpose : freeSoFar;
		purposes.set(purposeOf(call), (purposes.get(purposeOf(call)) ?? 0) + credits);
	}
	return { creditsAtMost: sumCosts(each), byWallet, freeByWallet, byPurpose, freeSoFar };
}

/** What items cost, in words; what has been free so far is told apart. */
export function costInWords({ creditsAtMost, byPurpose, freeSoFar }: Total): string {
	if (creditsAtMost === undefined) return 'an unknown number of credits because the records are in a file';
	const all = `up to ${plural(creditsAtMost, 'credit')}`;
	const free = [...freeSoFar].filter(([, credits]) => credits > 0);
	if (free.length === 0) return all;
	const others = [...byPurpose].map(([purpose, credits]) => `${digits(credits)} ${purpose}`);
	const parts = [...others, ...free.map(([purpose, credits]) => `up to ${digits(credits)} ${purpose}`)];
	return `${all} (${parts.join(', ')}, which has been free so far)`;
}

/** The most credits that items cost together; `undefined` when the number of records is unknown. */
export const creditsOf = async (costs: CostsOf, items: Items): Promise<number | undefined> =>
	(await totalOf(costs, items)).creditsAtMost;

/** Reads the balance for Minimum Balance, if the items may cost anything. */
export async function readFundsFor(
	session: Session,
	operation: Operation,
	items: Items,
	isForSubmission = false,
): Promise<void> {
	if (session.budget.ceilings.balance === undefined) return;
	if ((await creditsOf(dueIn(session, operation), items)) === 0) return;
	await readFunds(new Service(session, []), isForSubmission);
}
