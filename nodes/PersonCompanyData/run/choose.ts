import type { IDataObject } from 'n8n-workflow';

import { isUncharged, NotSent } from '../../../core/client/failure';
import type { Session } from '../../../core/client/session';
import { asInteger } from '../../../core/base/json';
import { groupInTurns } from '../../../core/base/async';
import { digits, plural } from '../../../core/base/text';
import { isTool } from '../../../core/base/tool';
import { Purchases, type Status } from '../../../core/purchase/purchases';
import { MarkedAsDone, refusal } from '../../../core/purchase/refusals';
import {
	combine,
	NO_RESULT,
	RefundedRecord,
	StillRunning,
	UnfinishedWork,
	type Outcome,
	type Output,
	type Problem,
} from '../../../core/output/outcome';
import { UnknownAnswer } from '../../../core/read/answer';
import { namedContact } from '../../../core/read/contacts';
import { affordable, notSent } from './affordable';
import type { Items } from './cost';
import { findAhead } from './findAhead';
import { isSubmitted, needsFinding, purchaseKeysOf, type CheckedItem, type Operation } from './operation';
import type { RunOptions } from './options/options';

interface Chosen {
	readonly fit: Items;
	readonly settled: Outcome;
	/** Output by an earlier run; only with Skip Records Enriched Before. */
	readonly skipped: Items;
}

/**
 * Leaves out what another execution has sent and what exceeds the limits. Submissions are claimed once their
 * identifiers are found; with Skip Records Enriched Before everything is, beforehand, to save those lookups.
 */
export async function choose(
	session: Session,
	operation: Operation,
	items: Items,
	options: RunOptions,
): Promise<Chosen> {
	const { ledger } = Purchases.of(session);
	const isOutput = (item: CheckedItem): boolean =>
		session.limits.skipsEnriched === true && ledger.isOutput(...purchaseKeysOf(item));
	const outcomes: Outcome[] = [];
	const skipped = items.filter(isOutput);
	let rest: Items = items.filter((item) => !isOutput(item));
	const claim = async (): Promise<void> => {
		const claimed = await claimItems(session, operation, rest);
		rest = claimed.fit;
		outcomes.push(claimed.settled);
		skipped.push(...claimed.skipped);
	};
	const limit = async (): Promise<void> => {
		const { fit, left } = await affordable(session, operation, rest, options);
		rest = fit;
		outcomes.push({ outputs: [], problems: notSent(left) });
	};
	const isFound = rest.some((item) => needsFinding(operation, item));
	if (session.limits.skipsEnriched || !isFound) await claim();
	await limit();
	if (isFound) {
		const { ready, settled } = await findAhead(session, operation, rest);
		rest = ready;
		outcomes.push(settled);
		await claim();
		await limit();
	}
	const needed = new Set(rest.flatMap(purchaseKeysOf));
	const unsent = items.flatMap(purchaseKeysOf).filter((key) => !needed.has(key));
	await Purchases.of(session).release([...new Set(unsent)]);
	return { fit: rest, settled: combine(outcomes), skipped };
}

/** Claims submissions and, with Skip Records Enriched Before, lookups, too. */
async function claimItems(session: Session, operation: Operation, items: Items): Promise<Chosen> {
	const purchases = Purchases.of(session);
	const keysOf = (of: Items): string[] => [...new Set(of.flatMap(purchaseKeysOf))];
	const submitted = items.filter((item) => isSubmitted(operation, item));
	const asked = session.limits.skipsEnriched ? items.filter((item) => !isSubmitted(operation, item)) : [];
	const statuses = new Map([
		...(await purchases.claim(keysOf(submitted))),
		...(await purchases.claim(keysOf(asked), { isFreeAgain: true })),
	]);
	const statusOf = (item: CheckedItem): Status => {
		const all = purchaseKeysOf(item).map((key) => statuses.get(key) ?? 'free');
		// A submission of this execution is resumed, whatever the other identifier says.
		return all.find((status) => status === 'sent') ?? all.find((status) => status !== 'free') ?? 'free';
	};
	const groups = await groupInTurns(items, statusOf);
	const by = (...wanted: readonly Status[]): Items => wanted.flatMap((status) => groups.get(status) ?? []);
	const problems = (['pending', 'done'] as const).flatMap((status) =>
		by(status).map(({ item }): Problem => ({ items: [item], error: refusal(status, 'This record was') })),
	);
	const fit = new Set(by('free', 'sent'));
	return {
		fit: items.filter((item) => fit.has(item)),
		settled: markedAsDone({ outputs: [], problems }),
		skipped: by('delivered'),
	};
}

