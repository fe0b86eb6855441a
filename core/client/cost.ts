import type { IDataObject } from 'n8n-workflow';

import { isCharged } from '../../contract/model/billing';
import { reportsFailure } from './failure';
import type { Endpoint } from '../../contract/model/endpoint';
import { asObject, asRows, isFilled, isObject, listOf } from '../base/json';

/** Number of records that a call is charged for; `undefined` when they are in a file. */
function recordsOf({ recordsIn }: Endpoint, body: IDataObject): number | undefined {
	if (recordsIn === undefined) return 1;
	const counted = body[recordsIn];
	if (Array.isArray(counted)) return counted.length;
	// A negative count would free budget for other calls.
	return typeof counted === 'number' && Number.isSafeInteger(counted) && counted >= 0 ? counted : undefined;
}

/**
 * The most credits that a call can cost by the contract's rules; `undefined` when unknown in advance. A price that
 * is not stated counts as one credit per record.
 */
export function mostCredits(endpoint: Endpoint, body: IDataObject = {}): number | undefined {
	if (!isCharged(endpoint.billing)) return 0;
	// A page requested with the cache key of its search is free (credit rule 1).
	if (endpoint.billing.kind === 'newSearch') return isFilled(body.chave_cache) ? 0 : 1;
	return recordsOf(endpoint, body);
}

/** Whether a response has results; under some billing rules an empty one is not charged. */
function hasResult(answer: unknown): boolean {
	if (reportsFailure(answer)) return false;
	if (!isObject(answer)) return asRows(answer).some(isFilled);
	const list = listOf(answer);
	return list === undefined ? isFilled(answer) : list.length > 0;
}

/** The most credits that a call can have cost, given its response. */
export function chargedCredits(endpoint: Endpoint, body: IDataObject, answer: unknown): number | undefined {
	const most = mostCredits(endpoint, body);
	switch (endpoint.billing.kind) {
		case 'document':
		case 'returnedRequest':
		case 'notStated':
			return hasResult(answer) ? most : 0;
		case 'newSearch':
			// A cache key other than the one sent means a new search.
			return most === 0 && isOther(body.chave_cache, asObject(answer).chave_cache) ? 1 : most;
		default:
			return most;
	}
}

const isOther = (sent: unknown, got: unknown): boolean => isFilled(got) && got !== sent;
