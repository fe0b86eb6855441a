import { attempt, serialize, type Settled } from '../../../../core/base/async';
import { ServiceFailure, type Service } from '../kit';
import { loadPage, pageCall, type Asked, type Cached, type PageAnswer, type Searched } from './page';

/**
 * The pages of a search that are on their way. Several are while the service honors the key; as soon as it has made a
 * new search of one of them, none is sent any more.
 */
export class UnderWay {
	private readonly loading = new Map<string, Promise<Settled<PageAnswer>>>();
	/** Keys that the service has forgotten. */
	private readonly forgotten = new Set<string>();

	constructor(
		private readonly service: Service,
		private readonly searched: Searched,
	) {}

	/** Whether the service has forgotten a key. */
	get hasForgotten(): boolean {
		return this.forgotten.size > 0;
	}

	/**
	 * The answer for a page, which is sent for alone if it is not on its way. Under a limit of credits only one such page
	 * of the run is sent at a time: where nothing is left, a key that is forgotten then costs one credit more at most.
	 * @throws ServiceFailure when it finally fails
	 */
	async next(asked: Asked): Promise<PageAnswer> {
		const place = placeOf(asked);
		const { session } = this.service;
		const alone = async (): Promise<PageAnswer> => {
			const release = this.isFree(asked) ? session.budget.risk(this.searched.endpoint) : undefined;
			return await this.load(asked).finally(release);
		};
		const isOneAtATime = asked.cached !== undefined && session.budget.isLimited;
		const got = await (this.loading.get(place) ??
			attempt(isOneAtATime ? serialize(session, alone) : alone()));
		this.loading.delete(place);
		if (!got.ok) throw got.error;
		return got.value;
	}

	/**
	 * Sends for pages before they are wanted, as many as the concurrency allows, and as the user's limits could take if
	 * the service has forgotten the key just now. One credit is left to pages that are sent for alone.
	 */
	ahead(first: Asked & { readonly cached: Cached }, lastWanted: number): void {
		if (this.hasForgotten) return;
		const {
			budget,
			limits: { concurrency },
		} = this.service.session;
		const last = Math.min(lastWanted, first.page + concurrency - 1);
		for (let { page } = first; page <= last; page++) {
			const asked = { ...first, page };
			if (this.loading.has(placeOf(asked))) continue;
			const isKept = this.service.hasReply(pageCall(this.searched, asked));
			if (!isKept && !this.isFree(asked)) return;
			const release = isKept ? () => undefined : budget.risk(this.searched.endpoint, 1);
			if (release === undefined) return;
			this.loading.set(placeOf(asked), attempt(this.load(asked).finally(release)));
		}
	}

	/** What came of the pages that are on their way, in their order, once all have ended; failures left out. */
	async rest(): Promise<PageAnswer[]> {
		const ended = await Promise.all(this.loading.values());
		this.loading.clear();
		return ended.flatMap((each) => (each.ok ? [each.value] : [])).sort((a, b) => a.page - b.page);
	}

	/** Whether the page costs nothing if the service keeps its word. */
	private isFree(asked: Asked): boolean {
		return this.service.mostOf(pageCall(this.searched, asked)) === 0;
	}

	private async load(asked: Asked): Promise<PageAnswer> {
		const { endpoint } = this.searched;
		const key = asked.cached?.chave_cache;
		const before = async (): Promise<void> => {
			if (key !== undefined && this.forgotten.has(key))
				throw new ServiceFailure({ kind: 'notSent', endpoint });
		};
		const answer = await loadPage(this.service, this.searched, asked, before);
		// At once: pages before it may still be on their way.
		if (key !== undefined && answer.isNew) this.forgotten.add(key);
		return answer;
	}
}

const placeOf = (asked: Asked): string => JSON.stringify(asked);
