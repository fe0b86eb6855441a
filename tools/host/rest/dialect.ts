import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Session } from './session';
import type { PublicationStatus, StoredWorkflow, WorkflowDraft } from './stored';

/** What the lines of n8n do differently by their REST interface. */
export interface Dialect {
	/** What is sent to store a workflow. */
	draft(workflow: WorkflowDraft): object;
	/** What is sent to start a manual run, besides its trigger. */
	runOf(session: Session, workflowId: string): Promise<object>;
	/** How the node is named up to which a manual run goes. */
	destination(node: string): unknown;
	/** Which triggers and webhooks of a workflow are live. */
	publicationStatus(session: Session, workflowId: string): Promise<PublicationStatus>;
}

const current: Dialect = {
	draft: (workflow) => workflow,
	runOf: async () => await Promise.resolve({}),
	destination: (nodeName) => ({ nodeName, mode: 'inclusive' }),
	publicationStatus: async (session, workflowId) =>
		await session.request('GET', `/workflows/${workflowId}/publication-status`),
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
	publicationStatus: async (session, id) => ({
		status: (await stored(session, id)).active ? 'published' : 'unpublished',
		triggers: [],
	}),
};

/** The way to talk to an n8n of this version. */
export const dialectOf = (version: string): Dialect => (version.startsWith('1.') ? older : current);
