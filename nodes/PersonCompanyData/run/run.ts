import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { attempt, serialize } from '../../../core/base/async';
import { isTool } from '../../../core/base/tool';
import { suspend } from '../../../core/background/suspend';
import { InputFields } from '../../../core/leads/inputFields';
import { presented } from '../../../core/leads/present';
import { columnsOf } from '../../../core/leads/view';
import { connect, type Connection } from '../../../core/client/connection';
import { runStateOf } from '../../../core/client/runState';
import { Session } from '../../../core/client/session';
import { checkVersion } from '../../../core/purchase/ledger';
import { pairedWithInput, toError, toItems, type Beside } from '../../../core/output/items';
import { combine, type Outcome, type Problem } from '../../../core/output/outcome';
import { mayCost, type Resources } from './describe';
import { addHints, hintNothingSent } from './ending/hints';
import { invalidInput } from './input/invalid';
import { runLimitsOf, type RunOptions } from './options/options';
import { checkItems, chosenOperation } from './prepare';
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

async function begin(context: IExecuteFunctions): Promise<Connection> {
	checkVersion(runStateOf(context));
	return await connect(context);
}

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
	const {
		items,
		invalid,
		problems,
		options: chosen,
		finish,
		rowCount,
		rows,
		sources,
		difference,
	} = await checkItems(context, operation);
	let inputFields = new InputFields(finish.rows);
	const beside: Beside = (json, of) => inputFields.beside(json, of);
	const paired = async (outcome: Outcome, ...besides: Beside[]): Promise<INodeExecutionData[]> =>
		pairedWithInput(await toItems(node, outcome, ...besides), sources);
	if (difference !== undefined && !outputsProblems) throw toError(node, difference);
	if (difference !== undefined) return [await paired({ outputs: [], problems: [difference] })];
	const isPreview = chosen.previewCost === true;
	if (problems.length > 0 && !outputsProblems && !isPreview) {
		throw invalidInput(node, problems, rowCount, mayCost(operation));
	}
	const settled: Outcome = { outputs: invalid, problems };
	if (items.length === 0 && !isPreview) {
		hintNothingSent(context, settled, rowCount);
		return [await paired(settled, beside)];
	}

	// 2. Open the session that all items share. The node's own limits override the account's.
	const ofAll = (error: Error): Problem => ({
		items: items.map(({ item }) => item),
		error,
		outcome: 'not sent',
	});
	const connected = await attempt(begin(context));
	if (!connected.ok && !outputsProblems) throw toError(node, ofAll(connected.error));
	if (!connected.ok)
		return [await paired(combine([settled, { outputs: [], problems: [ofAll(connected.error)] }]), beside)];
	const options: RunOptions = { ...connected.value.pace, ...chosen };
	const session = new Session(context, connected.value, {
		...runLimitsOf(options),
		hasLists: sources !== undefined,
	});
	countTry(session);

	// 3. Call the service, or preview the cost.
	const processed = await attempt(
		isPreview
			? previewRun(session, operation, { checked: items, rows, settled }, options)
			: processItems(session, operation, items, options).then((outcome) => combine([settled, outcome])),
	);

	if (!processed.ok) {
		await close(session, false);
		// If it were thrown, n8n would pass the input items on as results.
		if (outputsProblems)
			return [await paired(combine([settled, { outputs: [], problems: [ofAll(processed.error)] }]), beside)];
		throw toError(node, ofAll(processed.error));
	}
	const outcome = processed.value;

	// 4. Stop if failures must stop the workflow; submitted batches are waited for, unless the user chose to stop.
	const stops = mustStop(outcome, options, outputsProblems);
	if (stops && (outcome.suspension === undefined || options.ifSomeItemsFail === 'stop')) {
		await close(session, false, foundNothing(outcome));
		throw stoppingError(node, outcome.problems);
	}

	// 5. Make leads, and store what depends on their output, which is certain if the execution waits.
	const leads: Outcome = isPreview
		? outcome
		: { ...outcome, outputs: await presented(session, outcome.outputs, finish.view) };
	const complete = options.includeUsage === true ? withUsage(session, leads) : leads;
	if (!isPreview) inputFields = await InputFields.of(finish.rows, complete.outputs, columnsOf(finish.view));
	const output = await paired(complete, ...(isPreview ? [] : [beside]));
	await close(session, outcome.suspension !== undefined || !isDiscarded(session, output));
	if (!isPreview) addHints(session, rowCount, outcome);
	if (inputFields.hint !== undefined) session.hint(inputFields.hint, 'info');
	session.showHints();

	// 6. Wait by webhook if the result is pending; the execution continues in `callback/receiveCallback.ts`.
	return outcome.suspension === undefined
		? [output]
		: await suspend(context, leads, outcome.suspension, finish);
}
