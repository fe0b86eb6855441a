import isEmpty from 'lodash/isEmpty';

import { reasonFor } from '../../../contract/outcomes';
import { explained } from '../../../core/base/errors';
import { asInteger } from '../../../core/base/json';
import { some } from '../../../core/base/text';
import { isTool } from '../../../core/base/tool';
import { isUncharged } from '../../../core/client/failure';
import type { Session } from '../../../core/client/session';
import {
	StillRunning,
	UnfinishedWork,
	type RunResult,
	type Output,
	type Problem,
} from '../../../core/output/result';
import { Purchases } from '../../../core/purchase/purchases';
import { MarkedAsDone } from '../../../core/purchase/refusals';
import { UnknownAnswer } from '../../../core/read/answer';
import { namedContact } from '../../../core/read/identifiers';
import { purchaseKeysOf, type Items, type Operation } from './operation';

type Progress = 'refunded' | 'missing' | 'unsent' | 'open';

/** What became of a purchase, by what is output; a batch or response may hold failed records, and records may miss. */
const OF_OUTPUTS: Readonly<Partial<Record<string, Progress>>> = { failed: 'refunded', missing: 'missing' };

/** `undefined` for what is output as it is, or was decided when it was claimed. */
function progressOf({ error }: Problem): Progress | undefined {
	if (error instanceof MarkedAsDone) return undefined;
	// A batch or job may hold more than the answer that was not understood.
	if (error instanceof UnknownAnswer) return isEmpty(error.about) ? undefined : 'open';
	if (error instanceof UnfinishedWork) return error.outcome === 'failed' ? 'refunded' : 'open';
	return isUncharged(error) ? 'unsent' : 'open';
}

/** Settles each purchase by the worst of what became of it. */
export function settleItems(session: Session, items: Items, { outputs, problems }: RunResult): void {
	const purchases = Purchases.of(session);
	const keysOf = (rows: ReadonlySet<number>): string[] =>
		items
			.flatMap((item) => (rows.has(item.item) ? purchaseKeysOf(item) : []))
			.filter((key) => purchases.has(key));
	const became = [
		...outputs.map(({ json, items: rows }) => ({ progress: OF_OUTPUTS[String(json.outcome)], rows })),
		...problems.map((problem) => ({ progress: progressOf(problem), rows: problem.items })),
	];
	for (const wanted of ['refunded', 'missing', 'unsent', 'open'] as const) {
		const rows = became.flatMap(({ progress, rows: own }) => (progress === wanted ? own : []));
		purchases.decide(keysOf(new Set(rows)), wanted);
	}
	const isVoid = (problem: Problem): boolean =>
		problem.error instanceof UnfinishedWork && progressOf(problem) === 'refunded';
	// So that a further attempt sends it again.
	purchases.ledger.drop(keysOf(new Set(problems.filter(isVoid).flatMap(({ items: rows }) => rows))));
}

/** Rows that the user marks as done, and those of a batch or job that still runs, come out as results. */
export function unfinishedAsRows(
	{ contactIn }: Operation,
	items: Items,
	{ outputs, problems, ...others }: RunResult,
): RunResult {
	const byItem = new Map(items.map((item) => [item.item, item]));
	const waiting = (error: StillRunning, row: number): Output => {
		const { kind, id } = error;
		const item = byItem.get(row);
		const contact = item && contactIn?.(item.input);
		const json = {
			outcome: 'waiting',
			// Reading its result later is free.
			...(kind === 'batch' ? { batchId: id } : { id: asInteger(id) ?? id }),
			...(contact && { contact: namedContact(contact) }),
			reason: explained(error),
		};
		return { json, items: [row], isRaw: true };
	};
	const rows = problems.flatMap(({ items: own, error }): Output[] => {
		if (error instanceof StillRunning) return own.map((row) => waiting(error, row));
		if (!(error instanceof MarkedAsDone)) return [];
		return own.map((row) => ({ json: { outcome: 'skipped', reason: error.message }, items: [row] }));
	});
	const failed = problems.filter(
		({ error }) => !(error instanceof MarkedAsDone || error instanceof StillRunning),
	);
	return { ...others, outputs: [...outputs, ...rows], problems: failed };
}

/** Adds a hint. Output only for lists, where each row has an output, and for models, which read none as a failure. */
export function skippedAsRows(session: Session, operation: Operation, skipped: Items, all: number): Output[] {
	if (skipped.length === 0) return [];
	const isOutput = operation.list !== undefined || isTool(session.context);
	const were = some(skipped.length, all, 'row', ['was', 'were']);
	const become = isOutput ? 'output without data' : 'left out';
	session.hint(
		`${were} enriched before and ${become}; the data is in that execution: see the Executions tab.`,
	);
	if (!isOutput) return [];
	return skipped.map(({ item, input }) => {
		const contact = operation.contactIn?.(input);
		// Under the name that records use.
		const contato = contact && { contato: { [contact.name]: contact.value } };
		return { json: { outcome: 'skipped', reason: reasonFor('skipped'), ...contato }, items: [item] };
	});
}
