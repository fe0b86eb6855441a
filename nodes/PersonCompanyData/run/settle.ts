import type { INode } from 'n8n-workflow';

import { attempt } from '../../../core/base/async';
import { runStateOf } from '../../../core/client/runState';
import type { Session } from '../../../core/client/session';
import { mayBeCharged } from '../../../core/once/mayBeCharged';
import { toError } from '../../../core/output/items';
import type { Outcome, Problem } from '../../../core/output/outcome';
import { UnfinishedWork } from '../../../core/output/unfinished';
import type { GenericOptions } from './options';

/** How a run ends: with its results, or with an error. */

/**
 * Whether the node must end with an error. Results that were obtained are never thrown away for the failure
 * of another item, unless the user wants it so.
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
 * Lets go of what was held while the run lasted.
 * @returns whether n8n's store took it
 */
export const release = async ({ endings }: Session): Promise<boolean> =>
	await all(endings.map(({ always }) => always));

/** Gives back what the run has taken and does not output. */
export const undo = async ({ endings }: Session): Promise<boolean> =>
	await all(endings.map((ending) => ending.undo));

/**
 * Stores what depends on the results being output, and drops what was kept for another try of the run.
 * @returns whether n8n's store took it
 */
export async function commit(session: Session, { problems }: Outcome): Promise<boolean> {
	const { context, earlier, endings } = session;
	const isStored = await all(endings.map((ending) => ending.commit));
	// Once nothing will be tried again, the answers are kept by the output alone.
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

/** The error of the first failed item; it also says what became of others that are, or may be, paid for. */
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

/** The outputs with what the run has used. */
export const withUsage = ({ tally }: Session, { outputs, problems }: Outcome): Outcome => ({
	outputs: outputs.map((output) => ({ ...output, json: { ...output.json, usage: { ...tally.usage } } })),
	problems,
});
