import chunk from 'lodash/chunk';
import groupBy from 'lodash/groupBy';

import { limits } from '../../../../contract/model/limits';
import { contactsPerCall } from '../../../../core/background/batch';
import {
	balanceFirst, callTo, ifNeeded, NO_REQUESTS, pollsWithin, submissionTo, sumOf, unknownBecause,
	type Requests,
} from '../../../../core/background/requests'; // prettier-ignore
import { fingerprint } from '../../../../core/base/fingerprint';
import { endpoints, type CheckedItem, type Endpoint, type RequestLimits } from '../kit';

/** How many requests enrichments send. */

interface InBatch {
	readonly settings: { readonly limitSeconds?: number; readonly byWebhook: boolean };
}

/** A submission per batch, and the wait for each. */
export function requestsOfBatches(
	endpoint: Endpoint,
	items: ReadonlyArray<CheckedItem<InBatch>>,
	{ isLimited }: RequestLimits,
): Requests {
	const { byWebhook = false, limitSeconds } = items[0]?.input.settings ?? {};
	const groups = groupBy(items, ({ input, options }) => fingerprint(input.settings, options));
	const sizes = Object.values(groups).flatMap((group) =>
		chunk(group, contactsPerCall(endpoint)).map(({ length }) => length),
	);
	const perBatch = sumOf([submissionTo(endpoint, byWebhook), waitFor(limitSeconds, byWebhook)]);
	return sumOf([...sizes.map(() => perBatch), balanceFirst(sizes, isLimited)]);
}

function waitFor(limitSeconds: number | undefined, byWebhook: boolean): Requests {
	if (limitSeconds === undefined) return NO_REQUESTS;
	if (!byWebhook) return pollsWithin(limitSeconds, limits.pollSeconds * 1000, true);
	return unknownBecause(0, 'Each callback of the service reads the status of all batches.');
}

interface Now {
	readonly limitSeconds: number;
	readonly background?: Endpoint;
}

/**
 * For each contact: the call, again if the service replays an earlier failure, and the wait for a result that comes
 * later.
 * @param slotAttempts attempts to get a slot where the enrichment may move to the background
 */
export const requestsOfContacts = (
	endpoint: Endpoint,
	contacts: readonly Now[],
	slotAttempts: number,
): Requests =>
	sumOf(
		contacts.map(({ limitSeconds, background }) => {
			const call = callTo(endpoint, background && slotAttempts);
			const again = sumOf([call, callTo(endpoints.batchStatus)]);
			return sumOf([
				call,
				ifNeeded(again),
				ifNeeded(pollsWithin(limitSeconds, 0, true)),
				background === undefined ? NO_REQUESTS : ifNeeded(submissionTo(background)),
			]);
		}),
	);
