import groupBy from 'lodash/groupBy';
import type { IExecuteFunctions } from 'n8n-workflow';

import { isOutcome, outcomes } from '../../../../contract/outcomes';
import { withoutPersonalData } from '../../../../core/base/redact';
import { digits, duration, plural, rowOf, some } from '../../../../core/base/text';
import type { Session } from '../../../../core/client/session';
import { runStateOf } from '../../../../core/client/runState';
import { outcomeOf } from '../../../../core/output/items';
import type { Outcome } from '../../../../core/output/outcome';

export const STORE_FAILED =
	'n8n could not store what this run has output, so a later run may report records as sent before. See Options > If Sent Before.';

export const NOTHING_COMES_OUT =
	"There's no output, so nodes after this one won't run, and a loop around it ends. To continue anyway, turn on 'Always Output Data' in Settings.";

/** @param rows all rows, including invalid ones */
export function addHints(session: Session, rows: number, outcome: Outcome): void {
	const { pace, usage } = session;
	const { repeated, returned, empty, unpaired } = usage.records;
	session.hint(receipt(session, outcome), 'sum');
	if (empty > 0) {
		const were = some(empty, returned, 'record', ['was', 'were']);
		session.hint(`${were} charged but returned without details.`, 'cost');
	}
	if (leavesAllOut(session, outcome)) session.hint(NOTHING_COMES_OUT);
	if (unpaired > 0) {
		const has = 'no submitted identifier and';
		const are = some(unpaired, returned, 'record', [`contains ${has} is`, `contain ${has} are`]);
		session.hint(`${are} not paired with an input item.`);
	}
	if (repeated > 0) {
		const repeat = some(repeated, rows, 'row', ['repeats', 'repeat']);
		session.hint(
			`${repeat} a contact of another row. Each contact is paid for once, and each of its rows gets its result.`,
			'info',
		);
	}
	if (pace.heldSeconds >= WORTH_TELLING_SECONDS) {
		session.hint(
			`Requests waited ${duration(pace.heldSeconds)} in total to stay within Maximum Requests per Minute.`,
			'info',
		);
	}
}

/** With Always Output Data, n8n goes on with an empty item instead. */
const leavesAllOut = (
	{ limits: { skipsEnriched }, context }: Session,
	{ outputs, problems, suspension }: Outcome,
): boolean =>
	skipsEnriched === true &&
	outputs.length + problems.length === 0 &&
	suspension === undefined &&
	context.getNode().alwaysOutputData !== true;

/** The user has to look at these rows. */
const NAMED = ['invalid', 'uncertain'];
const MOST_ROWS = 10;
const WORTH_TELLING_SECONDS = 60;

/** Names the balance only if it was read anyway. */
function receipt({ context, usage }: Session, outcome: Outcome): string {
	const balance = runStateOf(context).funds?.words;
	return [
		...rowsTold(outcome),
		usage.inWords(),
		...(balance !== undefined ? [`Balance read in this execution: ${balance}.`] : []),
	].join(' ');
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

function rowsTold({ outputs, problems, suspension }: Outcome): string[] {
	const rows = new Map<string, number[]>();
	const add = (outcome: string, items: readonly number[]): void => {
		const all = rows.get(outcome) ?? [];
		rows.set(outcome, all);
		for (const item of items.length === 0 ? [-1] : items) all.push(item);
	};
	for (const { json, items } of outputs) if (isOutcome(json.outcome)) add(String(json.outcome), items);
	for (const problem of problems) add(outcomeOf(problem), problem.items);
	for (const { item } of suspension?.contacts ?? []) add('waiting', [item]);
	const told = Object.keys(outcomes).flatMap((outcome) => {
		const items = rows.get(outcome) ?? [];
		return items.length === 0 ? [] : [`${digits(items.length)} ${outcome}${rowsInWords(outcome, items)}`];
	});
	return told.length > 0 ? [`${told.join(', ')}.`] : [];
}

export function rowsInWords(outcome: string, items: readonly number[]): string {
	if (!NAMED.includes(outcome)) return '';
	const numbers = items.slice(0, MOST_ROWS).map(rowOf);
	const more = items.length > MOST_ROWS ? ' and others' : '';
	return ` (row${items.length === 1 ? '' : 's'} ${numbers.join(', ')}${more})`;
}
