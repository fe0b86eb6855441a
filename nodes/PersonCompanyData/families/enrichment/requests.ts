import chunk from 'lodash/chunk';

import { contactsPerCall } from '../../../../core/background/batch';
import { balanceFirst, requests, sumOf, type Requests } from '../../../../core/background/requests';
import { groupInTurns } from '../../../../core/base/async';
import { fingerprint } from '../../../../core/base/fingerprint';
import type { CheckedItem, RequestLimits } from '../kit';
import { callsFor, type Enrichment } from './background';

/** A question for each contact that needs one, a submission per batch, and one look at its result. */
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
	const toFind = items.filter(({ input }) => callsFor(input).length > 1);
	// The one callback that ends a wait reads the status of each batch, too.
	const looks = batches.filter(([{ input }]) => input.settings.limitSeconds !== undefined).length;
	return sumOf([
		requests(toFind.length),
		requests(batches.length + looks),
		balanceFirst(
			batches.map(({ length }) => length),
			isLimited,
		),
	]);
}
