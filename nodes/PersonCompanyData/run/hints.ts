import type { Session } from '../../../core/client/session';
import type { Outcome } from '../../../core/output/outcome';

/** Hints shown in the output pane after a run. */

export const STORE_FAILED =
	'n8n could not store what this run has output, so a later run may report records as sent before. See Options > Submit Again.';

/**
 * Adds hints about usage and failed items to the output pane.
 * @param outputsProblems whether failed items are output as all others are
 */
export function addHints(
	session: Session,
	items: number,
	{ outputs, problems }: Outcome,
	outputsProblems: boolean,
): void {
	const { pace, tally } = session;
	for (const message of aboutRecords(session, items)) session.hint(message);
	const failed = new Set(problems.flatMap((problem) => problem.items)).size;
	if (failed > 0 && outputs.length > 0 && !outputsProblems) {
		session.hint(
			`${failed} of ${items} items failed; the results of the others are output. Each failed item has the reason in its error field.`,
		);
	}
	if (pace.heldSeconds > 0) {
		session.hint(
			`Requests were delayed by ${pace.heldSeconds} seconds in total so that a burst does not block the account. See Options > Maximum Requests per Minute.`,
			'info',
		);
	}
	if (tally.requests + tally.saved > 0) session.hint(tally.inWords(), 'info');
}

/** What users would otherwise only see on their bill, over all batches of the run. */
function aboutRecords({ tally: { records } }: Session, items: number): string[] {
	const { returned, failed, empty, unpaired, missing, repeated } = records;
	const told: ReadonlyArray<readonly [number, string]> = [
		[
			repeated,
			`${repeated} of ${items} items repeat a contact. Each contact is submitted once, and each of its items gets its result.`,
		],
		[missing, `${missing} of ${items} items have no record in the result; see outcome "missing".`],
		[failed, `${failed} of ${returned} records failed; the service refunds them.`],
		[empty, `${empty} of ${returned} records were charged but returned without details.`],
		[
			unpaired,
			`${unpaired} of ${returned} records contain no submitted identifier and are not paired with an input item.`,
		],
	];
	return told.flatMap(([count, message]) => (count > 0 ? [message] : []));
}
