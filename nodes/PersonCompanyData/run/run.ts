import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { attempt } from '../../../core/base/async';
import { outputsFailures } from '../../../core/base/tool';
import { park } from '../../../core/background/parked';
import { connect } from '../../../core/client/connection';
import { Session } from '../../../core/client/session';
import { toError, toItems } from '../../../core/output/items';
import { combine, type Problem } from '../../../core/output/outcome';
import type { Resources } from './describe';
import { addHints } from './hints';
import { runLimitsOf } from './options';
import { checkItems, chosenOperation } from './prepare';
import { previewRun } from './preview';
import { serve } from './serve';
import { close, countTry, isDiscarded, mustStop, stoppingError, withUsage } from './ending';

/**
 * Runs the selected operation, stage by stage from input items to output items.
 * @param goesOn whether the workflow goes on after a failure
 */
export async function run(
	context: IExecuteFunctions,
	resources: Resources,
	goesOn: boolean,
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const outputsProblems = outputsFailures(context, goesOn);

	// 1. Read and validate every item. Nothing has been sent yet, so one invalid item stops the run.
	const operation = chosenOperation(context, resources);
	const { items, problems, options, difference } = await checkItems(context, operation);
	if (difference !== undefined && !outputsProblems) throw toError(node, difference);
	if (difference !== undefined) return [toItems(node, { outputs: [], problems: [difference] })];
	const isPreview = options.previewCost === true;
	if (problems.length > 0 && !outputsProblems && !isPreview) throw toError(node, problems[0]);
	if (items.length === 0) return [toItems(node, { outputs: [], problems })];

	// 2. Read the credential and open the session that all items share.
	const ofAll = (error: Error): Problem => ({ items: items.map(({ item }) => item), error });
	const connected = await attempt(connect(context));
	if (!connected.ok && !outputsProblems) throw toError(node, ofAll(connected.error));
	if (!connected.ok) return [toItems(node, { outputs: [], problems: [...problems, ofAll(connected.error)] })];
	const session = new Session(context, connected.value, runLimitsOf(options));
	countTry(session);

	// 3. Call the service, or preview the cost.
	const served = await attempt(
		isPreview
			? previewRun(session, operation, items, options, problems)
			: serve(session, operation, items, options).then((outcome) =>
					combine([{ outputs: [], problems }, outcome]),
				),
	);
	// Pages requested ahead may still be on their way.
	await session.idle();

	if (!served.ok) {
		await close(session, false);
		throw toError(node, ofAll(served.error));
	}
	const outcome = served.value;

	// 4. Stop with an error if failures must stop the workflow. Batches already submitted are waited for instead,
	// unless the user chose to stop.
	const stops = mustStop(outcome, options, outputsProblems);
	if (stops && (outcome.parked === undefined || options.ifSomeItemsFail === 'stop')) {
		await close(session, false);
		throw stoppingError(node, outcome.problems);
	}

	// 5. Store what depends on the results being output. A waiting execution outputs them for certain.
	const complete = options.includeUsage === true ? withUsage(session, outcome) : outcome;
	const output = toItems(node, complete);
	await close(session, outcome.parked !== undefined || !isDiscarded(session, output));
	addHints(session, items.length, outcome, outputsProblems);

	// 6. Wait by webhook if the result is pending; the execution continues in `callback/receiveCallback.ts`.
	return outcome.parked === undefined ? [output] : await park(context, outcome, outcome.parked);
}
