import type { IPollFunctions } from 'n8n-workflow';

import { assumedLimits, limits } from '../../contract/model/limits';
import { clock, DAY_MS } from '../../core/base/clock';
import { defined } from '../../core/base/json';
import { digits } from '../../core/base/text';
import { MATCHED_NOTHING, whyMissing, type Cursor, type End } from '../../core/search/results';

/** How far a search was delivered; n8n keeps it with the workflow. */
export interface LeadsCursor extends Cursor {
	readonly search: string;
	readonly begunAt: number;
	/** Start of the results last handed to n8n: they may not have started the workflow. */
	readonly lastOffset: number;
	readonly end?: End;
}

export const LIFE_MS = limits.searchCacheDays * DAY_MS;
/** Allows for clock differences with the service and for the duration of a poll. */
const MARGIN_MS = 60 * 60 * 1000;

/** Whether the service may have forgotten the search. */
export const isOld = ({ begunAt }: LeadsCursor): boolean => clock.now() - begunAt > LIFE_MS - MARGIN_MS;

export const newCursor = (search: string): LeadsCursor => ({
	search,
	begunAt: clock.now(),
	offset: 0,
	lastOffset: 0,
	size: assumedLimits.searchPageSize,
});

/** After a restart: n8n stores the cursor before the execution, so the last results may never have started one. */
const withLastResults = (stored: LeadsCursor): LeadsCursor =>
	stored.key === undefined || isOld(stored) || stored.lastOffset === stored.offset
		? stored
		: { ...stored, offset: stored.lastOffset, end: undefined };

/** `undefined` when the search has not begun. */
export function storedCursor(context: IPollFunctions, search: string): LeadsCursor | undefined {
	const { cursor } = context.getWorkflowStaticData('node') as { readonly cursor?: LeadsCursor };
	return cursor?.search === search ? withLastResults(cursor) : undefined;
}

/** In a new object: n8n does not detect changes inside an existing one. */
export function storeCursor(context: IPollFunctions, cursor: LeadsCursor): void {
	context.getWorkflowStaticData('node').cursor = defined({ ...cursor });
}

export function whyOver({ end, total, offset }: LeadsCursor): string {
	const delivered = `${digits(Math.min(offset, total ?? offset))} of ${total === undefined ? 'an unknown number of' : digits(total)} results were delivered`;
	const old = 'The search is too old to be continued at no charge';
	const nothing = end === 'done' && offset === 0 ? MATCHED_NOTHING : undefined;
	const why =
		nothing ?? (end && whyMissing(end, delivered)) ?? `${end ? 'The search has ended' : old}: ${delivered}.`;
	return `${why} It no longer starts the workflow. To begin another search, change the filters.`;
}
