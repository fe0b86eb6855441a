import { isUncharged, NotSent, ServiceFailure } from '../../../core/client/failure';
import type { Session } from '../../../core/client/session';
import { groupInTurns } from '../../../core/base/async';
import { digits, plural } from '../../../core/base/text';
import { Journal } from '../../../core/once/journal';
import { refusal, type Finding } from '../../../core/once/refusals';
import { NO_RESULT, type Outcome, type Output, type Problem } from '../../../core/output/outcome';
import { RefundedRecord, UnfinishedWork } from '../../../core/output/unfinished';
import { isTool } from '../../../core/base/tool';
import { affordable, FINDING_CHARGED, notSent } from './affordable';
import type { Items } from './cost';
import { isSubmitted, unitsOf, type CheckedItem, type Operation } from './operation';
import type { RunOptions } from './options/options';

/** The units of items, each once. */
export const distinctUnits = (items: Items): string[] => [...new Set(items.flatMap(unitsOf))];

/** What a run may send, and what came of the other items. */
export interface Claimed {
	readonly fit: Items;
	readonly settled: Outcome;
	/** Those that an earlier execution has output, if the user wants them skipped. */
	readonly skipped: Items;
}

/**
 * Claims the records of a submission, once it is found what they are submitted by: leaves out those that came out of an
 * earlier execution, if the user enabled that, those that another execution is at work on or has sent, and those beyond
 * Maximum Credits.
 */
export async function claimRecords(
	session: Session,
	operation: Operation,
	items: Items,
	options: RunOptions,
): Promise<Claimed> {
	const journal = Journal.of(session);
	const isTaken = (item: CheckedItem): boolean => journal.sent.findAny(unitsOf(item)) !== undefined;
	// This execution has submitted them: taking up its result costs nothing.
	const taken = items.filter(isTaken);
	const output = session.skipsEnriched ? taken.filter((item) => journal.sent.isOutput(...unitsOf(item))) : [];
	const others = items.filter((item) => !isTaken(item));
	// What is not submitted needs no claim, and what this run has claimed no other.
	const units = distinctUnits(others.filter((item) => isSubmitted(operation, item)));
	const own = units.filter((unit) => journal.has(unit));
	const findings = new Map(await journal.claim(units.filter((unit) => !journal.has(unit))));
	for (const unit of own) findings.set(unit, 'free');
	const known = await journal.known(unitsAsked(operation, others));
	const findingOf = (item: CheckedItem): Finding => {
		const asked = known.get(item.unit);
		// What another execution is asking for is free to ask again.
		if (asked === 'known' || asked === 'unclear') return asked;
		const own = unitsOf(item).flatMap((unit) => findings.get(unit) ?? []);
		return own.find((finding) => finding !== 'free') ?? 'free';
	};
	// Those of an earlier execution whose result can still be read are taken up, too.
	const groups = await groupInTurns(others, (item) => (isTaken(item) ? 'taken' : findingOf(item)));
	const by = (finding: Finding): Items => groups.get(finding) ?? [];
	const skipped = [...by('known'), ...output];
	const refused = (['open', 'unclear', 'retried'] as const).flatMap((finding): Problem[] =>
		by(finding).map(({ item }) => ({ items: [item], error: refusal(finding, 'This record was') })),
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

/** The units of items that are asked for one by one. */
const unitsAsked = (operation: Operation, items: Items): string[] =>
	items.filter((item) => !isSubmitted(operation, item)).map(({ unit }) => unit);

/**
 * Leaves out what is not sent for items that are not claimed yet. What Skip Records Enriched Before skips makes room for
 * others, and need not be found: where the user limits what may be spent, or something is to be found, it is looked up
 * first, and else when the item is sent.
 */
export async function pickItems(
	session: Session,
	operation: Operation,
	items: Items,
	options: RunOptions,
): Promise<Claimed> {
	const journal = Journal.of(session);
	const isDated = operation.calls[0].idempotent === true;
	const isTaken = (item: CheckedItem): boolean => journal.sent.findAny(unitsOf(item)) !== undefined;
	const isLookedUp = session.budget.isLimited || operation.find !== undefined;
	const units = isLookedUp ? items.filter((item) => !isTaken(item)).map(({ unit }) => unit) : [];
	const known = await journal.known(units, isDated);
	const isOutput = ({ unit }: CheckedItem): boolean => session.skipsEnriched && journal.sent.isOutput(unit);
	const skipped = items.filter((item) => known.get(item.unit) === 'known' || isOutput(item));
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
	const isOutput = operation.outputsEveryItem === true || isTool(session.context);
	const hint = (some: number, where: string, advice: string): void => {
		if (some === 0) return;
		const become = isOutput
			? `${some === 1 ? 'comes' : 'come'} without data`
			: `${some === 1 ? 'is' : 'are'} left out`;
		session.hint(
			`${digits(some)} of ${plural(items, 'row')} ${some === 1 ? 'was' : 'were'} enriched ${where} and ${become}. ${advice}`,
		);
	};
	hint(
		skipped.length - own,
		'in an earlier execution',
		'The data is in that execution, where Retry goes on behind this node.',
	);
	hint(own, 'earlier in this execution', 'The data came out then.');
	if (!isOutput) return [];
	return skipped.map((item) => ({
		json: { outcome: 'skipped', reason: isOwn(item) ? SKIPPED_AS_OWN : NO_RESULT.skipped },
		items: [item.item],
	}));
}

const SKIPPED_AS_OWN = 'Enriched earlier in this execution, so it comes without data.';

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
	journal.sent.drop(unitsOfItems(voided.flatMap((problem) => problem.items)));
}

/** Adds to the problems of items that were found, and are not sent after all, what may have been charged for them. */
export function withFindings(items: Items, { problems, ...others }: Outcome): Outcome {
	const found = new Set(items.flatMap(({ item, also }) => (also === undefined ? [] : [item])));
	return {
		...others,
		problems: problems.flatMap((problem): Problem[] => {
			const { error, items: all } = problem;
			const own = all.filter((item) => found.has(item));
			if (own.length === 0 || !(error instanceof ServiceFailure) || error.phase !== 'stopped')
				return [problem];
			const note = error.note === undefined ? FINDING_CHARGED : `${error.note} ${FINDING_CHARGED}`;
			const rest = all.filter((item) => !found.has(item));
			return [
				{ ...problem, items: own, error: error.withNote(note) },
				...(rest.length > 0 ? [{ ...problem, items: rest }] : []),
			];
		}),
	};
}

/** Whether a failed item was certainly not charged, or refunded. */
const isFree = (error: Error): boolean =>
	error instanceof RefundedRecord ||
	error instanceof NotSent ||
	(error instanceof UnfinishedWork && error.isRefunded) ||
	(!(error instanceof UnfinishedWork) && isUncharged(error));
