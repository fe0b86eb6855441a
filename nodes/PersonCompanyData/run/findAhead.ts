import type { Endpoint } from '../../../contract/model/endpoint';
import { atMost, attempt, serialize } from '../../../core/base/async';
import { ServiceFailure } from '../../../core/client/failure';
import { DEFAULT_REQUESTS_PER_MINUTE } from '../../../core/client/pace';
import type { Session } from '../../../core/client/session';
import { Journal } from '../../../core/once/journal';
import type { Outcome, Output, Problem } from '../../../core/output/outcome';
import type { Items } from './cost';
import { requestsFor } from './estimate';
import { isSubmitted, needsFinding, planOf, serviceFor, type CheckedItem, type Operation } from './operation';
import { runLimitsOf, type RunOptions } from './options/options';
import { unitOf } from './unit';

/** What is ready to be submitted, and what came of the other items. */
interface Ready {
	readonly ready: Items;
	readonly settled: Outcome;
}

/**
 * Finds what items are submitted by, such as the ID of a company: an item is never submitted without it. To find it
 * again costs nothing (credit rule 1), so nothing is claimed for it.
 */
export async function findAhead(
	session: Session,
	operation: Operation,
	items: Items,
	options: RunOptions,
): Promise<Ready> {
	const { find } = operation;
	if (find === undefined) return { ready: items, settled: { outputs: [], problems: [] } };
	const journal = Journal.of(session);
	const isSent = ({ unit }: CheckedItem): boolean => journal.sent.find(unit) !== undefined;
	const outputs: Output[] = [];
	const problems: Problem[] = [];
	const ready = items.filter((item) => !needsFinding(operation, item));
	const toSubmit = new ToSubmit(session, operation, options);
	// They are sent whatever is found, so their requests are kept back wherever they stand.
	await toSubmit.add(ready);
	const toFind = items.filter((item) => needsFinding(operation, item));
	await atMost(session.concurrency, toFind, async (item) => {
		const service = serviceFor(session, operation, item.options);
		const before = async (): Promise<void> => {
			// What cannot be submitted need not be found.
			for (const call of planOf(operation, item)) service.refuseWhenStopped(call);
			// One by one: each counts those that keep requests already.
			await serialize(toSubmit, async () => await toSubmit.addIfLeft(item, planOf(operation, item)[0]));
		};
		const found = await attempt(find(item.input, service, before));
		if (found.ok) session.noteAnswered(item.unit);
		if (found.ok && 'input' in found.value) {
			const input = { ...item, input: found.value.input };
			const known = { ...input, also: unitOf(operation, input) };
			await serialize(toSubmit, async () => await toSubmit.found(known));
			ready.push(known);
			return;
		}
		toSubmit.drop(item);
		if (found.ok && 'output' in found.value)
			outputs.push({ json: { ...found.value.output }, items: [item.item] });
		// What is paid for comes out even if what it was submitted by cannot be found any more.
		else if (isSent(item)) ready.push(item);
		else if (!found.ok) problems.push({ items: [item.item], error: found.error });
	});
	toSubmit.end();
	return { ready: ready.sort((a, b) => a.item - b.item), settled: { outputs, problems } };
}

/** So many in a row are refused before the others are: when one does not fit, hardly any other does. */
const MOST_REFUSED = 20;

/** The items that will be submitted, and the requests that are kept back for it where the user limits them. */
class ToSubmit {
	private readonly items = new Map<string, CheckedItem>();
	/** What is being found: it gives requests back if there is nothing to be found. */
	private readonly underWay = new Set<string>();
	/** No fewer requests than the items need: together, they need no more than each alone. */
	private most = 0;
	/** Whether the items need just that. */
	private isExact = true;
	/** How many were refused since the items changed. */
	private refused = 0;

	constructor(
		private readonly session: Session,
		private readonly operation: Operation,
		private readonly options: RunOptions,
	) {}

	/** Adds what is sent without being found. */
	async add(items: Items): Promise<void> {
		for (const item of items) this.items.set(item.unit, item);
		if (this.session.isLimitedInRequests) this.most = await this.needs(this.items);
	}

	/**
	 * Adds what is about to be found.
	 * @throws ServiceFailure when too few requests are left to submit it
	 */
	async addIfLeft(item: CheckedItem, endpoint: Endpoint): Promise<void> {
		const { requestsLeft: left } = this.session;
		if (left !== undefined && !(await this.fits(item, left))) {
			this.refused++;
			// Nothing gives requests back any more, so the others need not wait for their turn to be refused.
			if (this.underWay.size === 0 && this.isFull(left)) this.session.withheld = endpoint;
			throw new ServiceFailure({ kind: 'requestLimit', endpoint });
		}
		this.items.set(item.unit, item);
		this.underWay.add(item.unit);
	}

	/** Takes an item as it was found. */
	async found(item: CheckedItem): Promise<void> {
		// What was known needed no request to be found.
		if (!this.items.has(item.unit) && this.session.isLimitedInRequests)
			this.most += await this.needs(new Map([[item.unit, item]]));
		this.items.set(item.unit, item);
		this.settle(item);
	}

	/** Leaves out an item that is not submitted. */
	drop(item: CheckedItem): void {
		if (this.items.delete(item.unit)) this.settle(item);
	}

	/** Ends the finding: what is called after it may use the requests that were kept back. */
	end(): void {
		this.session.withheld = undefined;
	}

	private settle({ unit }: CheckedItem): void {
		this.underWay.delete(unit);
		this.isExact = false;
		this.refused = 0;
	}

	/** Whether nothing more can be found: to find it takes a request. */
	private isFull(left: number): boolean {
		return this.refused >= MOST_REFUSED || (this.isExact && this.most >= left);
	}

	/** Whether so many requests are enough with another item. To count all for each would take ever longer. */
	private async fits(item: CheckedItem, left: number): Promise<boolean> {
		// Asked again after a failure, it is one of them already.
		const isNew = !this.items.has(item.unit);
		const alone = isNew ? await this.needs(new Map([[item.unit, item]])) : 0;
		if (this.most + alone > left && !this.isExact) {
			this.most = await this.needs(this.items);
			this.isExact = true;
		}
		if (this.most + alone <= left) {
			this.most += alone;
			this.isExact &&= !isNew;
			return true;
		}
		if (!isNew || this.isFull(left)) return false;
		const together = await this.needs(new Map(this.items).set(item.unit, item));
		if (together > left) return false;
		this.most = together;
		this.refused = 0;
		return true;
	}

	/** Requests for items, if all goes well, with the readings of the balance for Minimum Balance. */
	private async needs(items: ReadonlyMap<string, CheckedItem>): Promise<number> {
		const all = [...items.values()];
		const { about } = await requestsFor(this.operation, all, this.options);
		if (this.session.budget.ceilings.balance === undefined) return about;
		const asked = all.filter((item) => !isSubmitted(this.operation, item)).length;
		const perMinute = runLimitsOf(this.options).requestsPerMinute || DEFAULT_REQUESTS_PER_MINUTE;
		// One before the submissions, and one a minute while others are asked for.
		const readings = 1 + Math.ceil(asked / Math.min(perMinute, DEFAULT_REQUESTS_PER_MINUTE));
		// At a slow pace also one before what is being found, and one before each of the two kinds of submission.
		return about + readings + (perMinute < DEFAULT_REQUESTS_PER_MINUTE ? 2 : 0);
	}
}
