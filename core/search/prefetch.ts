import { attempt, serialize, type Settled } from '../base/async';
import { ServiceFailure } from '../client/failure';
import type { Service } from '../client/service';
import { loadPage, pageCall, type Cursor, type PageAnswer, type Searched } from './page';

/**
 * Pages of a search that are requested before they are wanted. Once the service has made a new search of one of them,
 * none is sent any more.
 */
export class Prefetch {
	private readonly loading = new Map<number, Promise<Settled<PageAnswer>>>();
	/** The key that the service has forgotten. */
	private forgotten?: string;

	constructor(
		private readonly service: Service,
		private readonly searched: Searched,
	) {}

	/** Whether a failed page was not sent because the key is forgotten. */
	hasHeldBack(failure: Error | undefined): boolean {
		return this.forgotten !== undefined && failure instanceof ServiceFailure && failure.kind === 'notSent';
	}

	/**
	 * The page of the cursor. Under a limit of credits only one further page of the run is sent at a time: where nothing
	 * is left, a key that is forgotten then costs one credit more at most.
	 */
	async next(cursor: Cursor): Promise<Settled<PageAnswer>> {
		const { session } = this.service;
		const load = async (): Promise<PageAnswer> => await this.load(cursor);
		const isOneAtATime = cursor.key !== undefined && session.budget.isLimited;
		const got = await (this.loading.get(cursor.page) ??
			attempt(isOneAtATime ? serialize(session, load) : load()));
		this.loading.delete(cursor.page);
		return got;
	}

	/** Requests pages from the cursor on, as many as the concurrency allows, if they are free or kept by an earlier try. */
	ahead(cursor: Cursor, lastWanted: number): void {
		const { budget, limits } = this.service.session;
		if (this.forgotten !== undefined) return;
		const last = Math.min(lastWanted, cursor.page + limits.concurrency - 1);
		for (let { page } = cursor; page <= last; page++) {
			if (this.loading.has(page)) continue;
			const call = pageCall(this.searched, { ...cursor, page });
			const isFree = !budget.isLimited && this.service.mostOf(call) === 0;
			if (!isFree && !this.service.hasReply(call)) return;
			this.loading.set(page, attempt(this.load({ ...cursor, page })));
		}
	}

	/** The pages that are still on their way, in order, once all have come; failed ones left out. */
	async rest(): Promise<PageAnswer[]> {
		const ended = await Promise.all(this.loading.values());
		return ended.flatMap((each) => (each.ok ? [each.value] : [])).sort((a, b) => a.page - b.page);
	}

	private async load(cursor: Cursor): Promise<PageAnswer> {
		const { endpoint } = this.searched.kind;
		const { key } = cursor;
		const before = async (): Promise<void> => {
			if (key !== undefined && this.forgotten === key)
				throw new ServiceFailure({ kind: 'notSent', endpoint });
		};
		const answer = await loadPage(this.service, pageCall(this.searched, cursor), cursor, before);
		// At once: pages before it may still be on their way.
		if (key !== undefined && answer.isNew) this.forgotten = key;
		return answer;
	}
}
