import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { attempt, serialize } from '../../../core/base/async';
import { isTool } from '../../../core/base/tool';
import { suspend } from '../../../core/background/suspend';
import { withInputFields } from '../../../core/leads/inputFields';
import { presented } from '../../../core/leads/present';
import { columnsOf } from '../../../core/leads/view';
import { connect } from '../../../core/client/connection';
import { runStateOf } from '../../../core/client/runState';
import { Session } from '../../../core/client/session';
import { checkVersion } from '../../../core/purchase/ledger';
import { pairedWithInput, toError, toItems } from '../../../core/output/items';
import { combine, type RunResult, type Problem } from '../../../core/output/result';
import type { Resources } from './describe';
import { addHints, close, countTry, foundNothing, isDiscarded, stoppingError } from './ending/ending';
import { checkItems, chosenOperation, invalidInput, type Checked } from './prepare';
import type { Operation } from './operation';
import { runLimitsOf } from './options';
import { previewRun } from './preview';
import { processItems } from './process';

/**
 * Runs of an execution wait for each other: an agent may call the node several times at once, and each call must
 * know what the earlier ones spent and bought.
 * @param goesOn whether the workflow goes on after a failure
 */
export const run = async (
	context: IExecuteFunctions,
	resources: Resources,
	goesOn: boolean,
): Promise<INodeExecutionData[][]> =>
	await serialize(runStateOf(context), async () => await runStages(context, resources, goesOn));

async function runStages(
	context: IExecuteFunctions,
	resources: Resources,
	goesOn: boolean,
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	// A model that calls the node as its tool may not see a thrown error.
	const outputsProblems = goesOn || isTool(context);

	// 1. Read and validate every item. Nothing has been sent yet, so one invalid item stops the run.
	const operation = chosenOperation(context, resources);
	const checked = await checkItems(context, operation);
	const { items, settled, options, isPreview, finish, rows } = checked;
	if (settled.problems.length > 0 && !outputsProblems && !isPreview)
		throw invalidInput(node, settled.problems, rows.length);
	const output = async (result: RunResult, session?: Session): Promise<INodeExecutionData[]> => {
		const all = await toItems(node, result);
		const complete = await withInputFields(all, finish.rows, columnsOf(finish.view));
		if (complete.hint !== undefined) session?.hint(complete.hint, 'info');
		return pairedWithInput(complete.items, checked.sources);
	};
	if (items.length === 0 && !isPreview) {
		// The run ends well, so that a loop can go on.
		const message = 'No row is valid, so nothing was sent or charged.';
		if (rows.length > 0) context.addExecutionHints?.({ message, type: 'warning', location: 'outputPane' });
		return [await output(settled)];
	}

	// 2. Call the service, or preview the cost, in a session that all items share.
	const done = await attempt(processed(context, operation, checked));
	if (!done.ok) {
		const ofAll: Problem = { items: items.map(({ item }) => item), error: done.error, outcome: 'not sent' };
		// If it were thrown, n8n would pass the input items on as results.
		if (!outputsProblems) throw toError(node, ofAll);
		return [await output(combine([settled, { problems: [ofAll] }]))];
	}
	const { session, result } = done.value;

	// 3. Stop the workflow if there are only failures: results are never discarded because another item failed.
	const { outputs, problems, suspension } = result;
	const hasFailed = problems.length > 0 && outputs.length === 0 && suspension === undefined;
	if (hasFailed && !outputsProblems) {
		await close(session, false, foundNothing(result));
		throw stoppingError(node, problems);
	}

	// 4. Make leads, and store what depends on their output, which is certain if the execution waits.
	const leads = { ...result, outputs: await presented(session, outputs, finish.view) };
	const complete = options.includeUsage === true ? withUsage(session, leads) : leads;
	const all = await output(complete, session);
	await close(session, suspension !== undefined || !isDiscarded(session, all));
	if (!isPreview) addHints(session, result);
	session.showHints();

	// 5. Wait by webhook if the result is pending; the execution continues in `callback/receiveCallback.ts`.
	return suspension === undefined ? [all] : await suspend(context, leads, suspension, finish);
}

async function processed(
	context: IExecuteFunctions,
	operation: Operation,
	checked: Checked,
): Promise<{ readonly session: Session; readonly result: RunResult }> {
	const { items, settled, options, isPreview, sources } = checked;
	checkVersion(runStateOf(context));
	const connection = await connect(context);
	const limits = runLimitsOf(connection, options);
	const session = new Session(context, connection, { ...limits, hasLists: sources !== undefined });
	countTry(session);
	const ended = await attempt(
		isPreview
			? previewRun(session, operation, checked)
			: processItems(session, operation, items).then((own) => combine([settled, own])),
	);
	if (ended.ok) return { session, result: ended.value };
	await close(session, false);
	throw ended.error;
}

const withUsage = ({ usage }: Session, { outputs, problems }: RunResult): RunResult => ({
	outputs: outputs.map((output) => ({ ...output, json: { ...output.json, usage: { ...usage.total } } })),
	problems,
});
