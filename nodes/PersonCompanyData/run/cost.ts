import sum from 'lodash/sum';

import { mapInTurns } from '../../../core/base/async';
import { isCharged } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import { readFunds } from '../../../core/purchase/balance';
import { Purchases } from '../../../core/purchase/purchases';
import type { CheckedItem, IsKnownKey, Operation } from './operation';
import { planOf, purchaseKeysOf } from './plan';
import type { RunOptions } from './options/options';

export type Items = readonly CheckedItem[];

/** The most credits of one call; `undefined` when only the service can count its records. */
interface Charge {
	readonly call: Endpoint;
	readonly credits: number | undefined;
}

export type ChargesOf = (item: CheckedItem) => readonly Charge[];

/** What an item may still cost in this execution: nothing for what was submitted, or asked and answered. */
export const dueIn =
	(session: Session, operation: Operation): ChargesOf =>
	(item) => {
		if (Purchases.of(session).ledger.find(...purchaseKeysOf(item)) !== undefined) return [];
		const isAnswered = session.remembers(item.purchaseKey) || item.foundKey !== undefined;
		const isKnownKey: IsKnownKey = (key) => session.remembers(key);
		return planOf(operation, item)
			.filter(({ creates }) => !isAnswered || (operation.plan !== undefined && creates === true))
			.map((call) => ({
				call,
				credits: operation.records === undefined ? 1 : operation.records(item.input, isKnownKey),
			}));
	};

/** The most credits, and the part of them for calls that have been free so far. */
interface Credits {
	readonly most: number;
	readonly freeSoFar: number;
}

export interface Estimate extends Omit<Credits, 'most'> {
	/** `undefined` when only the service can count the records. */
	readonly most: number | undefined;
	/** By product; `other` where the service does not name it. */
	readonly products: Readonly<Record<string, Credits>>;
}

export function sumOf(charges: readonly Charge[]): Estimate {
	const products: Record<string, Credits> = {};
	for (const {
		call: { wallet = 'other', freeSoFar },
		credits = 0,
	} of charges) {
		const before = Object.hasOwn(products, wallet) ? products[wallet] : { most: 0, freeSoFar: 0 };
		const free = freeSoFar === undefined ? 0 : credits;
		products[wallet] = { most: before.most + credits, freeSoFar: before.freeSoFar + free };
	}
	const isKnown = charges.every(({ credits }) => credits !== undefined);
	const all = Object.values(products);
	return {
		most: isKnown ? sum(all.map(({ most }) => most)) : undefined,
		freeSoFar: sum(all.map((each) => each.freeSoFar)),
		products,
	};
}

/** Items with the same key are charged once. */
export const chargedAs = ({ purchaseKey, foundKey = purchaseKey }: CheckedItem): string => foundKey;

async function distinctItems(items: Items): Promise<Items> {
	const byKey = new Map<string, CheckedItem>();
	await mapInTurns(items, (item) => void byKey.set(chargedAs(item), item));
	return [...byKey.values()];
}

/** Each purchase counts once. */
export const estimate = async (charges: ChargesOf, items: Items): Promise<Estimate> =>
	sumOf((await mapInTurns(await distinctItems(items), charges)).flat());

/** Estimated requests if all goes well; `undefined` when unknown. */
export async function requestsFor(
	operation: Operation,
	items: Items,
	{ maxRequests, minimumBalance }: RunOptions,
): Promise<number | undefined> {
	const distinct = await distinctItems(items);
	const about = operation.requests === undefined ? distinct.length : operation.requests(distinct);
	if (about === undefined) return undefined;
	const isRead = minimumBalance !== undefined && operation.calls.some(({ billing }) => isCharged(billing));
	return Math.min(about + (isRead ? 1 : 0), maxRequests ?? Number.POSITIVE_INFINITY);
}

/** `5 B2B credits and 6 B2C credits`, as `say` has it. */
export const byProduct = <T>(
	products: Readonly<Record<string, T>>,
	say: (of: T, noun: string) => string,
): string =>
	Object.entries(products)
		.sort(([a], [b]) => a.localeCompare(b))
		.map(([name, of]) => say(of, name === 'other' ? 'credit' : `${name.toUpperCase()} credit`))
		.join(' and ');

/** Only with Minimum Balance, and if the items may cost anything. */
export async function readFundsFor(session: Session, operation: Operation, items: Items): Promise<void> {
	if (session.usage.ceilings.balance === undefined) return;
	if ((await estimate(dueIn(session, operation), items)).most === 0) return;
	await readFunds(new Service(session, []));
}
