import { isUncharged, NotSent, ServiceFailure } from '../../../core/client/failure';
import type { Requests } from '../../../core/background/requests';
import type { Session } from '../../../core/client/session';
import type { Endpoint } from '../../../contract/model/endpoint';
import { atMost, attempt, groupInTurns, serialize } from '../../../core/base/async';
import type { Finding } from '../../../core/once/claims';
import { Journal } from '../../../core/once/journal';
import { refusal } from '../../../core/once/refusals';
import { NO_RESULT, type Outcome, type Output, type Problem } from '../../../core/output/outcome';
import { RefundedRecord, UnfinishedWork } from '../../../core/output/unfinished';
import { isTool } from '../../../core/base/tool';
import { affordable, notSent } from './affordable';
import type { Items } from './cost';
import { requestsFor } from './estimate';
import {
	isSubmitted,
	needsFinding,
	planOf,
	serviceFor,
	unitsOf,
	type CheckedItem,
	type Operation,
} from './operation';
import type { RunOptions } from './options/options';
import { unitOf } from './unit';

const distinctUnits = (items: Items): string[] => [...new Set(items.flatMap(unitsOf))];

/** What is ready to be submitted, and what came of the other items. */
interface Ready {
	readonly ready: Items;
	readonly settled: Outcome;
}

/**
 * Finds what claimed items are submitted by, such as the ID of a company: an item is never submitted without it. Items
 * that are not submitted after all are given back.
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
	const ready: CheckedItem[] = [];
	const toSubmit = new ToSubmit(session, async (some) => await requestsFor(operation, some, options));
	await atMost(session.concurrency, items, async (item) => {
		if (!needsFinding(operation, item)) {
			await toSubmit.add(item);
			ready.push(item);
			return;
		}
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
			toSubmit.found(known);
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
	const readyUnits = new Set(distinctUnits(ready));
	await journal.giveBack(distinctUnits(items).filter((unit) => journal.has(unit) && !readyUnits.has(unit)));
	return { ready: ready.sort((a, b) => a.item - b.item), settled: { outputs, problems } };
}

/** The items that will be submitted, and the requests that are kept back for it where the user limits them. */
class ToSubmit {
	private readonly items = new Map<string, CheckedItem>();
	/** No fewer requests than they need: together, they need no more than each alone. */
	private most = 0;

	constructor(
		private readonly session: Session,
		private readonly needs: (items: Items) => Promise<Requests>,
	) {}

	/** Adds what is submitted without being found. */
	async add(item: CheckedItem): Promise<void> {
		this.items.set(item.unit, item);
		if (this.session.isLimitedInRequests) this.most += (await this.needs([item])).atLeast;
	}

	/**
	 * Adds what is about to be found.
	 * @throws ServiceFailure when too few requests are left to submit it
	 */
	async addIfLeft(item: CheckedItem, endpoint: Endpoint): Promise<void> {
		const { requestsLeft: left } = this.session;
		if (left !== undefined) {
			this.most += (await this.needs([item])).atLeast;
			// To count them all for each item would take the longer the more there are.
			if (this.most > left) this.most = (await this.needs([...this.items.values(), item])).atLeast;
			if (this.most > left) throw new ServiceFailure({ kind: 'requestLimit', endpoint });
		}
		this.items.set(item.unit, item);
	}

	/** Takes an item as it was found. */
	found(item: CheckedItem): void {
		this.items.set(item.unit, item);
	}

	drop({ unit }: CheckedItem): void {
		this.items.delete(unit);
	}
}

/** What a run may send, and what came of the other items. */
export interface Claimed {
	readonly fit: Items;
	readonly settled: Outcome;
	/** Those that an earlier execution has output, if the user wants them skipped. */
	readonly skipped: Items;
}

/**
 * Claims the records of a submission before anything is sent or asked for them: leaves out those that came out of an
 * earlier execution, if the user enabled that, those that another execution is at work on or has sent, and those beyond
 * Maximum Credits. Called again once it is found what they are submitted by, it claims them by that, too.
 */
export async function claimRecords(
	session: Session,
	operation: Operation,
	items: Items,
	options: RunOptions,
): Promise<Claimed> {
	const journal = Journal.of(session);
	const sentAs = (item: CheckedItem) => journal.sent.findAny(unitsOf(item));
	const isTaken = (item: CheckedItem): boolean => sentAs(item) !== undefined;
	// This execution has submitted them: taking up its result costs nothing.
	const taken = items.filter(isTaken);
	const output = session.skipsEnriched ? taken.filter((item) => sentAs(item)?.isOutput === true) : [];
	const others = items.filter((item) => !isTaken(item));
	// What is not submitted needs no claim, and what this run has claimed no other.
	const units = distinctUnits(others.filter((item) => isSubmitted(operation, item)));
	const own = units.filter((unit) => journal.has(unit));
	const findings = new Map(await journal.claim(units.filter((unit) => !journal.has(unit))));
	for (const unit of own) findings.set(unit, 'free');
	const known = await journal.known(unitsAsked(operation, others));
	const findingOf = (item: CheckedItem): Finding =>
		known.has(item.unit)
			? 'known'
			: (unitsOf(item)
					.flatMap((unit) => findings.get(unit) ?? [])
					.find((finding) => finding !== 'free') ?? 'free');
	// Those of an earlier execution whose result can still be read are taken up, too.
	const groups = await groupInTurns(others, (item) => (isTaken(item) ? 'taken' : findingOf(item)));
	const by = (finding: Finding): Items => groups.get(finding) ?? [];
	const skipped = [...by('known'), ...output];
	const refused = (['open', 'retried'] as const).flatMap((finding): Problem[] =>
		by(finding).map(({ item, also }) => ({
			items: [item],
			error: refusal(finding, also === undefined ? 'This record was' : FOUND_BEFORE),
		})),
	);
	const { fit, left } = await affordable(session, operation, by('free'), options);
	const sent = new Set([...taken, ...(groups.get('taken') ?? []), ...fit]);
	for (const item of output) sent.delete(item);
	const needed = new Set(distinctUnits([...sent]));
	await journal.giveBack(
		distinctUnits(others).filter((unit) => findings.get(unit) === 'free' && !needed.has(unit)),
	);
	return {
		fit: items.filter((item) => sent.has(item)),
		settled: { outputs: [], problems: [...refused, ...notSent(left)] },
		skipped,
	};
}

