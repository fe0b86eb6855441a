import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { attempt } from '../../core/base/async';
import { clock } from '../../core/base/clock';
import { ServiceFailure } from '../../core/client/failure';
import { presented } from '../../core/leads/present';
import type { Service } from '../../core/client/service';
import { loadPages, type SearchPosition, type SearchState } from '../PersonCompanyData/families/search/pages';
import { searchDetails } from '../PersonCompanyData/families/search/runSearch';
import type { Wanted } from './form';
import { isOpen, type Missed, type Position } from './position';

/** What a poll has loaded. */
export interface Loaded {
	readonly items: INodeExecutionData[];
	/** What became of the search. */
	readonly state: SearchState;
	/** Whether the service has forgotten the key and made a new search of a later page. */
	readonly isRefused: boolean;
	/** Pages that were, or may have been, charged as a new search. */
	readonly charged: number;
	/** Why the rest of the rows is missing. */
	readonly failure?: ServiceFailure;
}

export interface Part {
	/** Where to continue; absent for a new search. */
	readonly from?: SearchPosition;
	readonly limit: number;
	/** Polls in a row, up to this one, in which the service did not accept its own key; absent for a test run. */
	readonly refusals?: number;
	/** Milliseconds that n8n gives the poll. */
	readonly budgetMs: number;
}

/** The share of its time in which a poll still requests pages. */
const USED_OF_BUDGET = 0.7;
/** Polls in a row in which the service does not accept its own key, until it is given up. */
const MOST_REFUSALS = 2;

/**
 * Loads results one page after the other. Ends early when the service has made a new search of a later page, so
 * that no poll is charged for page after page, when the time is up, and when a page fails after others.
 * @throws ServiceFailure when a page fails after none that had rows or was charged
 */
export async function load(service: Service, wanted: Wanted, part: Part): Promise<Loaded> {
	const { kind, filters, pageSize } = wanted;
	const { from, limit, refusals, budgetMs } = part;
	const { endpoint } = kind;
	const refusalsLeft = refusals === undefined ? undefined : MOST_REFUSALS - 1 - refusals;
	const request = { endpoint, filters, pageSize, limit, from, refusalsLeft, oneAtATime: true };
	// The service gave the key, and has not refused it since: a page whose answer is lost may be asked for again.
	if (from !== undefined && refusals === 0) service.session.searchKeys.note(undefined, from.cacheKey);
	const pages = loadPages(service, request);
	const until = clock.now() + USED_OF_BUDGET * budgetMs;
	const rows: IDataObject[] = [];
	let charged = 0;
	let isRefused = false;
	let state: SearchState | undefined;
	let failure: ServiceFailure | undefined;
	for (;;) {
		const next = await attempt(pages.next());
		if (!next.ok) {
			const hasNothing = rows.length === 0 && charged === 0;
			if (hasNothing || !(next.error instanceof ServiceFailure)) throw next.error;
			failure = next.error;
			break;
		}
		if (next.value.done === true || next.value.value === undefined) break;
		const page = next.value.value;
		isRefused = page.state.isNew && (from !== undefined || state !== undefined);
		({ state } = page);
		for (const row of page.rows) rows.push(row);
		if (state.isNew) charged++;
		if (isRefused || clock.now() > until) break;
	}
	state ??= {
		...{ offset: from?.offset ?? 0, pageSize, isNew: false, renewed: false },
		...{ stuck: false, isCut: false, repeats: false },
	};
	const search = wanted.options.includeSearchDetails === true ? searchDetails(state, charged) : undefined;
	const leads = await presented(
		service.session,
		rows.map((row) => ({ json: { outcome: 'found', ...row, ...(search && { search }) }, items: [] })),
		wanted.view,
	);
	return {
		items: leads.map(({ json }) => ({ json })),
		state,
		isRefused,
		charged,
		...(failure !== undefined && { failure }),
	};
}

/** A page that does not come may be a passing fault, for which nothing may be lost; but a request counts, too. */
const MOST_MISSES = 5;
const FIRST_WAIT_MS = 15 * 60 * 1000;
/** How much longer each further wait is: together they last most of a day. */
const WAIT_GROWS = 4;

/** How often in a row the page did not come: it was empty, or one of those before it. */
function missedAfter(
	before: Position,
	isAhead: boolean,
	{ items, state }: Loaded,
	now: number,
): Missed | undefined {
	const isAgain = isOpen(before);
	const isSame = (before.missed?.isAgain ?? false) === isAgain;
	const hasCome = isAhead || (isAgain && isSame && items.length > 0);
	const missed = hasCome ? undefined : before.missed;
	// It had results when it was delivered, whatever the service says now.
	const isGone = isAgain && items.length === 0 && state.nextOffset === undefined;
	if (!state.repeats && !state.isCut && !isGone) return missed;
	const times = (isSame ? (missed?.times ?? 0) : 0) + 1;
	return { times, askAt: now + FIRST_WAIT_MS * WAIT_GROWS ** (times - 1), ...(isAgain && { isAgain }) };
}

/** The position after rows were loaded from another one. */
export function after(before: Position, loaded: Loaded, now: number): Position {
	const { items, state, isRefused } = loaded;
	const at = inPagesOf(state.pageSize, before);
	const isAgain = isOpen(before);
	const isAhead = items.length > 0 && state.offset > at.offset;
	const { offset, count } = isAhead ? state : at;
	const refusals = isRefused ? at.refusals + 1 : 0;
	const missed = missedAfter(before, isAhead, loaded, now);
	const isGivenUp = (missed?.times ?? 0) >= MOST_MISSES;
	// Results that come again tell nothing of what is behind them, unless a new search was made for them.
	const isAll = isAgain ? before.ended === 'atEnd' && !isRefused : state.nextOffset === undefined;
	const hasNoKey = !isAll && (state.stuck || refusals >= MOST_REFUSALS);
	const ended = hasNoKey ? 'noKey' : isAll || (isGivenUp && !isAgain) ? 'atEnd' : undefined;
	const isSkipped = isGivenUp && missed?.isAgain === true;
	return {
		search: at.search,
		begunAt: at.begunAt,
		keyAt: isRefused ? now : at.keyAt,
		cacheKey: state.cacheKey,
		total: state.total,
		confirmed: isSkipped ? offset : at.confirmed,
		offset,
		refusals,
		page: state.pages,
		pageSize: state.pageSize,
		...(count !== undefined && { count }),
		...(missed !== undefined && !isSkipped && { missed }),
		...(ended !== undefined && { ended }),
	};
}

/** The position where pages turn out to be longer than it counts. */
function inPagesOf(size: number, at: Position): Position {
	const { pageSize = size, confirmed, offset } = at;
	const scaled = (some: number): number => Math.floor(some / pageSize) * size + (some % pageSize);
	return { ...at, confirmed: scaled(confirmed), offset: scaled(offset) };
}
