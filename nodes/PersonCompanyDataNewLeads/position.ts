import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { limits } from '../../contract/model/limits';
import { defined, isObject } from '../../core/base/json';
import { clock } from '../../core/base/clock';
import { fingerprint } from '../../core/base/fingerprint';
import { Memory } from '../../core/base/memory';
import { UnreadableState } from '../../core/client/runState';
import type { GivenPages } from '../PersonCompanyData/families/search/given';

/** How often in a row a page did not come, and when it is asked for again. */
export interface Missed {
	readonly times: number;
	readonly askAt: number;
	/** Set for one that was delivered before. */
	readonly isAgain?: boolean;
}

/** How far a search was delivered, as n8n keeps it with the workflow. */
export interface Position {
	/** Identifies the search. */
	readonly search: string;
	/** When it was begun: it may be begun again. */
	readonly begunAt: number;
	/** When the service gave its cache key. */
	readonly keyAt: number;
	readonly cacheKey?: string;
	/** The total that came with the key. */
	readonly total?: number;
	/** The results before it have started the workflow. */
	readonly confirmed: number;
	/** The results before it were handed to n8n. */
	readonly offset: number;
	/** Polls in a row in which the service did not accept its own key. */
	readonly refusals: number;
	/** Set while the next page does not come. */
	readonly missed?: Missed;
	/** The pages that were delivered; an older version knew only the last one. */
	readonly page?: GivenPages;
	/** Results on a page, by which offsets count. */
	readonly pageSize?: number;
	/** Number of results before the offset, where it is known: pages may have fewer than offsets count. */
	readonly count?: number;
	/** Why there are no more results: all were delivered, or each further page would be charged. */
	readonly ended?: 'atEnd' | 'noKey';
}

/** Whether results that were handed to n8n may not have started the workflow. */
export const isOpen = ({ confirmed, offset }: Position): boolean => confirmed < offset;

const DAY_MS = 24 * 60 * 60 * 1000;
const LIFE_MS = limits.searchCacheDays * DAY_MS;
/** Allows for clock differences with the service and for the duration of a poll. */
const MARGIN_MS = 60 * 60 * 1000;

/** Whether the service may have forgotten the search. */
export const isOld = ({ keyAt }: Position, now: number): boolean => now - keyAt > LIFE_MS - MARGIN_MS;

/** How far this process has handed a search to n8n. */
interface Handed {
	readonly search: string;
	readonly begunAt: number;
	readonly offset: number;
	readonly at: number;
}

/** Longer than n8n needs to store a position, with the execution that it came with. */
const STORING_MS = 60 * 1000;
const MOST_TRIGGERS = 1000;
const handed = new Memory<Handed>(MOST_TRIGGERS, LIFE_MS + DAY_MS);

/**
 * The position of a trigger. n8n stores it when a poll returns results, before it creates the execution. If n8n is
 * killed between the two, there is no execution; so the position tells the results that were handed over last, and
 * only a later poll of the same process takes them as delivered.
 */
export class Positions {
	private readonly data: IDataObject;

	constructor(
		context: IPollFunctions,
		/** Identifies the trigger in this process. */
		private readonly place: string,
	) {
		const data: unknown = context.getWorkflowStaticData('node');
		if (!isObject(data)) throw unreadable();
		this.data = data;
	}

	/**
	 * Whether n8n has just been handed results beyond the position that it gives: with its opt-in scheduler it reads
	 * the position before a poll begins, perhaps while it still stores that of another one. If it remains so, what was
	 * handed over has not started the workflow.
	 */
	isBehind(search: string): boolean {
		const own = handed.get(this.place);
		if (own?.search !== search || clock.now() - own.at >= STORING_MS) return false;
		const stored = this.stored(search);
		if (stored === undefined || stored.begunAt < own.begunAt) return true;
		return stored.begunAt === own.begunAt && stored.offset < own.offset;
	}

	/**
	 * The position in this search; `undefined` when it has not begun.
	 * @param takesLast whether results handed over by another process count as delivered
	 * @throws UnreadableState when there is one that cannot be read: a new search would be charged
	 */
	read(search: string, takesLast: boolean): Position | undefined {
		const stored = this.stored(search);
		if (stored === undefined) return undefined;
		const own = handed.get(this.place);
		const isOwn = own?.search === search && own.begunAt === stored.begunAt;
		const known = isOwn ? own.offset : takesLast ? stored.offset : 0;
		return { ...stored, confirmed: Math.min(stored.offset, Math.max(stored.confirmed, known)) };
	}

	/** Keeps a position; the one of a search that is under way never falls. */
	keep(position: Position): void {
		const before = this.stored(position.search);
		const isBehind = before?.begunAt === position.begunAt && before.offset > position.offset;
		const kept = defined({ ...position });
		// A new object: n8n does not detect changes inside an existing one.
		if (!isBehind) this.data.position = { ...kept, check: checkOf(kept) };
	}

	/** Remembers that the results before an offset are handed to n8n now. */
	handOver({ search, begunAt }: Position, offset: number): void {
		handed.keep(this.place, { search, begunAt, offset, at: clock.now() });
	}

	private stored(search: string): Position | undefined {
		const position = positionIn(this.data.position);
		return position?.search === search ? position : undefined;
	}
}

/** Tells a position that was altered: with another key or total, the service would charge a page as a new search. */
const checkOf = (kept: IDataObject): string => fingerprint(kept).slice(0, 16);

/**
 * Reads a stored position; `undefined` when there is none.
 * @throws UnreadableState when it is not as it was written
 */
function positionIn(stored: unknown): Position | undefined {
	if (stored === undefined) return undefined;
	const { check, ...kept } = isObject(stored) ? stored : {};
	// Unaltered, it is what `keep` was given.
	if (kept.format === undefined && check === checkOf(kept)) return kept as unknown as Position;
	throw unreadable();
}

const unreadable = (): UnreadableState =>
	new UnreadableState(
		'The position in the search, which n8n keeps with the workflow, cannot be read',
		'It is damaged, or a later version of this package has written it. Nothing was sent, as a new search would be charged. After a downgrade, update the package again. Otherwise replace the trigger by a copy with another name: it begins a new search for 1 B2B credit.',
	);