/** Outputs what the user marks as done as skipped. */
export function markedAsDone({ problems, ...others }: Outcome): Outcome {
	const done = problems.filter(({ error }) => error instanceof MarkedAsDone);
	if (done.length === 0) return { ...others, problems };
	const rows = done.flatMap(({ items, error }) =>
		items.map((item): Output => ({ json: { outcome: 'skipped', reason: error.message }, items: [item] })),
	);
	return {
		...others,
		outputs: [...others.outputs, ...rows],
		problems: problems.filter((problem) => !done.includes(problem)),
	};
}

/** Adds a hint. Skipped items are output where each needs an output: a model would read none as a failure. */
export function skip(session: Session, operation: Operation, skipped: Items, items: number): Output[] {
	if (skipped.length === 0) return [];
	const isOutput = operation.outputsEveryItem === true || isTool(session.context);
	const [were, come] = skipped.length === 1 ? ['was', 'comes'] : ['were', 'come'];
	const become = isOutput ? `${come} without data` : `${skipped.length === 1 ? 'is' : 'are'} left out`;
	const byId = skipped.some((item) => isSubmitted(operation, item)) ? BY_BATCH_ID : '';
	session.hint(
		`${digits(skipped.length)} of ${plural(items, 'row')} ${were} enriched before and ${become}. The data is in the output of that run. If its execution failed after this node, Retry goes on there.${byId}`,
	);
	if (!isOutput) return [];
	return skipped.map((item) => ({
		json: { outcome: 'skipped', reason: NO_RESULT.skipped, ...askedFor(operation, item) },
		items: [item.item],
	}));
}

/** Outputs the ID of a batch or job that still runs: reading its result later is free. */
export function stillWaited(
	operation: Operation,
	items: Items,
	{ outputs, problems, ...others }: Outcome,
): Outcome {
	const isWaited = ({ error }: Problem): boolean => error instanceof StillRunning;
	const byItem = new Map(items.map((item) => [item.item, item]));
	const waiting = problems.filter(isWaited).flatMap(({ items: rows, error }) => {
		const { kind, id, message: reason } = error as StillRunning;
		const about = kind === 'batch' ? { batchId: id } : { id: asInteger(id) ?? id };
		return rows.map((row): Output => {
			const item = byItem.get(row);
			const contact = item && operation.contactIn?.(item.input);
			const json = {
				outcome: 'waiting',
				...about,
				...(contact && { contact: namedContact(contact) }),
				reason,
			};
			return { json, items: [row], isRaw: true };
		});
	});
	return {
		...others,
		outputs: [...outputs, ...waiting],
		problems: problems.filter((problem) => !isWaited(problem)),
	};
}

/** The item's contact, under the name that records use. */
function askedFor({ contactIn }: Operation, { input }: CheckedItem): IDataObject {
	const contact = contactIn?.(input);
	return contact === undefined ? {} : { contato: { [contact.name]: contact.value } };
}

const BY_BATCH_ID =
	' Enrichment Batch > Wait for Completion reads it again, free, by the batchId in that output.';

/** Settles each purchase: a batch or response may hold failed records, and paid results may be missing. */
export function settleItems(session: Session, items: Items, { outputs, problems: all }: Outcome): void {
	const purchases = Purchases.of(session);
	const keysOf = (wanted: ReadonlyArray<{ readonly items: readonly number[] }>): string[] => {
		const indexes = new Set(wanted.flatMap((each) => each.items));
		return items
			.flatMap((item) => (indexes.has(item.item) ? purchaseKeysOf(item) : []))
			.filter((key) => purchases.has(key));
	};
	// Answers of unknown shape are output, so they are no problem here; a batch or job may hold more.
	const problems = all.filter(({ error }) => !(error instanceof UnknownAnswer) || error.isOfWork);
	const outputsWith = (outcome: string) => outputs.filter(({ json }) => json.outcome === outcome);
	const isRefund = (error: Error): boolean =>
		error instanceof RefundedRecord || (error instanceof UnfinishedWork && error.isRefunded);
	const isUnsent = (error: Error): boolean =>
		error instanceof NotSent || (!(error instanceof UnfinishedWork) && isUncharged(error));
	const refunds = problems.filter(({ error }) => isRefund(error));
	const unsent = problems.filter(({ error }) => !isRefund(error) && isUnsent(error));
	const open = problems.filter((problem) => !refunds.includes(problem) && !unsent.includes(problem));
	purchases.decide(keysOf([...outputsWith('failed'), ...refunds]), 'refunded');
	purchases.decide(keysOf(outputsWith('missing')), 'missing');
	purchases.decide(keysOf(unsent), 'unsent');
	purchases.decide(keysOf(open), 'open');
	// So that a further attempt sends it again.
	const voided = refunds.filter(({ error }) => error instanceof UnfinishedWork);
	purchases.ledger.drop(keysOf(voided));
}
