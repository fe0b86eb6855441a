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
import { combine, type Outcome, type Problem } from '../../../core/output/outcome';
import { mayCost, type Resources } from './describe';
import { addHints, hintNothingSent } from './ending/hints';
import { invalidInput } from './input/invalid';
import type { Operation } from './operation';
import { runLimitsOf } from './options/options';
import { checkItems, chosenOperation, type Checked } from './prepare';
import { previewRun } from './preview';
import { processItems } from './process';
import {
	close,
	countTry,
	foundNothing,
	isDiscarded,
	mustStop,
	stoppingError,
	withUsage,
} from './ending/ending';

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
	const { items, settled, options, finish, rows } = checked;
	const isPreview = options.previewCost === true;
	if (settled.problems.length > 0 && !outputsProblems && !isPreview)
		throw invalidInput(node, settled.problems, rows.length, mayCost(operation));
	const output = async (
		outcome: Outcome,
		columns?: readonly string[],
		hint: (message: string) => void = () => undefined,
	): Promise<INodeExecutionData[]> => {
		const all = await toItems(node, outcome);
		if (isPreview) return pairedWithInput(all, checked.sources);
		const complete = await withInputFields(all, finish.rows, columns);
		if (complete.hint !== undefined) hint(complete.hint);
		return pairedWithInput(complete.items, checked.sources);
	};
	if (items.length === 0 && !isPreview) {
		hintNothingSent(context, settled, rows.length);
		return [await output(settled)];
	}

	// 2. Call the service, or preview the cost, in a session that all items share.
	const opened = await attempt(open(context, checked));
	const processed = opened.ok ? await attempt(process(opened.value, operation, checked)) : opened;
	if (!opened.ok || !processed.ok) {
		if (opened.ok) await close(opened.value, false);
		const { error } = processed as { readonly error: Error };
		const ofAll: Problem = { items: items.map(({ item }) => item), error, outcome: 'not sent' };
		// If it were thrown, n8n would pass the input items on as results.
		if (!outputsProblems) throw toError(node, ofAll);
		return [await output(combine([settled, { outputs: [], problems: [ofAll] }]))];
	}
	const [session, outcome] = [opened.value, processed.value];

	// 3. Stop if failures must stop the workflow; submitted batches are waited for, unless the user chose to stop.
	const stops = mustStop(outcome, options, outputsProblems);
	if (stops && (outcome.suspension === undefined || options.ifSomeItemsFail === 'stop')) {
		await close(session, false, foundNothing(outcome));
		throw stoppingError(node, outcome.problems);
	}

	// 4. Make leads, and store what depends on their output, which is certain if the execution waits.
	const leads: Outcome = isPreview
		? outcome
		: { ...outcome, outputs: await presented(session, outcome.outputs, finish.view) };
	const complete = options.includeUsage === true ? withUsage(session, leads) : leads;
	const all = await output(complete, columnsOf(finish.view), (hint) => session.hint(hint, 'info'));
	await close(session, outcome.suspension !== undefined || !isDiscarded(session, all));
	if (!isPreview) addHints(session, rows.length, outcome);
	session.showHints();

	// 5. Wait by webhook if the result is pending; the execution continues in `callback/receiveCallback.ts`.
	return outcome.suspension === undefined ? [all] : await suspend(context, leads, outcome.suspension, finish);
}

/** The node's own limits override the account's. */
async function open(context: IExecuteFunctions, { options, sources }: Checked): Promise<Session> {
	checkVersion(runStateOf(context));
	const connection = await connect(context);
	const limits = runLimitsOf({ ...connection.pace, ...options });
	const session = new Session(context, connection, { ...limits, hasLists: sources !== undefined });
	countTry(session);
	return session;
}

const process = async (session: Session, operation: Operation, checked: Checked): Promise<Outcome> =>
	checked.options.previewCost === true
		? await previewRun(session, operation, checked)
		: combine([checked.settled, await processItems(session, operation, checked.items, checked.options)]);
