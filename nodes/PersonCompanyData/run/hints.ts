import { outputsFailures } from '../../../core/base/tool';
import type { Session } from '../../../core/client/session';
import type { Outcome } from '../../../core/output/outcome';

/** What the output pane says of a run. */

export const STORE_FAILED =
	'n8n could not store what this run has processed, so that the next run may leave records out or refuse to submit them; see Options > Submit Again.';

/** Says in the output pane what the run has used, and that some items failed. */
export function addHints(session: Session, items: number, { outputs, problems }: Outcome): void {
	const { context, pace, tally } = session;
	const failed = problems.flatMap((problem) => problem.items).length;
	if (failed > 0 && outputs.length > 0 && !outputsFailures(context)) {
		session.hint(
			`${failed} of ${items} items failed; what the others obtained is output. The failed items carry their reason in the field error.`,
		);
	}
	if (pace.heldSeconds > 0) {
		session.hint(
			`Requests were held back for ${pace.heldSeconds} seconds in all, so that no burst blocks the account; see Options > Maximum Requests per Minute.`,
			'info',
		);
	}
	if (tally.requests + tally.saved > 0) session.hint(tally.inWords(), 'info');
}
