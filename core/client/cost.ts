import type { IDataObject } from 'n8n-workflow';

import { isCharged } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { cacheKeyIn, readAnswer, type Body } from '../read/answer';
import { asInteger, isFilled } from '../base/json';

/** `undefined` when the records are in a file. */
function recordsOf({ recordsIn }: Endpoint, body: IDataObject): number | undefined {
	if (recordsIn === undefined) return 1;
	const counted = body[recordsIn];
	if (Array.isArray(counted)) return counted.length;
	const number = asInteger(counted);
	// A negative count would free budget for other calls.
	return number !== undefined && number >= 0 ? number : undefined;
}

/**
 * The most credits; `undefined` if unknown in advance. An unstated price counts as one per record.
 * @param hasKnownKey the cache key is of a search that this execution paid for, so a page is free (credit rule 1)
 */
export function mostCredits(
	endpoint: Endpoint,
	body: IDataObject = {},
	hasKnownKey = false,
): number | undefined {
	if (!isCharged(endpoint.billing)) return 0;
	if (endpoint.billing.kind === 'newSearch') return hasKnownKey ? 0 : 1;
	return recordsOf(endpoint, body);
}

/** Some billing rules do not charge an empty response; one of unknown shape counts as a result. */
function hasResult(endpoint: Endpoint, body: Body): boolean {
	const answer = readAnswer(endpoint, body);
	if (answer.kind === 'notFound' || answer.kind === 'error') return false;
	return answer.kind === 'unknown' || answer.rows.some(isFilled);
}

/** The most credits, given the response; `undefined` if unknown. */
export function chargedCredits(
	endpoint: Endpoint,
	body: IDataObject,
	answer: Body,
	hasKnownKey = false,
): number | undefined {
	const most = mostCredits(endpoint, body, hasKnownKey);
	switch (endpoint.billing.kind) {
		case 'document':
		case 'returnedRequest':
		case 'notStated':
			return hasResult(endpoint, answer) ? most : 0;
		case 'newSearch': {
			// A key other than the one sent means a new search.
			const got = cacheKeyIn(endpoint, answer);
			return got === undefined ? most : got === body.chave_cache ? 0 : 1;
		}
		default:
			return most;
	}
}
