import chunk from 'lodash/chunk';
import groupBy from 'lodash/groupBy';

import { limits } from '../../../../contract/model/limits';
import { contactsPerCall } from '../../../../core/background/batch';
import {
	balanceFirst, callTo, ifNeeded, NO_REQUESTS, pollsWithin, submissionTo, sumOf, timesOf, unknownBecause,
	type Requests,
} from '../../../../core/background/requests'; // prettier-ignore
import { groupInTurns } from '../../../../core/base/async';
import { fingerprint } from '../../../../core/base/fingerprint';
import { KEYS_PER_CALL } from '../../../../core/once/syncCall';
import { endpoints, type CheckedItem, type Endpoint, type RequestLimits } from '../kit';
import { callsFor, type Enrichment, type Settings } from './background';

/** How many requests enrichments send. */

/** A question for each contact that needs one, a submission per batch, and the wait for each. */
export async function requestsOfBatches(
	items: ReadonlyArray<CheckedItem<Enrichment>>,
	{ isLimited }: RequestLimits,
): Promise<Requests> {
	const groups = await groupInTurns(items, ({ input: { about, settings }, options }) =>
		fingerprint(about, settings, options),
	);
	const batches = [...groups.values()].flatMap((group) =>
		chunk(group, contactsPerCall(group[0].input.endpoint)),
	);
	const each = batches.map(([{ input: { endpoint, settings } }]) => sumOf([submissionTo(endpoint, settings.byWebhook), waitFor(settings)])); // prettier-ignore
	const toFind = items.filter(({ input }) => callsFor(input).length > 1);
	const sizes = batches.map(({ length }) => length);
	return sumOf([
		timesOf(toFind.length, callTo(endpoints.b2bCompanyFind)),
		...each,
		balanceFirst(sizes, isLimited),
	]);
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
 * For each contact: the call, again as long as the service replays earlier failures, and the wait for a result that comes
 * later.
 * @param slotAttempts attempts to get a slot where the enrichment may move to the background
 */
export function requestsOfContacts(
	endpoint: Endpoint,
	contacts: readonly Now[],
	slotAttempts: number,
): Requests {
	const requestsFor = ({ limitSeconds, background }: Now): Requests => {
		const call = callTo(endpoint, background && slotAttempts);
		const again = sumOf([call, callTo(endpoints.batchStatus)]);
		return sumOf([
			call,
			ifNeeded(timesOf(KEYS_PER_CALL - 1, again)),
			ifNeeded(pollsWithin(limitSeconds, 0, true)),
			background === undefined ? NO_REQUESTS : ifNeeded(submissionTo(background)),
		]);
	};
	// Few contacts of a long list differ in these.
	const alike = groupBy(contacts, ({ limitSeconds, background }) => `${limitSeconds} ${background?.path}`);
	return sumOf(Object.values(alike).map((group) => timesOf(group.length, requestsFor(group[0]))));
}
