import type { IDataObject } from 'n8n-workflow';

import { limits } from '../../../../contract/model/limits';
import { clock } from '../../../../core/base/clock';
import { fingerprint } from '../../../../core/base/fingerprint';
import { runStateOf } from '../../../../core/client/runState';
import type { Session } from '../../../../core/client/session';
import { asInteger, asObject, asText, attempt } from '../kit';
import { DeliveredRows } from './deliveredRows';
import type { SearchPosition, SearchState } from './pages';

/** The stored position of a search between runs; a finished search has no offset. */
interface Kept extends Omit<SearchPosition, 'offset'> {
	readonly offset?: number;
	/** When its key was first seen: the service may return a key that is days old for a repeated search. */
	readonly startedAt: number;
}

const LIFE_MS = limits.searchCacheDays * 24 * 60 * 60 * 1000;
/** Allows for clock differences with the service and for the duration of a run. */
const MARGIN_MS = 60 * 60 * 1000;

/** Searches that this n8n process is loading right now. */
const underWay = new Set<string>();

/** Another run is delivering the same results. */
export class TakenByAnotherRun extends Error {}

/**
 * Stores the position of a search with the workflow, so that the next run continues it at no charge until the
 * service forgets the search. n8n stores it for published workflows only. The position advances only once the
 * results are output, so a retry of the run starts where the first attempt started.
 */
export class SavedPosition {
	private readonly searches: IDataObject;
	private readonly place: string;
	private kept?: Kept;
	private claim?: { readonly own: string; readonly cacheKey: string; readonly offset: number };
	/** How far this run has loaded the search. */
	private reached?: SearchState;
	/** Whether n8n stores this run's position: not for manual executions. */
	private readonly isStored: boolean;
	private readonly delivered: DeliveredRows;

	constructor(
		private readonly session: Session,
		/** Identifies the search: account, endpoint and filters. */
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
	 * Where the last run stopped; `undefined` for a search that is new, finished or too old.
	 * @throws TakenByAnotherRun when another run is delivering the same results.
	 */
	async begin(
		startAnew: boolean,
		/** Requests the first page, which is free while the service remembers the search. */
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
		// An earlier attempt of this run may have claimed it.
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

	/** Restores the position when n8n provides no static data, as for workers in queue mode. */
	private async recall(
		found: { readonly cacheKey: string; readonly total: number } | undefined,
	): Promise<void> {
		if (found === undefined) return;
		const offset = await this.delivered.offset(found.cacheKey, found.total);
		// A finished search starts over.
		if (offset === 0 || offset >= found.total) return;
		this.searches[this.key] = { ...found, offset, startedAt: clock.now() };
	}

	/** Where this run starts; a retry starts at the same place, however far the first attempt got. */
	private start(): Kept | undefined {
		const starts = (runStateOf(this.session.context).starts ??= {});
		const own = fingerprint(this.session.runKey, this.key);
		starts[own] ??= { ...this.read() };
		return keptIn(starts[own]);
	}

	/** Records how far the search was loaded; stored once the run's results are output. */
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
		// The search started over, so what was stored about it is no longer valid.
		if (this.claim === undefined) await this.delivered.forget(cacheKey, total);
		await this.delivered.advance(cacheKey, nextOffset ?? total);
	}

	/** Releases the results for the next run, since this run output none of them. */
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
			'Another run of this workflow is loading the next results of this search, so nothing was sent. Run this workflow again after that run ends. If that run was interrupted, turn on Options > Restart Search for one run.',
		);
	}

	private read(): Kept | undefined {
		const kept = keptIn(this.searches[this.key]);
		return kept === undefined || clock.now() - kept.startedAt > LIFE_MS - MARGIN_MS ? undefined : kept;
	}
}

/** Reads the stored position of a search; `undefined` when it is incomplete. */
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
