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
import { callsFor, type Enrichment, type Settings } from './background';

/** How many requests enrichments send. */

/** A question for each contact that needs one, a submission per batch, and the wait for each. */
export function requestsOfBatches(
	items: ReadonlyArray<CheckedItem<Enrichment>>,
	{ isLimited }: RequestLimits,
): Requests {
	const groups = groupBy(items, ({ input: { about, settings }, options }) =>
		fingerprint(about, settings, options),
	);
	const batches = Object.values(groups).flatMap((group) =>
		chunk(group, contactsPerCall(group[0].input.endpoint)),
	);
	const each = batches.map(([{ input: { endpoint, settings } }]) => sumOf([submissionTo(endpoint, settings.byWebhook), waitFor(settings)])); // prettier-ignore
	const asked = items.flatMap(({ input }) =>
		callsFor(input)
			.slice(0, -1)
			.map((call) => callTo(call)),
	);
	const sizes = batches.map(({ length }) => length);
	return sumOf([...asked, ...each, balanceFirst(sizes, isLimited)]);
}

function waitFor({ limitSeconds, byWebhook }: Settings): Requests {
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
