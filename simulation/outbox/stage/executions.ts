import type { Stage } from './stage';

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
	{ client }: Pick<Stage, 'client'>,
	filter: { readonly status?: readonly string[]; readonly workflowId?: string },
): Promise<readonly Summary[]> {
	const asked = encodeURIComponent(JSON.stringify(filter));
	const { results } = await client().request<{ results: Summary[] }>(
		'GET',
		`/executions?filter=${asked}&limit=${PAGE}`,
	);
	return results;
}

/** The runs of an outbox that its schedule has started, the oldest first; its other executions are sub-workflows. */
export const runsOf = async (stage: Pick<Stage, 'client'>, workflowId: string): Promise<readonly Summary[]> =>
	[...(await executionsThat(stage, { workflowId }))].reverse().filter(({ mode }) => mode === 'trigger');

/** How long an execution took; `undefined` if it did not end. */
export const secondsOf = ({ startedAt, stoppedAt }: Summary): number | undefined =>
	stoppedAt ? (Date.parse(stoppedAt) - Date.parse(startedAt)) / 1000 : undefined;
