import sumBy from 'lodash/sumBy';

import { isCharged, type Wallet } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import { groupInTurns, mapInTurns } from '../../../core/base/async';
import { digits, plural } from '../../../core/base/text';
import type { Session } from '../../../core/client/session';
import { Purchases } from '../../../core/purchase/purchases';
import { chargedAs, planOf, purchaseKeysOf, type CheckedItem, type Items, type Operation } from './operation';
import type { RunOptions } from './options';

/** `other` where the service does not name the product. */
type Product = Wallet | 'other';

/** What items may still cost in this execution. */
export interface Cost {
	/** `likely` leaves out calls that have been free so far. */
	readonly products: Readonly<Record<Product, { readonly likely: number; readonly most: number }>>;
	/** Has records that only the service can count. */
	readonly isOpen: boolean;
}

export function addUp(all: readonly Cost[]): Cost {
	const sumOf = (name: Product) => ({
		likely: sumBy(all, ({ products }) => products[name].likely),
		most: sumBy(all, ({ products }) => products[name].most),
	});
	const products = { b2b: sumOf('b2b'), b2c: sumOf('b2c'), other: sumOf('other') };
	return { products, isOpen: all.some(({ isOpen }) => isOpen) };
}

export const NOTHING = addUp([]);

export const creditsOf = ({ products, isOpen }: Cost, which: 'likely' | 'most'): number | undefined =>
	isOpen ? undefined : sumBy(Object.values(products), which);

export const mostOf = (cost: Cost): number => creditsOf(cost, 'most') ?? Number.POSITIVE_INFINITY;

/** The calls that are still to be paid for: none for what was submitted, or asked and answered. */
export function dueCalls(session: Session, operation: Operation, item: CheckedItem): readonly Endpoint[] {
	if (Purchases.of(session).ledger.find(...purchaseKeysOf(item)) !== undefined) return [];
	const isAnswered = session.remembers(item.purchaseKey) || item.foundKey !== undefined;
	return planOf(operation, item).filter(
		({ creates }) => !isAnswered || (operation.plan !== undefined && creates === true),
	);
}

export function costOf(session: Session, operation: Operation, item: CheckedItem): Cost {
	const { records = () => 1 } = operation;
	return addUp(
		dueCalls(session, operation, item).map(({ wallet = 'other', freeSoFar }) => {
			const credits = records(item.input, (key) => session.remembers(key));
			const most = credits ?? 0;
			const cost = { likely: freeSoFar === undefined ? most : 0, most };
			return { products: { ...NOTHING.products, [wallet]: cost }, isOpen: credits === undefined };
		}),
	);
}

const distinctItems = async (items: Items): Promise<Items> =>
	[...(await groupInTurns(items, chargedAs)).values()].map((same) => same[same.length - 1]);

export const estimate = async (session: Session, operation: Operation, items: Items): Promise<Cost> =>
	addUp(await mapInTurns(await distinctItems(items), (item) => costOf(session, operation, item)));

/** `5 B2B credits and 6 B2C credits`, as `say` has it. */
export const byProduct = <T>(
	products: Readonly<Partial<Record<Product, T>>>,
	say: (of: T, noun: string) => string,
): string =>
	(['b2b', 'b2c', 'other'] as const)
		.flatMap((name) => {
			const of = products[name];
			const noun = name === 'other' ? 'credit' : `${name.toUpperCase()} credit`;
			return of === undefined ? [] : say(of, noun) || [];
		})
		.join(' and ');

/** Such as `5 to 10 B2B credits and up to 1 B2C credit`. */
export function inWords({ products, isOpen }: Cost): string {
	if (isOpen) return 'an unknown number of credits';
	const words = byProduct(products, ({ likely, most }, noun) =>
		most === 0 ? '' : `${likely < most ? `${digits(likely)} to` : 'up to'} ${plural(most, noun)}`,
	);
	return words || 'no credits';
}

/** Estimated requests if all goes well; `undefined` when unknown. */
export async function requestsFor(
	operation: Operation,
	items: Items,
	{ maxRequests = Number.POSITIVE_INFINITY, minimumBalance }: RunOptions,
): Promise<number | undefined> {
	const distinct = await distinctItems(items);
	const about = operation.requests === undefined ? distinct.length : operation.requests(distinct);
	if (about === undefined) return undefined;
	const isRead = minimumBalance !== undefined && operation.calls.some(({ billing }) => isCharged(billing));
	return Math.min(about + (isRead ? 1 : 0), maxRequests);
}
