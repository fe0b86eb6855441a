import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { connect } from '../../../core/client/connection';
import type { Resources } from './describe';
import { EnrichedBefore } from './enrichedBefore';
import { estimate, fitting, identityOf } from './estimate';
import { runLimitsOf } from './options';
import { toError, toItems } from '../../../core/output/items';
import { mayBeCharged } from '../../../core/once/mayBeCharged';
import { gather, type Operation, type Outcome, type Prepared, type Problem } from './operation';
import { park } from '../../../core/background/parked';
import { chosenOperation, prepareAll, type Request } from './prepare';
import { previewRun } from './preview';
import { serve, serviceFor } from './serve';
import { Session } from '../../../core/client/session';
import { settle } from '../../../core/base/settle';
import { outputsFailures } from '../../../core/base/tool';
import { NotSent, UnfinishedWork } from '../../../core/output/unfinished';

type Items = ReadonlyArray<Prepared<Request>>;

const STORE_FAILED =
	'n8n could not store what this run has processed, so that the next run may leave records out or refuse to submit them; see Options > Submit Again.';

const NOTHING: Outcome = { outputs: [], problems: [] };

/** The one way of every operation from input items to output: reading, checking, serving, pairing and failing. */
export async function run(context: IExecuteFunctions, resources: Resources): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const operation = chosenOperation(context, resources);
	const { prepared, problems } = prepareAll(context, operation);
	const isPreview = prepared[0]?.request.options.previewCost === true;
	// Nothing was sent yet: a mistake in one item stops everything before anything is charged.
	if (problems.length > 0 && !outputsFailures(context) && !isPreview) throw toError(node, problems[0]);
	if (prepared.length === 0) return endWith(context, problems);

	const connected = await settle(connect(context));
	if (!connected.ok) return endWith(context, [...problems, ofAll(prepared, connected.error)]);
	const { options } = prepared[0].request;
	const session = new Session(context, connected.value, runLimitsOf(options));
	const served = await settle(
		isPreview
			? previewRun(operation, prepared, problems, serviceFor(session, operation, options))
			: serveFresh(session, operation, prepared),
	);
	await session.idle();
	// What was obtained comes out, whatever happens to n8n's store.
	if (!(await settle(session.claims.release())).ok) session.hint(STORE_FAILED);
	if (!served.ok) throw toError(node, ofAll(prepared, served.error));
	const outcome = isPreview ? served.value : gather([{ outputs: [], problems }, served.value]);
	if (
		outcome.parked !== undefined &&
		!(options.ifSomeItemsFail === 'stop' && mustStop(context, prepared, outcome))
	) {
		tell(session, context, prepared.length, outcome);
		return await park(context, outcome, outcome.parked);
	}
	if (mustStop(context, prepared, outcome)) {
		for (const { undo } of session.endings) await settle(undo?.() ?? Promise.resolve());
		throw stoppingError(node, outcome.problems);
	}
	for (const { commit } of session.endings) {
		const ended = await settle(commit?.() ?? Promise.resolve());
		if (!ended.ok) session.hint(STORE_FAILED);
	}
	// Once nothing will be tried again, the answers are kept by the output alone.
	if (outcome.problems.length === 0 || node.retryOnFail !== true) forgetTries(session);
	tell(session, context, prepared.length, outcome);
	return [toItems(node, options.includeUsage === true ? withUsage(session, outcome) : outcome)];
}

/** The end of a run that has no result. */
function endWith(context: IExecuteFunctions, problems: readonly Problem[]): INodeExecutionData[][] {
	const node = context.getNode();
	if (problems.length > 0 && !outputsFailures(context)) throw toError(node, problems[0]);
	return [toItems(node, { outputs: [], problems })];
}

const ofAll = (prepared: Items, error: Error): Problem => ({
	items: prepared.map(({ item }) => item),
	error,
});

