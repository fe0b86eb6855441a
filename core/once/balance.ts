import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { isCharged } from '../../contract/model/billing';
import { mostCredits } from '../client/cost';
import { asObject, asRows, asText, isObject } from '../base/json';
import type { Call } from '../client/request';
import type { Service } from '../client/service';
import { runStateOf, type RunState } from '../client/runState';
import { attempt } from '../base/async';

/** From this cost, the balance is read before a submission. */
export const BALANCE_FIRST_FROM_CREDITS = 100;

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

/** Reads the balance in words, such as `B2C 400, B2B 480`; `null` when one request does not return it. */
async function read(service: Service): Promise<string | null> {
	const asked = await attempt(service.try({ endpoint: endpoints.balance }));
	if (!asked.ok) return null;
	const products = productsIn(asObject(asked.value.body));
	const words = products.map(
		({ product, credits }) => `${asText(product) ?? 'Product'} ${asText(credits) ?? 'unknown'}`,
	);
	return words.length === 0 ? null : words.join(', ');
}

/** The reading of each execution, if it has one: submissions keep their order, whichever of them has asked for it. */
const readings = new WeakMap<RunState, Promise<unknown>>();

/** Begins to read the balance, at most once per execution. */
function begin(service: Service): void {
	const state = runStateOf(service.session.context);
	if (state.balance !== undefined || readings.has(state)) return;
	readings.set(
		state,
		read(service).then((balance) => (state.balance = balance)),
	);
}

/**
 * Reads the balance before an execution's first expensive submission, so that the user can see whether a submission
 * without a response was charged. Not read in a run with a request limit.
 */
export async function balanceBefore(service: Service, { endpoint, body }: Call): Promise<void> {
	const { session } = service;
	const credits = mostCredits(endpoint, service.effectiveBody(endpoint, body ?? {}));
	const isWorthIt = credits === undefined || credits >= BALANCE_FIRST_FROM_CREDITS;
	if (isWorthIt && !session.isLimitedInRequests) begin(service);
	await readings.get(runStateOf(session.context));
}

/** For messages: the balance as it was read in this execution, if it was. */
export function balanceRead({ session }: Service): string {
	const { balance } = runStateOf(session.context);
	return typeof balance === 'string' ? ` Balance read in this execution: ${balance}.` : '';
}

/** For the message about a lost response: the balance, read now unless this execution has read it before. */
export async function balanceAfterLoss(service: Service, { endpoint }: Call): Promise<string> {
	if (!isCharged(endpoint.billing)) return '';
	if (runStateOf(service.session.context).balance !== undefined) return balanceRead(service);
	begin(service);
	await readings.get(runStateOf(service.session.context));
	const { balance } = runStateOf(service.session.context);
	return typeof balance === 'string' ? ` Balance now: ${balance}.` : '';
}
