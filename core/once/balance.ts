import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { mostCredits } from '../client/cost';
import { asObject, asRows, asText, isObject } from '../base/json';
import type { Call } from '../client/request';
import type { Service } from '../client/service';
import type { Session } from '../client/session';
import { attempt } from '../base/async';

/** A submission that may cost as much is worth a request that reads the balance before it. */
export const BALANCE_FIRST_FROM_CREDITS = 100;

/** Requests that reading the balance takes a run whose submissions cost so many credits together. */
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

/** The balance in words, such as `B2C 400, B2B 480`; `undefined` when it cannot be had with one request. */
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

/** Read once per run, however many submissions it has. */
const readBefore = new WeakMap<Session, Promise<string | undefined>>();

/**
 * The balance before the first submission of the run that may cost much, so that what became of it can be told
 * should its answer be lost. Takes no request of a run that is limited in their number.
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
