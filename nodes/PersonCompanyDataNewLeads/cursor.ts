import type { IPollFunctions } from 'n8n-workflow';

import { limits } from '../../contract/model/limits';
import { clock } from '../../core/base/clock';
import { defined, isObject } from '../../core/base/json';
import { UnreadableState } from '../../core/client/runState';
import { cursorAt, offsetOf, type Cursor } from '../../core/search/page';
import { MATCHED_NOTHING, whyMissing, type End } from '../../core/search/results';

const VERSION = 1;

/** How far a search was delivered, as n8n keeps it with the workflow. */
export interface LeadsCursor extends Cursor {
	readonly version: typeof VERSION;
	/** Identifies the search. */
	readonly search: string;
	/** When it was begun: it may be begun again. */
	readonly begunAt: number;
	/** Where the results begin that were handed to n8n last: they may not have started the workflow. */
	readonly lastOffset?: number;
	readonly end?: End;
}

/** What this process has handed to n8n of a search. */
export interface Handed {
	readonly cursor: LeadsCursor;
	/** IDs of its rows. */
	readonly seen: ReadonlySet<string>;
}

export const LIFE_MS = limits.searchCacheDays * 24 * 60 * 60 * 1000;
/** Allows for clock differences with the service and for the duration of a poll. */
const MARGIN_MS = 60 * 60 * 1000;

/** Whether the service may have forgotten the search. */
export const isOld = ({ begunAt }: LeadsCursor): boolean => clock.now() - begunAt > LIFE_MS - MARGIN_MS;

/** The first results of a search, which may have been begun before. */
export const newCursor = (search: string, size: number, before?: LeadsCursor): LeadsCursor => ({
	...{ version: VERSION, search, begunAt: Math.max(clock.now(), (before?.begunAt ?? 0) + 1) },
	...cursorAt(0, size),
});

/**
 * Where a search is read on; `undefined` when it has not begun. n8n stores the cursor when a poll returns results,
 * before it creates the execution: if it is killed between the two, there is none. So another process delivers the
 * last results again, if that is wanted. In one process the cursor never falls.
 */
export function nextOf(
	own: Handed | undefined,
	stored: LeadsCursor | undefined,
	isAgain: boolean,
): Handed | undefined {
	if (stored === undefined || (own !== undefined && !isAhead(stored, own.cursor))) return own;
	const { lastOffset = offsetOf(stored), size } = stored;
	const isOpen = isAgain && lastOffset !== offsetOf(stored) && stored.key !== undefined && !isOld(stored);
	const again = { ...stored, end: undefined, count: undefined, ...cursorAt(lastOffset, size) };
	return { cursor: isOpen ? again : stored, seen: new Set() };
}

const isAhead = (one: LeadsCursor, other: LeadsCursor): boolean =>
	one.begunAt === other.begunAt ? offsetOf(one) > offsetOf(other) : one.begunAt > other.begunAt;

/**
 * The cursor that n8n has stored; `undefined` when the search has not begun.
 * @throws UnreadableState for one that this version has not written: all results would come again
 */
export function storedCursor(context: IPollFunctions, search: string): LeadsCursor | undefined {
	const data: unknown = context.getWorkflowStaticData('node');
	const stored = isObject(data) ? data.cursor : null;
	if (stored === undefined) return undefined;
	if (!isObject(stored) || stored.version !== VERSION) {
		throw new UnreadableState(
			'The position in the search, which n8n keeps with the workflow, cannot be read',
			'It is damaged, or a later version of this package has written it. Nothing was sent, as all results would come again. After a downgrade, update the package again. Otherwise replace the trigger by a copy with another name: it begins again with the first results.',
		);
	}
	return stored.search === search ? (stored as unknown as LeadsCursor) : undefined;
}

/** Stores a cursor, in a new object: n8n does not detect changes inside an existing one. */
export function storeCursor(context: IPollFunctions, cursor: LeadsCursor): void {
	context.getWorkflowStaticData('node').cursor = defined({ ...cursor });
}

/** Why a search starts the workflow no more. */
export function whyOver(cursor: LeadsCursor): string {
	const { end, total, count = Math.min(offsetOf(cursor), total ?? 0) } = cursor;
	const delivered = `${count} of ${total ?? 'an unknown number of'} results were delivered`;
	if (end === 'done' && count === 0) return MATCHED_NOTHING;
	const old = 'The search is too old to be continued at no charge';
	const why =
		(end && whyMissing(end, cursor, delivered)) ?? `${end ? 'The search has ended' : old}: ${delivered}.`;
	return `${why} It starts the workflow no more; to begin another, change the filters or set Options > When the Search Ends.`;
}
