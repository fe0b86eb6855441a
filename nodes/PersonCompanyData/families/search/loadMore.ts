import type { IDataObject } from 'n8n-workflow';

import { limits } from '../../../../contract/model/limits';
import { clock } from '../../../../core/base/clock';
import { fingerprint } from '../../../../core/base/fingerprint';
import { runStateOf } from '../../../../core/client/runState';
import type { Session } from '../../../../core/client/session';
import { asInteger, asObject, asText, attempt } from '../kit';
import { DeliveredRows } from './deliveredRows';
import type { SearchPosition, SearchState } from './pages';

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
export class SavedPosition {
	private readonly searches: IDataObject;
	private readonly place: string;
	private kept?: Kept;
	private claim?: { readonly own: string; readonly cacheKey: string; readonly offset: number };
	/** How far this run has loaded the search. */
	private reached?: SearchState;
	/** Whether n8n stores what this run leaves behind: not of one by hand. */
	private readonly isStored: boolean;
	private readonly delivered: DeliveredRows;

	constructor(
		private readonly session: Session,
		/** Tells searches apart: account, endpoint and filters. */
		private readonly key: string,
	) {
		const { context } = session;
		const data = context.getWorkflowStaticData('node');
		this.searches = asObject((data.searches ??= {}));
		this.delivered = new DeliveredRows(context, key);
		this.isStored = context.getMode() !== 'manual';
		this.place = `${context.getWorkflow().id} ${context.getNode().id} ${key}`;
	}

	/**
	 * Where the last run stopped; nothing for a search that is new, at its end, or too old.
	 * @throws TakenByAnotherRun when another run is delivering the same results.
	 */
	async begin(
		startAnew: boolean,
		/** Asks for the first page, which is free while the service remembers the search. */
		firstPage: () => Promise<{ readonly cacheKey: string; readonly total: number } | undefined>,
	): Promise<SearchPosition | undefined> {
		if (underWay.has(this.place)) throw this.taken();
		underWay.add(this.place);
		const begun = await attempt(this.position(startAnew, firstPage));
		if (begun.ok) return begun.value;
		this.end();
		throw begun.error;
	}

	private async position(
		startAnew: boolean,
		firstPage: Parameters<SavedPosition['begin']>[1],
	): Promise<SearchPosition | undefined> {
		const isMissing = !startAnew && this.isStored && !(this.key in this.searches);
		if (isMissing && (await this.delivered.isKnown())) {
			await this.recall(await firstPage());
		}
		this.kept = this.start();
		const { kept } = this;
		if (startAnew || kept?.offset === undefined) return undefined;
		const { cacheKey, total, offset } = kept;
		// An earlier try of this very run may have claimed it.
		const claims = (runStateOf(this.session.context).claims ??= {});
		const own = fingerprint(this.session.runKey, this.key, cacheKey, offset);
		if (!(own in claims)) {
			if (!(await this.delivered.claim(cacheKey, offset))) throw this.taken();
			claims[own] = true;
		}
		this.claim = { own, cacheKey, offset };
		this.session.endings.push({ undo: async () => await this.undo() });
		return { cacheKey, total, offset };
	}

	/** Puts in place what n8n did not hand over: in queue mode the workers see no static data. */
	private async recall(
		found: { readonly cacheKey: string; readonly total: number } | undefined,
	): Promise<void> {
		if (found === undefined) return;
		const offset = await this.delivered.offset(found.cacheKey, found.total);
		// At its end, the search begins anew.
		if (offset === 0 || offset >= found.total) return;
		this.searches[this.key] = { ...found, offset, startedAt: clock.now() };
	}

	/** Where this run begins: n8n's next try of it begins there, too, wherever the first one got. */
	private start(): Kept | undefined {
		const starts = (runStateOf(this.session.context).starts ??= {});
		const own = fingerprint(this.session.runKey, this.key);
		starts[own] ??= { ...this.read() };
		return keptIn(starts[own]);
	}

	/** Notes how far the search was loaded; it counts once the run's results are output. */
	advance(state: SearchState): void {
		if (this.reached === undefined) this.session.endings.push({ commit: async () => await this.commit() });
		this.reached = state;
	}

	private async commit(): Promise<void> {
		const { total, cacheKey, nextOffset } = this.reached ?? {};
		if (total === undefined || cacheKey === undefined) return;
		const startedAt = this.kept?.cacheKey === cacheKey ? this.kept.startedAt : clock.now();
		this.searches[this.key] = {
			cacheKey,
			total,
			startedAt,
			...(nextOffset !== undefined && { offset: nextOffset }),
		};
		if (!this.isStored) return;
		// From its beginning again: what was noted of it before holds no more.
		if (this.claim === undefined) await this.delivered.forget(cacheKey, total);
		await this.delivered.advance(cacheKey, nextOffset ?? total);
	}

	/** Gives the results back to the next run: this one has output none of them. */
	async undo(): Promise<void> {
		if (this.claim === undefined) return;
		const { own, cacheKey, offset } = this.claim;
		this.claim = undefined;
		delete runStateOf(this.session.context).claims?.[own];
		await this.delivered.release(cacheKey, offset);
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
		const kept = keptIn(this.searches[this.key]);
		return kept === undefined || clock.now() - kept.startedAt > LIFE_MS - MARGIN_MS ? undefined : kept;
	}
}

/** What was stored of a search. */
function keptIn(stored: unknown): Kept | undefined {
	const kept = asObject(stored);
	const [cacheKey, total, offset, startedAt] = [
		asText(kept.cacheKey),
		asInteger(kept.total),
		asInteger(kept.offset),
		asInteger(kept.startedAt),
	];
	if (cacheKey === undefined || total === undefined || startedAt === undefined) return undefined;
	return { cacheKey, total, offset, startedAt };
}