const FOUND_BEFORE = 'The ID of this record was found, which may have been charged; by that ID, it was';

/** The units of items that are asked for one by one. */
const unitsAsked = (operation: Operation, items: Items): string[] =>
	items.filter((item) => !isSubmitted(operation, item)).map(({ unit }) => unit);

/**
 * Leaves out what is not sent for items that are asked for one by one. What Skip Records Enriched Before skips makes
 * room for others: where the user limits what may be spent, it is looked up first, and else when the item is sent.
 */
export async function pickItems(
	session: Session,
	operation: Operation,
	items: Items,
	options: RunOptions,
): Promise<Claimed> {
	const journal = Journal.of(session);
	const isDated = operation.calls[0].idempotent === true;
	const known = session.budget.isLimited
		? await journal.known(unitsAsked(operation, items), isDated)
		: new Set<string>();
	const isOutput = ({ unit }: CheckedItem): boolean =>
		session.skipsEnriched && journal.sent.find(unit)?.isOutput === true;
	const skipped = items.filter((item) => known.has(item.unit) || isOutput(item));
	const out = new Set(skipped);
	const { fit, left } = await affordable(
		session,
		operation,
		items.filter((item) => !out.has(item)),
		options,
	);
	return { fit, settled: { outputs: [], problems: notSent(left) }, skipped };
}

/**
 * Tells which items Skip Records Enriched Before has left out.
 * @returns their outputs, where every item has one: a model that calls the node would take nothing for a failure
 */
export function skip(session: Session, operation: Operation, skipped: Items, items: number): Output[] {
	const journal = Journal.of(session);
	// For a record that is submitted, it may be its finding that was answered.
	const isAnswered = (item: CheckedItem): boolean =>
		!isSubmitted(operation, item) && session.budget.answered.has(item.unit);
	const isOwn = (item: CheckedItem): boolean =>
		isAnswered(item) || journal.sent.findAny(unitsOf(item)) !== undefined;
	const own = skipped.filter(isOwn).length;
	const hint = (count: number, why: string): void => {
		if (count > 0) session.hint(`${count} of ${items} items were skipped: ${why}.`);
	};
	hint(skipped.length - own, 'an earlier run has paid for them');
	hint(own, 'this execution has paid for them before');
	if (operation.outputsEveryItem !== true && !isTool(session.context)) return [];
	return skipped.map((item) => ({
		json: { outcome: 'skipped', reason: isOwn(item) ? SKIPPED_AS_OWN : NO_RESULT.skipped },
		items: [item.item],
	}));
}

const SKIPPED_AS_OWN = 'This execution has paid for this record before.';

/**
 * Tells the journal what became of the items' units. A batch or a response may hold records that failed, and results
 * that were paid for may be missing.
 */
export function decideUnits(session: Session, items: Items, { outputs, problems }: Outcome): void {
	const journal = Journal.of(session);
	const unitsOfItems = (wanted: readonly number[]): string[] => {
		const indexes = new Set(wanted);
		return items
			.flatMap((item) => (indexes.has(item.item) ? unitsOf(item) : []))
			.filter((unit) => journal.has(unit));
	};
	const failed = problems.filter(({ error }) => !isFree(error));
	const free = problems.filter(({ error }) => isFree(error));
	const refunded = outputs.filter(({ json }) => json.outcome === 'failed');
	journal.decide(unitsOfItems([...refunded, ...free].flatMap((each) => each.items)), 'uncharged');
	const missing = outputs.filter(({ json }) => json.outcome === 'missing');
	journal.decide(unitsOfItems(missing.flatMap((each) => each.items)), 'missing');
	journal.decide(unitsOfItems(failed.flatMap((problem) => problem.items)), 'open');
	const voided = problems.filter(({ error }) => error instanceof UnfinishedWork && error.isRefunded);
	for (const unit of unitsOfItems(voided.flatMap((problem) => problem.items))) journal.sent.drop(unit);
}

/** Whether a failed item was certainly not charged, or refunded. */
const isFree = (error: Error): boolean =>
	error instanceof RefundedRecord ||
	error instanceof NotSent ||
	(error instanceof UnfinishedWork && error.isRefunded) ||
	(!(error instanceof UnfinishedWork) && isUncharged(error));
