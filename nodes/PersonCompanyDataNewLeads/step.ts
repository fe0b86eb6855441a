import type { SearchPosition } from '../PersonCompanyData/families/search/pages';
import { isOld, isOpen, type Missed, type Position } from './position';

/** What a poll does. */
export type Step =
	/** It loads results, from the first one of a new search or from a position. */
	| { readonly is: 'load'; readonly at: Position; readonly from?: SearchPosition; readonly limit: number }
	/** It loads nothing: the search has ended, and there is to be no other, or its next page is not asked for yet. */
	| { readonly is: 'rest'; readonly why: string };

export interface StepSettings {
	readonly search: string;
	readonly perRun: number;
	/** Whether a search that has ended begins again. */
	readonly startsAgain: boolean;
}

/** Where to read on in a search that was charged; `undefined` when that would be a new search. */
export function readable(at: Position | undefined, offset: number, now: number): SearchPosition | undefined {
	if (at?.cacheKey === undefined || at.total === undefined) return undefined;
	if (at.ended === 'noKey' || isOld(at, now)) return undefined;
	const count = offset === at.offset ? at.count : undefined;
	return { cacheKey: at.cacheKey, total: at.total, offset, pages: at.page, pageSize: at.pageSize, count };
}

/** The next step of a search. */
export function nextStep(at: Position | undefined, settings: StepSettings, now: number): Step {
	const { search, perRun, startsAgain } = settings;
	if (at === undefined) return begin(search, perRun, now);
	const from = readable(at, at.confirmed, now);
	// First, what may not have started the workflow, also of a search that has ended.
	const isAgain = isOpen(at);
	if (from !== undefined && (isAgain || at.ended === undefined)) {
		const { missed } = at;
		const isMissed = missed !== undefined && (missed.isAgain ?? false) === isAgain;
		if (isMissed && now < missed.askAt) return { is: 'rest', why: whyMissed(missed) };
		return { is: 'load', at, from, limit: isAgain ? at.offset - at.confirmed : perRun };
	}
	// Until it is old, one that matched nothing would match nothing, and one without a usable key may be charged.
	const hasEnded = at.ended === 'atEnd' && at.offset > 0;
	if (startsAgain && (hasEnded || isOld(at, now))) return begin(search, perRun, now);
	return { is: 'rest', why: whyEnded(at) };
}

const begin = (search: string, limit: number, now: number): Step => ({
	is: 'load',
	at: { search, begunAt: now, keyAt: now, confirmed: 0, offset: 0, refusals: 0 },
	limit,
});

export const whyMissed = ({ askAt }: Missed): string =>
	`The next page of the service was empty or had the results of an earlier page again, although by its total there are more. It is asked for again from ${new Date(askAt).toISOString()} on.`;

function whyEnded({ ended, offset, total, count = Math.min(offset, total ?? offset) }: Position): string {
	const isShort = ended === 'atEnd' && total !== undefined && count < total;
	const others = isShort ? ', and the others were on none of the pages' : '';
	const delivered = `${count} of ${total ?? 'an unknown number of'} results were delivered${others}`;
	switch (ended) {
		case 'atEnd':
			return `The search has ended: ${delivered}. It starts the workflow no more; to begin again, change the filters or set Options > When the Search Ends.`;
		case 'noKey':
			return `The service gave no cache key that it accepts, so each further page would be charged as a new search: ${delivered}.`;
		default:
			return `The search is too old to be continued at no charge: ${delivered}. It starts the workflow no more; to search again, change the filters or set Options > When the Search Ends.`;
	}
}
