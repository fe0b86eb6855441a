import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { attempt } from '../../../core/base/async';
import { outputsFailures } from '../../../core/base/tool';
import { park } from '../../../core/background/parked';
import { connect } from '../../../core/client/connection';
import { Session } from '../../../core/client/session';
import { toError, toItems } from '../../../core/output/items';
import { combine, type Problem } from '../../../core/output/outcome';
import type { Resources } from './describe';
import { addHints, STORE_FAILED } from './hints';
import { runLimitsOf } from './options';
import { checkItems, chosenOperation } from './prepare';
import { previewRun } from './preview';
import { serve } from './serve';
import { commit, mustStop, release, stoppingError, undo, withUsage } from './ending';

/**
 * Runs the selected operation, stage by stage from input items to output items. The first item's options decide
 * what concerns the whole run.
 */
export async function run(context: IExecuteFunctions, resources: Resources): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const outputsProblems = outputsFailures(context);

	// 1. Read and validate every item. Nothing has been sent yet, so one invalid item stops the run.
	const operation = chosenOperation(context, resources);
	const { items, problems } = checkItems(context, operation);
	const isPreview = items[0]?.options.previewCost === true;
	if (problems.length > 0 && !outputsProblems && !isPreview) throw toError(node, problems[0]);
	if (items.length === 0) return [toItems(node, { outputs: [], problems })];

	// 2. Read the credential and open the session that all items share.
	const ofAll = (error: Error): Problem => ({ items: items.map(({ item }) => item), error });
	const connected = await attempt(connect(context));
	if (!connected.ok && !outputsProblems) throw toError(node, ofAll(connected.error));
	if (!connected.ok) return [toItems(node, { outputs: [], problems: [...problems, ofAll(connected.error)] })];
	const { options } = items[0];
	const session = new Session(context, connected.value, runLimitsOf(options));

	// 3. Call the service, or preview the cost.
	const served = await attempt(
		isPreview
			? previewRun(session, operation, items, problems)
			: serve(session, operation, items).then((outcome) => combine([{ outputs: [], problems }, outcome])),
	);
	// Pages requested ahead may still be on their way.
	await session.idle();

	// 4. Release what the run holds, whether it succeeded or failed.
	if (!(await release(session))) session.hint(STORE_FAILED);
	if (!served.ok) throw toError(node, ofAll(served.error));
	const outcome = served.value;

	// 5. Stop with an error if failures must stop the workflow. Batches already submitted are waited for instead,
	// unless the user chose to stop.
	const stops = mustStop(outcome, options, outputsProblems);
	if (stops && (outcome.parked === undefined || options.ifSomeItemsFail === 'stop')) {
		await undo(session);
		throw stoppingError(node, outcome.problems);
	}

	// 6. Wait by webhook if the result is pending; the execution continues in `callback/receiveCallback.ts`.
	if (outcome.parked !== undefined) {
		addHints(session, items.length, outcome);
		return await park(context, outcome, outcome.parked);
	}

	// 7. The results are output: store the state that depends on that.
	if (!(await commit(session, outcome))) session.hint(STORE_FAILED);
	addHints(session, items.length, outcome);
	return [toItems(node, options.includeUsage === true ? withUsage(session, outcome) : outcome)];
}
