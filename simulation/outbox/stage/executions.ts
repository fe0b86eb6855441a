import { ask, type Asked } from './ask';

/** An execution without its data. */
export interface Summary {
	readonly id: string;
	readonly workflowId: string;
	readonly status: string;
	readonly mode: string;
	readonly startedAt: string;
	readonly stoppedAt?: string | null;
}

/** States of what is not over. */
export const OPEN = ['new', 'running', 'waiting'];
const PAGE = 100;

/** The newest executions that a filter of n8n's list lets through, a hundred at most. */
export async function executionsThat(
	asked: Asked,
	filter: { readonly status?: readonly string[]; readonly workflowId?: string },
): Promise<readonly Summary[]> {
	const wanted = encodeURIComponent(JSON.stringify(filter));
	const { results } = await ask<{ results: Summary[] }>(asked, `/executions?filter=${wanted}&limit=${PAGE}`);
	// n8n tells much more of each, which would be kept with the report.
	return results.map(({ id, workflowId, status, mode, startedAt, stoppedAt }) => ({
		id,
		workflowId,
		status,
		mode,
		startedAt,
		stoppedAt,
	}));
}

/** The runs of an outbox that its schedule has started, the oldest first; its other executions are sub-workflows. */
export const runsOf = async (asked: Asked, workflowId: string): Promise<readonly Summary[]> =>
	[...(await executionsThat(asked, { workflowId }))].reverse().filter(({ mode }) => mode === 'trigger');

/** How long an execution took; `undefined` if it did not end. */
export const secondsOf = ({ startedAt, stoppedAt }: Summary): number | undefined =>
	stoppedAt ? (Date.parse(stoppedAt) - Date.parse(startedAt)) / 1000 : undefined;
