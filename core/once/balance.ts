import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { mostCredits } from '../client/cost';
import { asObject, asRows, asText, isObject } from '../base/json';
import type { Call } from '../client/request';
import type { Service } from '../client/service';
import type { Session } from '../client/session';
import { attempt } from '../base/async';

/** From this cost, the balance is read before a submission. */
export const BALANCE_FIRST_FROM_CREDITS = 100;

/** Requests needed to read the balance in a run whose submissions cost this many credits in total. */
export const requestsForBalance = (credits: number): number =>
	credits >= BALANCE_FIRST_FROM_CREDITS ? 1 : 0;

/** One row per product, from a list of products or from fields such as `b2b_credits` (assumed: one, contradictory). */
export function productsIn(answer: IDataObject): IDataObject[] {
	const balance = isObject(answer.balance) ? answer.balance : answer;
	const listed = asRows(balance.credits ?? []).map(({ product_code, product_name, value }) => ({
		product: asText(product_name) ?? asText(product_code) ?? null,
		credits: value ?? null,
	}));
	if (listed.length > 0) return listed;
	return Object.entries(balance)
		.filter(([name, value]) => /^b2[bc]\b|^b2[bc]_/.test(name) && !isObject(value))
		.map(([name, credits]) => ({ product: name.slice(0, 3).toUpperCase(), credits }));
}

/** The balance in words, such as `B2C 400, B2B 480`; `undefined` when one request does not return it. */
export async function readBalance(service: Service): Promise<string | undefined> {
	const asked = await attempt(service.try({ endpoint: endpoints.balance }));
	if (!asked.ok) return undefined;
	const products = productsIn(asObject(asked.value.body));
	return products.length === 0
		? undefined
		: products
				.map(({ product, credits }) => `${asText(product) ?? 'Product'} ${asText(credits) ?? 'unknown'}`)
				.join(', ');
}

/** One read per run, however many submissions it has. */
const readBefore = new WeakMap<Session, Promise<string | undefined>>();

/**
 * The balance before the run's first expensive submission, so that the user can see whether a submission without
 * a response was charged. Not read in a run with a request limit.
 */
export async function balanceBefore(service: Service, { endpoint, body }: Call): Promise<string | undefined> {
	const { session } = service;
	const credits = mostCredits(endpoint, service.effectiveBody(endpoint, body ?? {}));
	const isWorthIt = credits === undefined || credits >= BALANCE_FIRST_FROM_CREDITS;
	if (isWorthIt && !session.isLimitedInRequests && !readBefore.has(session)) {
		readBefore.set(session, readBalance(service));
	}
	return await readBefore.get(session);
}
