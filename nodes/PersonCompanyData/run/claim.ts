import { isUncharged, NotSent } from '../../../core/client/failure';
import type { Session } from '../../../core/client/session';
import { Journal } from '../../../core/once/journal';
import { refusal } from '../../../core/once/refusals';
import type { Outcome, Problem } from '../../../core/output/outcome';
import { RefundedRecord, UnfinishedWork } from '../../../core/output/unfinished';
import { affordable } from './estimate';
import type { CheckedItem, Operation } from './operation';
import type { RunOptions } from './options';

type Items = readonly CheckedItem[];

/** What a run may send, and the items that are settled without sending anything. */
interface Claimed {
	readonly fit: Items;
	readonly left: readonly Problem[];
}

/**
 * Claims the records of a submission before anything is sent: leaves out those that came out of an earlier execution,
 * if the user enabled that, those that another execution has sent, and those beyond Maximum Credits.
 */
export async function claimRecords(
	session: Session,
	operation: Operation,
	items: Items,
	options: RunOptions,
): Promise<Claimed> {
	const journal = Journal.of(session);
	const isOutput = ({ unit }: CheckedItem): boolean => journal.sent.find(unit)?.isOutput === true;
	// This execution has submitted them: taking up its result costs nothing.
	const taken = items.filter((item) => journal.sent.find(item.unit) !== undefined);
	const own = session.skipsEnriched ? taken.filter((item) => !isOutput(item)) : taken;
	const others = items.filter((item) => journal.sent.find(item.unit) === undefined);
	const findings = await journal.claim([...new Set(others.map(({ unit }) => unit))]);
	// Those of an earlier execution whose result can still be read are taken up, too.
	const isTaken = ({ unit }: CheckedItem): boolean => journal.sent.find(unit) !== undefined;
	const by = (finding: string): Items =>
		others.filter((item) => findings.get(item.unit) === finding && !isTaken(item));
	hintSkipped(session, by('known').length + taken.length - own.length, items.length);
	const refused = (['open', 'retried'] as const).flatMap((finding): Problem[] =>
		by(finding).map(({ item }) => ({ items: [item], error: refusal(finding, 'This record was') })),
	);
	const { fit, left } = affordable(session, operation, by('free'), options);
	const unsent = new Set(left.flatMap((problem) => problem.items));
	const isFit = new Set(fit.map(({ unit }) => unit));
	await journal.giveBack([
		...new Set(by('free').flatMap(({ item, unit }) => (unsent.has(item) && !isFit.has(unit) ? unit : []))),
	]);
	const sent = new Set([...own, ...others.filter(isTaken), ...fit]);
	return { fit: items.filter((item) => sent.has(item)), left: [...refused, ...left] };
}

/** Tells how many items Skip Records Enriched Before has left out. */
export function hintSkipped(session: Session, skipped: number, items: number): void {
	if (skipped === 0) return;
	session.hint(`${skipped} of ${items} items were skipped: an earlier run enriched them.`);
}

/**
 * Tells the journal what became of the items' units. A batch or a response may hold records that failed, and results
 * that were paid for may be missing.
 */
export function decideUnits(session: Session, items: Items, { outputs, problems }: Outcome): void {
	const journal = Journal.of(session);
	const unitsOf = (wanted: readonly number[]): string[] => {
		const indexes = new Set(wanted);
		return items.flatMap(({ item, unit }) => (indexes.has(item) && journal.has(unit) ? unit : []));
	};
	const failed = problems.filter(({ error }) => !isFree(error));
	const free = problems.filter(({ error }) => isFree(error));
	const refunded = outputs.filter(({ json }) => json.outcome === 'failed');
	journal.decide(unitsOf([...refunded, ...free].flatMap((each) => each.items)), 'uncharged');
	journal.decide(unitsOf(failed.flatMap((problem) => problem.items)), 'open');
	const voided = problems.filter(({ error }) => error instanceof UnfinishedWork && error.isRefunded);
	for (const unit of unitsOf(voided.flatMap((problem) => problem.items))) journal.sent.drop(unit);
}

/** Whether a failed item was certainly not charged, or refunded. */
const isFree = (error: Error): boolean =>
	error instanceof RefundedRecord ||
	error instanceof NotSent ||
	(error instanceof UnfinishedWork && error.isRefunded) ||
	(!(error instanceof UnfinishedWork) && isUncharged(error));
