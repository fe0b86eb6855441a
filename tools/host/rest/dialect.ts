import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Session } from './session';
import type { StoredWorkflow, WorkflowDraft } from './stored';

/** What the lines of n8n do differently by their REST interface. */
export interface Dialect {
	/** What is sent to store a workflow. */
	draft(workflow: WorkflowDraft): object;
	/** What is sent to start a manual run, besides its trigger. */
	runOf(session: Session, workflowId: string): Promise<object>;
	/** How the node is named up to which a manual run goes. */
	destination(node: string): unknown;
	/** Whether the triggers and webhooks of a workflow are live; throws when they cannot be. */
	isLive(session: Session, workflowId: string): Promise<boolean>;
}

/** Where the live triggers of a published workflow stand. */
interface Publication {
	readonly status: string;
	readonly triggers: ReadonlyArray<{ readonly status: string; readonly errorMessage?: string | null }>;
}

const current: Dialect = {
	draft: (workflow) => workflow,
	runOf: async () => ({}),
	destination: (nodeName) => ({ nodeName, mode: 'inclusive' }),
	isLive: async (session, workflowId) => {
		const { status, triggers } = await session.request<Publication>(
			'GET',
			`/workflows/${workflowId}/publication-status`,
		);
		const failed = triggers.find(({ errorMessage }) => errorMessage);
		if (failed) throw new Error(`Publishing failed: ${failed.errorMessage ?? ''}`);
		return status === 'published' && triggers.every((trigger) => trigger.status === 'activated');
	},
};

const stored = async (session: Session, id: string) =>
	await session.request<StoredWorkflow & { active: boolean }>('GET', `/workflows/${id}`);

/** n8n 1.x leaves to the editor what newer n8n does itself. */
const older: Dialect = {
	draft: ({ nodes, ...rest }) => ({
		...rest,
		active: false,
		nodes: nodes.map((node) => ({ webhookId: randomUUID(), ...node })),
	}),
	runOf: async (session, id): Promise<IDataObject> => ({ workflowData: { ...(await stored(session, id)) } }),
	destination: (node) => node,
	// What is published is live when the call is answered, or the call fails.
	isLive: async (session, id) => (await stored(session, id)).active,
};

/** The way to talk to an n8n of this version. */
export const dialectOf = (version: string): Dialect => (version.startsWith('1.') ? older : current);
