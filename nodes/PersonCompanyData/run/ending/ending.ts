import countBy from 'lodash/countBy';
import sortBy from 'lodash/sortBy';
import upperFirst from 'lodash/upperFirst';
import type { INode, INodeExecutionData } from 'n8n-workflow';

import { digits, plural, some } from '../../../../core/base/text';
import { runStateOf } from '../../../../core/client/runState';
import type { Session } from '../../../../core/client/session';
import { outcomeOfProblem, toError } from '../../../../core/output/items';
import { NothingFound, UnfinishedWork, type Problem, type RunResult } from '../../../../core/output/result';
import { Purchases } from '../../../../core/purchase/purchases';
import { mayBeCharged } from '../../../../core/purchase/refusals';

const STORE_FAILED =
	"n8n could not store what this run has output, so a later run may report records as sent before. See 'If Sent Before'.";

/**
 * The only place where work is marked as output; then drops what was kept for another attempt.
 * @param isTold whether an error reports all that the service answered, so that another attempt needs nothing
 */
export async function close(session: Session, isOutput: boolean, isTold = isOutput): Promise<void> {
	// n8n drops the results of an execution that the user has stopped.
	const isDropped = session.signal?.aborted === true;
	if (!(await Purchases.of(session).end(isTold && !isDropped))) session.hint(STORE_FAILED, 'cost');
	if (isOutput && !isDropped) delete session.state.answers;
}

export const foundNothing = ({ outputs, problems }: RunResult): boolean =>
	outputs.length === 0 && problems.every(({ error }) => error instanceof NothingFound);

/** n8n's own bounds for the setting Max. Tries. */
const triesOf = ({ maxTries }: INode): number => Math.min(5, Math.max(2, maxTries || 3));

/** Counts n8n's attempts at this run, and what the earlier ones have used. */
export function countTry({ context, state, usage }: Session): void {
	if (context.getNode().retryOnFail !== true) return;
	const run = [context.getExecutionId(), String(context.evaluateExpression('{{ $runIndex }}', 0))].join(' ');
	const { requests, credits } = usage.spent;
	if (state.tries?.run !== run) {
		state.tries = { run, count: 1, before: { requests, credits } };
		return;
	}
	state.tries.count++;
	const { before } = state.tries;
	usage.earlier = { requests: requests - before.requests, credits: credits - before.credits };
}

/** With Retry On Fail, n8n discards the items and runs the node again if the first one has an error. */
export function isDiscarded({ context }: Session, items: readonly INodeExecutionData[]): boolean {
	const node = context.getNode();
	if (node.retryOnFail !== true || !items[0]?.json.error) return false;
	return (runStateOf(context).tries?.count ?? 1) < triesOf(node);
}

/** The first failed item's error, with notes on others that were, or may have been, charged. */
export function stoppingError(
	node: INode,
	[first, ...others]: readonly Problem[],
): ReturnType<typeof toError> {
	const error = toError(node, first);
	const going = others.flatMap(({ error: other }) =>
		other instanceof UnfinishedWork ? [`${other.kind} ${other.id}`] : [],
	);
	const uncertain = others.filter((other) => mayBeCharged(other.error)).flatMap(({ items }) => items).length;
	error.description = [
		error.description,
		going.length > 0 &&
			`Already charged; results can still be read for free: ${[...new Set(going)].join(', ')}.`,
		uncertain > 0 && `${plural(uncertain, 'other item')} may have been charged, too.`,
	]
		.filter(Boolean)
		.join(' ');
	return error;
}

export function addHints(session: Session, result: RunResult): void {
	const { outputs } = result;
	const records = outputs.filter(({ json }) => json.outcome !== 'missing').length;
	const empty = outputs.filter(({ json }) => json.outcome === 'empty').length;
	const unpaired = outputs.filter(({ items }) => items.length === 0).length;
	const counts = countsInWords(result);
	session.hint(upperFirst(`${counts}${counts && ': '}${session.usage.inWords()}.`), 'sum');
	if (empty > 0) {
		const came = some(empty, records, 'record', ['came', 'came']);
		session.hint(`${came} back without details: charged in a batch, not by Enrich Now.`, 'cost');
	}
	if (unpaired > 0) {
		const has = 'no submitted identifier and';
		const are = some(unpaired, records, 'record', [`contains ${has} is`, `contain ${has} are`]);
		session.hint(`${are} not paired with an input item.`);
	}
}

/** Such as `3 enriched, 1 not found`: rows by what stands in their field `outcome`. */
function countsInWords({ outputs, problems, suspension }: RunResult): string {
	const outcomes = [
		...outputs.map(({ json, items }) => ({ outcome: json.outcome, items })),
		...problems.map((problem) => ({ outcome: outcomeOfProblem(problem), items: problem.items })),
		...(suspension?.contacts ?? []).map(({ item }) => ({ outcome: 'waiting', items: [item] })),
	].flatMap(({ outcome, items }) => Array<unknown>(Math.max(1, items.length)).fill(outcome));
	const counts = countBy(outcomes.filter((outcome) => typeof outcome === 'string'));
	return sortBy(Object.entries(counts), ([, count]) => -count)
		.map(([outcome, count]) => `${digits(count)} ${outcome}`)
		.join(', ');
}
