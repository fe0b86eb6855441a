import { outputsFailures } from '../../../core/base/tool';
import type { Session } from '../../../core/client/session';
import type { Outcome } from '../../../core/output/outcome';

/** Hints shown in the output pane after a run. */

export const STORE_FAILED =
	'n8n could not store what this run has output, so a later run may report records as sent before. See Options > Submit Again.';

/** Adds hints about usage and failed items to the output pane. */
export function addHints(session: Session, items: number, { outputs, problems }: Outcome): void {
	const { context, pace, tally } = session;
	const failed = problems.flatMap((problem) => problem.items).length;
	if (failed > 0 && outputs.length > 0 && !outputsFailures(context)) {
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
