import groupBy from 'lodash/groupBy';
import upperFirst from 'lodash/upperFirst';
import type { IExecuteFunctions } from 'n8n-workflow';

import { withoutPersonalData } from '../../../../core/base/redact';
import { digits, duration, plural, some } from '../../../../core/base/text';
import type { Session } from '../../../../core/client/session';
import { outcomeOf } from '../../../../core/output/items';
import { RefundedRecord, type Outcome } from '../../../../core/output/outcome';

export const STORE_FAILED =
	'n8n could not store what this run has output, so a later run may report records as sent before. See Options > If Sent Before.';

const WORTH_TELLING_SECONDS = 60;

/** @param rows all rows, including invalid ones */
export function addHints(session: Session, rows: number, outcome: Outcome): void {
	const { pace, usage } = session;
	const { repeated, returned, empty, unpaired } = usage.records;
	const counts = countsInWords(outcome);
	session.hint(upperFirst(`${counts}${counts && ': '}${usage.inWords()}.`), 'sum');
	if (empty > 0) {
		const were = some(empty, returned, 'record', ['was', 'were']);
		session.hint(`${were} charged but returned without details.`, 'cost');
	}
	if (unpaired > 0) {
		const has = 'no submitted identifier and';
		const are = some(unpaired, returned, 'record', [`contains ${has} is`, `contain ${has} are`]);
		session.hint(`${are} not paired with an input item.`);
	}
	if (repeated > 0) {
		const repeat = some(repeated, rows, 'row', ['repeats', 'repeat']);
		session.hint(`${repeat} a contact of another row, which is paid for once.`, 'info');
	}
	if (pace.heldSeconds >= WORTH_TELLING_SECONDS) {
		const minutes = duration(60 * Math.round(pace.heldSeconds / 60));
		session.hint(`Requests waited ${minutes} in total to stay within Maximum Requests per Minute.`, 'info');
	}
}

/** In the order of the sentence. */
const WORDS: Readonly<Record<string, string>> = {
	enriched: 'enriched',
	found: 'found',
	empty: 'without details',
	missing: 'missing in the result',
	'not found': 'not found',
	refunded: 'failed and refunded',
	failed: 'failed',
	skipped: 'skipped',
	invalid: 'invalid',
	'not sent': 'not sent',
	uncertain: 'without an answer',
	waiting: 'still waited for',
};

function countsInWords({ outputs, problems, suspension }: Outcome): string {
	const counts = new Map<string, number>();
	const add = (outcome: string, rows: number): void =>
		void counts.set(outcome, (counts.get(outcome) ?? 0) + Math.max(1, rows));
	for (const { json, items } of outputs)
		if (typeof json.outcome === 'string')
			add(json.outcome === 'failed' ? 'refunded' : json.outcome, items.length);
	for (const problem of problems)
		add(problem.error instanceof RefundedRecord ? 'refunded' : outcomeOf(problem), problem.items.length);
	if (suspension !== undefined) add('waiting', suspension.contacts.length);
	return Object.entries(WORDS)
		.flatMap(([outcome, words]) => {
			const count = counts.get(outcome);
			return count === undefined ? [] : [`${digits(count)} ${words}`];
		})
		.join(', ');
}

/** A run without a valid row ends well, so that a loop can go on; hence the warning. */
export function hintNothingSent(
	context: IExecuteFunctions,
	{ outputs, problems }: Outcome,
	rows: number,
): void {
	const reasons = [
		...outputs.map(({ json }) => String(json.reason)),
		...problems.map(({ error }) => error.message),
	];
	if (reasons.length === 0) return;
	const groups = Object.entries(groupBy(reasons, withoutPersonalData));
	const [[reason, { length: times }]] = groups.sort(([, a], [, b]) => b.length - a.length);
	const of = times === rows ? '' : `${plural(times, 'row')}: `;
	const none = rows === 1 ? 'The row is not valid' : `None of the ${digits(rows)} rows is valid`;
	const message = `${none}, so nothing was sent or charged. ${of}${reason}`;
	context.addExecutionHints?.({ message, type: 'warning', location: 'outputPane' });
}
