import type { IDataObject } from 'n8n-workflow';

import { isCharged } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { asObject, asRows, isFilled, isObject, listOf } from '../base/json';

/**
 * How many records a call is charged for, as far as its body tells; `undefined` when they are in a file.
 */
function recordsOf({ recordsIn }: Endpoint, body: IDataObject): number | undefined {
	if (recordsIn === undefined) return 1;
	const counted = body[recordsIn];
	if (Array.isArray(counted)) return counted.length;
	// Less than nothing would leave room for other calls.
	return typeof counted === 'number' && Number.isSafeInteger(counted) && counted >= 0 ? counted : undefined;
}

/**
 * The most credits that a call can cost by the rules of the contract; `undefined` when that cannot be told
 * beforehand. A price that is not stated counts as one credit per record.
 */
export function mostCredits(endpoint: Endpoint, body: IDataObject = {}): number | undefined {
	if (!isCharged(endpoint.billing)) return 0;
	// A page that is asked for with the key of its search is free (credit rule 1).
	if (endpoint.billing.kind === 'newSearch') return isFilled(body.chave_cache) ? 0 : 1;
	return recordsOf(endpoint, body);
}

/** Whether an answer brought something; one that brought nothing is not charged where that is the rule. */
function hasResult(answer: unknown): boolean {
	if (!isObject(answer)) return asRows(answer).some(isFilled);
	const list = listOf(answer);
	return list === undefined ? isFilled(answer) && answer.success !== false : list.length > 0;
}

/** The most credits that an answered call has cost. */
export function chargedCredits(endpoint: Endpoint, body: IDataObject, answer: unknown): number | undefined {
	const most = mostCredits(endpoint, body);
	switch (endpoint.billing.kind) {
		case 'document':
		case 'returnedRequest':
		case 'notStated':
			return hasResult(answer) ? most : 0;
		case 'newSearch':
			// Another key than the one that was sent means a new search.
			return most === 0 && isOther(body.chave_cache, asObject(answer).chave_cache) ? 1 : most;
		default:
			return most;
	}
}

const isOther = (sent: unknown, got: unknown): boolean => isFilled(got) && got !== sent;