/** Serves what was not enriched before, where the user wants that. */
async function serveFresh(session: Session, operation: Operation, prepared: Items): Promise<Outcome> {
	const { skipEnriched } = prepared[0].request.options;
	if (skipEnriched === undefined || skipEnriched === 'never') {
		return await serveWithin(session, operation, prepared);
	}
	const enriched = new EnrichedBefore(
		session,
		skipEnriched,
		(item) => identityOf(operation, item),
		operation.runAll !== undefined,
	);
	const { fresh, before } = await enriched.divide(prepared);
	if (before.length > 0) {
		session.hint(
			`${before.length} of ${prepared.length} items were enriched, or may have been charged, by an earlier run and are left out.`,
		);
	}
	if (fresh.length === 0) return NOTHING;
	const outcome = await serveWithin(session, operation, fresh);
	if (!(await settle(enriched.settle(fresh, outcome))).ok) session.hint(STORE_FAILED);
	return outcome;
}

/** Serves what the user's Maximum Credits allow. */
async function serveWithin(session: Session, operation: Operation, prepared: Items): Promise<Outcome> {
	const { maxCredits, ifAboveMaxCredits } = prepared[0].request.options;
	if (maxCredits === undefined) return await serve(session, operation, prepared);
	const { creditsAtMost } = estimate(operation, prepared);
	if (creditsAtMost !== undefined && creditsAtMost <= maxCredits) {
		return await serve(session, operation, prepared);
	}
	const { fit, rest } =
		ifAboveMaxCredits === 'fitting' ? fitting(operation, prepared, maxCredits) : { fit: [], rest: prepared };
	const cost =
		creditsAtMost === undefined
			? 'an unknown number of credits, since the records are in a file'
			: `up to ${creditsAtMost} credits`;
	const left = ofAll(
		rest,
		new NotSent(
			`Not sent: this run would cost ${cost}, and its Maximum Credits are ${maxCredits}. Nothing was charged for this item.`,
		),
	);
	const served = fit.length === 0 ? NOTHING : await serve(session, operation, fit);
	return gather([served, { outputs: [], problems: [left] }]);
}

/**
 * Whether the node must end with an error. Results that were obtained are never thrown away for the failure
 * of another item, unless the user wants it so.
 */
function mustStop(context: IExecuteFunctions, prepared: Items, { outputs, problems }: Outcome): boolean {
	if (problems.length === 0 || outputsFailures(context)) return false;
	return outputs.length === 0 || prepared[0].request.options.ifSomeItemsFail === 'stop';
}

/** Drops what was kept for another try of the run: there will be none. */
function forgetTries({ earlier, context }: Session): void {
	earlier.forget();
	delete context.getContext('node').claimed;
}

/** The error of the first failed item; it also says what became of others that are, or may be, paid for. */
function stoppingError(node: INode, [first, ...others]: readonly Problem[]): ReturnType<typeof toError> {
	const error = toError(node, first);
	const going = others.flatMap(({ error: other }) =>
		other instanceof UnfinishedWork ? [`${other.kind} ${other.id}`] : [],
	);
	const uncertain = others.flatMap(({ error: other, items }) => (mayBeCharged(other) ? items : [])).length;
	const notes = [
		...(going.length > 0
			? [`Paid for and still to be read, at no charge: ${[...new Set(going)].join(', ')}.`]
			: []),
		...(uncertain > 0
			? [
					`No answer came for ${uncertain} other item${uncertain === 1 ? '' : 's'}, which may have been charged.`,
				]
			: []),
	];
	if (notes.length > 0) error.description = [error.description, ...notes].filter(Boolean).join(' ');
	return error;
}

/** Says in the output pane what the run has used, and that some items failed. */
function tell(
	session: Session,
	context: IExecuteFunctions,
	items: number,
	{ outputs, problems }: Outcome,
): void {
	const failed = problems.flatMap((problem) => problem.items).length;
	if (failed > 0 && outputs.length > 0 && !outputsFailures(context)) {
		session.hint(
			`${failed} of ${items} items failed; what the others obtained is output. The failed items carry their reason in the field error.`,
		);
	}
	if (session.pace.heldSeconds > 0) {
		session.hint(
			`Requests were held back for ${session.pace.heldSeconds} seconds in all, so that no burst blocks the account; see Options > Maximum Requests per Minute.`,
			'info',
		);
	}
	if (session.tally.requests + session.tally.saved > 0) session.hint(session.tally.inWords(), 'info');
}

const withUsage = ({ tally }: Session, { outputs, problems }: Outcome): Outcome => ({
	outputs: outputs.map((output) => ({ ...output, json: { ...output.json, usage: { ...tally.usage } } })),
	problems,
});
