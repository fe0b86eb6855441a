import type { IExecuteFunctions } from 'n8n-workflow';

import type { Session } from '../../../../core/client/session';
import { runStateOf } from '../../../../core/client/runState';
import { outcomeOf } from '../../../../core/output/items';
import type { Outcome } from '../../../../core/output/outcome';
import { RefundedRecord } from '../../../../core/output/unfinished';

/** Hints shown in the output pane after a run. */

export const STORE_FAILED =
	'n8n could not store what this run has output, so a later run may report records as sent before. See Options > Submit Again.';

export const NOTHING_COMES_OUT =
	'No item comes out, so n8n runs none of the nodes behind this one, and ends a loop that it is in. To go on, switch on Always Output Data in the settings of this node.';

/**
 * Adds hints about usage and failed items to the output pane.
 * @param rows how many there are, the invalid ones among them
 * @param outputsProblems whether failed items are output as all others are
 */
export function addHints(session: Session, rows: number, outcome: Outcome, outputsProblems: boolean): void {
	const { outputs, problems } = outcome;
	const { pace } = session;
	const { repeated } = session.tally.records;
	if (repeated > 0) {
		session.hint(
			`${repeated} of ${rows} rows ${repeated === 1 ? 'repeats' : 'repeat'} a contact of another row. Each contact is paid for once, and each of its rows gets its result.`,
			'info',
		);
	}
	for (const message of aboutRecords(session, rows)) session.hint(message);
	const failed = new Set(problems.flatMap((problem) => problem.items)).size;
	if (failed > 0 && outputs.length > 0 && !outputsProblems) {
		session.hint(
			`${failed} of ${rows} items failed; the results of the others are output. Each failed item has the reason in its error field.`,
		);
	}
	if (leavesAllOut(session, outcome)) session.hint(NOTHING_COMES_OUT);
	if (pace.heldSeconds > 0) {
		session.hint(
			`Requests were delayed by ${pace.heldSeconds} seconds in total so that a burst does not block the account. See Options > Advanced (JSON) > maxRequestsPerMinute.`,
			'info',
		);
	}
	session.hint(receipt(session, outcome), 'info');
}

/** Whether all items were left out as enriched before, and n8n does not go on with an empty item instead. */
const leavesAllOut = ({ skipsEnriched, context }: Session, { outputs, problems, parked }: Outcome): boolean =>
	skipsEnriched &&
	outputs.length + problems.length === 0 &&
	parked === undefined &&
	context.getNode().alwaysOutputData !== true;

/** What is told of rows with an outcome, in this order. */
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
/** Outcomes of which the rows are named, as the user has to look at them. */
const NAMED = ['invalid', 'uncertain'];
const MOST_ROWS = 10;

/** The run in one line: what became of the rows, what was used and, if it was read anyway, the balance. */
function receipt({ context, tally }: Session, outcome: Outcome): string {
	const { balance } = runStateOf(context);
	return [
		...rowsTold(outcome),
		tally.inWords(),
		...(typeof balance === 'string' ? [`Balance read in this execution: ${balance}.`] : []),
	].join(' ');
}

/** Tells of a run that had nothing to send what became of its rows. */
export function hintNothingSent(context: IExecuteFunctions, outcome: Outcome): void {
	const message = [...rowsTold(outcome), 'Nothing was sent.'].join(' ');
	context.addExecutionHints?.({ message, type: 'info', location: 'outputPane' });
}

/** What became of the rows, as a sentence; none if no row has an outcome. */
function rowsTold({ outputs, problems, parked }: Outcome): string[] {
	const rows = new Map<string, number[]>();
	const add = (outcome: string, items: readonly number[]): void => {
		const all = rows.get(outcome) ?? [];
		rows.set(outcome, all);
		for (const item of items.length === 0 ? [-1] : items) all.push(item);
	};
	for (const { json, items } of outputs) {
		if (typeof json.outcome === 'string') add(json.outcome === 'failed' ? 'refunded' : json.outcome, items);
	}
	for (const problem of problems) {
		const outcome = outcomeOf(problem);
		add(problem.error instanceof RefundedRecord ? 'refunded' : outcome, problem.items);
	}
	for (const { contacts } of parked?.batches ?? []) {
		add(
			'waiting',
			contacts.map(({ item }) => item),
		);
	}
	const told = Object.entries(WORDS).flatMap(([outcome, words]) => {
		const items = rows.get(outcome) ?? [];
		return items.length === 0 ? [] : [`${items.length} ${words}${rowsInWords(outcome, items)}`];
	});
	return told.length > 0 ? [`${told.join(', ')}.`] : [];
}

/** The rows of an outcome, counted from 1. */
function rowsInWords(outcome: string, items: readonly number[]): string {
	if (!NAMED.includes(outcome)) return '';
	const numbers = items.slice(0, MOST_ROWS).map((item) => item + 1);
	const more = items.length > MOST_ROWS ? ' and others' : '';
	return ` (row${items.length === 1 ? '' : 's'} ${numbers.join(', ')}${more})`;
}

/** What users would otherwise only see on their bill, over all batches of the run. */
function aboutRecords({ tally: { records } }: Session, rows: number): string[] {
	const { returned, failed, empty, unpaired, missing } = records;
	const told: ReadonlyArray<readonly [number, string]> = [
		[missing, `${missing} of ${rows} items have no record in the result; see outcome "missing".`],
		[failed, `${failed} of ${returned} records failed; the service refunds them.`],
		[empty, `${empty} of ${returned} records were charged but returned without details.`],
		[
			unpaired,
			`${unpaired} of ${returned} records contain no submitted identifier and are not paired with an input item.`,
		],
	];
	return told.flatMap(([count, message]) => (count > 0 ? [message] : []));
}
