import type { IDataObject } from 'n8n-workflow';

import { limits } from '../contract/limits';
import { clock } from './clock';
import { fingerprint } from './fingerprint';
import type { SearchPosition, SearchState } from './pages';
import { note, strike } from './processed';
import { asInteger, asObject, asText } from './read';
import type { Session } from './session';
import { settle } from './settle';

/** Where a search stands between runs; a search at its end has no offset. */
interface Kept extends Omit<SearchPosition, 'offset'> {
	readonly offset?: number;
	/** When its key was first seen: the service may answer a repeated search with a key that is days old. */
	readonly startedAt: number;
}

const LIFE_MS = limits.searchCacheDays * 24 * 60 * 60 * 1000;
/** The service's clock may differ, and a run takes its time. */
const MARGIN_MS = 60 * 60 * 1000;

/** Searches that a run of this n8n is loading right now. */
const underWay = new Set<string>();

/** Another run is delivering the same results. */
export class TakenByAnotherRun extends Error {}

/**
 * Keeps, with the workflow, where a search stands, so that the next run goes on with it at no charge, up to
 * the age at which the service forgets the search. n8n stores it for published workflows only. A run moves it
 * on once its results are output: n8n's next try of the run begins where the first one began.
 */
export class LoadMore {
	private readonly searches: IDataObject;
	private readonly place: string;
	private kept?: Kept;
	private claim?: string;

	constructor(
		private readonly session: Session,
		/** Tells searches apart: account, endpoint and filters. */
		private readonly key: string,
	) {
		const { context } = session;
		const data = context.getWorkflowStaticData('node');
		this.searches = asObject((data.searches ??= {}));
		this.place = `${context.getWorkflow().id} ${context.getNode().id} ${key}`;
	}

	/**
	 * Where the last run stopped; nothing for a search that is new, at its end, or too old.
	 * @throws TakenByAnotherRun when another run is delivering the same results.
	 */
	async begin(startAnew: boolean): Promise<SearchPosition | undefined> {
		if (underWay.has(this.place)) throw this.taken();
		underWay.add(this.place);
		const begun = await settle(this.position(startAnew));
		if (begun.ok) return begun.value;
		this.end();
		throw begun.error;
	}

	private async position(startAnew: boolean): Promise<SearchPosition | undefined> {
		this.kept = this.read();
		const { kept } = this;
		if (startAnew || kept?.offset === undefined) return undefined;
		const claim = `${this.key} ${kept.startedAt} ${kept.offset}`;
		// An earlier try of this very run may have claimed it.
		const claims = asObject((this.session.context.getContext('node').claims ??= {}));
		const own = fingerprint(this.session.runKey, claim);
		if (!(own in claims)) {
			const before = await note(this.session.context, 'node', [claim]);
			if (before.length > 0) throw this.taken();
			claims[own] = true;
		}
		this.claim = claim;
		this.session.endings.push({ undo: async () => await this.undo() });
		const { cacheKey, total, offset } = kept;
		return { cacheKey, total, offset };
	}

	/** Notes how far the search was loaded; it counts once the run's results are output. */
	advance({ total, cacheKey, nextOffset }: SearchState): void {
		if (total === undefined || cacheKey === undefined) return;
		const startedAt = this.kept?.cacheKey === cacheKey ? this.kept.startedAt : clock.now();
		const next = { cacheKey, total, startedAt, ...(nextOffset !== undefined && { offset: nextOffset }) };
		this.session.endings.push({ commit: () => void (this.searches[this.key] = next) });
	}

	/** Gives the results back to the next run: this one has output none of them. */
	async undo(): Promise<void> {
		if (this.claim === undefined) return;
		const { claim } = this;
		this.claim = undefined;
		delete asObject(this.session.context.getContext('node').claims)[fingerprint(this.session.runKey, claim)];
		await strike(this.session.context, 'node', [claim]);
	}

	end(): void {
		underWay.delete(this.place);
	}

	private taken(): TakenByAnotherRun {
		return new TakenByAnotherRun(
			'Another run of this workflow has taken the next results of this search, so nothing was sent. Run it again once that one is done; if it was cut short, set Options > Start Search Anew for one run.',
		);
	}

	private read(): Kept | undefined {
		const kept = asObject(this.searches[this.key]);
		const [cacheKey, total, offset, startedAt] = [
			asText(kept.cacheKey),
			asInteger(kept.total),
			asInteger(kept.offset),
			asInteger(kept.startedAt),
		];
		if (cacheKey === undefined || total === undefined || startedAt === undefined) return undefined;
		if (clock.now() - startedAt > LIFE_MS - MARGIN_MS) return undefined;
		return { cacheKey, total, offset, startedAt };
	}
}
