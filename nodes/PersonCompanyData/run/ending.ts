import type { INode } from 'n8n-workflow';

import { attempt } from '../../../core/base/async';
import { runStateOf } from '../../../core/client/runState';
import type { Session } from '../../../core/client/session';
import { mayBeCharged } from '../../../core/once/mayBeCharged';
import { toError } from '../../../core/output/items';
import type { Outcome, Problem } from '../../../core/output/outcome';
import { UnfinishedWork } from '../../../core/output/unfinished';
import type { GenericOptions } from './options';

/** Ends a run, with its results or with an error. */

/**
 * Whether the node must end with an error. Results are never discarded because another item failed, unless
 * the user chose that.
 */
export function mustStop(
	{ outputs, problems }: Outcome,
	{ ifSomeItemsFail }: GenericOptions,
	outputsProblems: boolean,
): boolean {
	if (problems.length === 0 || outputsProblems) return false;
	return outputs.length === 0 || ifSomeItemsFail === 'stop';
}

/**
 * Releases what was held during the run.
 * @returns whether n8n stored the change
 */
export const release = async ({ endings }: Session): Promise<boolean> =>
	await all(endings.map(({ always }) => always));

/** Gives back results that the run claimed but does not output. */
export const undo = async ({ endings }: Session): Promise<boolean> =>
	await all(endings.map((ending) => ending.undo));

/**
 * Stores the state that depends on the results being output, and drops what was kept for another attempt.
 * @returns whether n8n stored the change
 */
export async function commit(session: Session, { problems }: Outcome): Promise<boolean> {
	const { context, earlier, endings } = session;
	const isStored = await all(endings.map((ending) => ending.commit));
	// Without another attempt, the stored responses are no longer needed.
	if (problems.length === 0 || context.getNode().retryOnFail !== true) {
		earlier.forget();
		delete runStateOf(context).claimed;
	}
	return isStored;
}

async function all(works: ReadonlyArray<(() => Promise<void>) | undefined>): Promise<boolean> {
	let isDone = true;
	for (const work of works) {
		if (work !== undefined && !(await attempt(work())).ok) isDone = false;
	}
	return isDone;
}

/** The error of the first failed item, with notes on other items that were, or may have been, charged. */
export function stoppingError(
	node: INode,
	[first, ...others]: readonly Problem[],
): ReturnType<typeof toError> {
	const error = toError(node, first);
	const going = others.flatMap(({ error: other }) =>
		other instanceof UnfinishedWork ? [`${other.kind} ${other.id}`] : [],
	);
	const uncertain = others.flatMap(({ error: other, items }) => (mayBeCharged(other) ? items : [])).length;
	const notes = [
		...(going.length > 0
			? [`Already charged; results can still be read for free: ${[...new Set(going)].join(', ')}.`]
			: []),
		...(uncertain > 0
			? [
					`No response was received for ${uncertain} other item${uncertain === 1 ? '' : 's'}, which may have been charged.`,
				]
			: []),
	];
	if (notes.length > 0) error.description = [error.description, ...notes].filter(Boolean).join(' ');
	return error;
}

/** Adds the usage of the run to each output. */
export const withUsage = ({ tally }: Session, { outputs, problems }: Outcome): Outcome => ({
	outputs: outputs.map((output) => ({ ...output, json: { ...output.json, usage: { ...tally.usage } } })),
	problems,
});
