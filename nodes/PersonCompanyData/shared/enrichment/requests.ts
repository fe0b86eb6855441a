import groupBy from 'lodash/groupBy';

import { contactsPerCall } from '../../../../core/background/batch';
import type { CheckedItem } from '../prelude';
import { callsFor, type Enrichment } from './background';

/** One lookup per contact that needs it, one submission per batch, and one read of its result. */
export function requestsOfBatches(items: ReadonlyArray<CheckedItem<Enrichment>>): number {
	const toFind = items.filter(({ input }) => callsFor(input).length > 1);
	// A wait by webhook also reads each status once.
	const ofBatches = Object.values(groupBy(items, ({ input }) => input.about)).map((group) => {
		const [{ input }] = group;
		const batches = Math.ceil(group.length / contactsPerCall(input.endpoint));
		return input.settings.limitSeconds === undefined ? batches : 2 * batches;
	});
	return ofBatches.reduce((sum, requests) => sum + requests, toFind.length);
}
