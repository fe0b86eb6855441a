import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { limits } from '../contract/limits';
import { clock } from './clock';
import type { SearchPosition, SearchState } from './pages';
import { note, strike } from './processed';
import { asInteger, asObject, asText } from './read';

/** Where a search stands between runs. */
interface Kept extends SearchPosition {
	/** When the search was paid for. */
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
 * the age at which the service forgets the search. n8n stores it for published workflows only.
 */
export class LoadMore {
	private readonly searches: IDataObject;
	private readonly place: string;
	private kept?: Kept;
	private claim?: string;

	constructor(
		private readonly context: IExecuteFunctions,
		/** Tells searches apart: endpoint and filters. */
		private readonly key: string,
	) {
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
		this.kept = startAnew ? undefined : this.read();
		if (this.kept === undefined) return undefined;
		const { startedAt, offset } = this.kept;
		this.claim = `${this.key} ${startedAt} ${offset}`;
		const before = await note(this.context, 'node', [this.claim]);
		if (before.length === 0) return this.kept;
		this.claim = undefined;
		this.end();
		throw this.taken();
	}

	/** Notes how far the search was delivered. */
	advance({ total, cacheKey, nextOffset, isNew }: SearchState): void {
		if (nextOffset === undefined || total === undefined || cacheKey === undefined) {
			delete this.searches[this.key];
			return;
		}
		const startedAt = isNew ? clock.now() : (this.kept?.startedAt ?? clock.now());
		this.searches[this.key] = { cacheKey, total, offset: nextOffset, startedAt };
	}

	/** Gives the results back to the next run: this one delivered none of them. */
	async release(): Promise<void> {
		if (this.claim !== undefined) {
			await strike(this.context, 'node', [this.claim]);
		}
		this.end();
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
		if (cacheKey === undefined || total === undefined || offset === undefined) return undefined;
		if (startedAt === undefined || clock.now() - startedAt > LIFE_MS - MARGIN_MS) return undefined;
		return { cacheKey, total, offset, startedAt };
	}
}
