import { randomUUID } from 'node:crypto';
import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import type { StoredCredential, WorkflowDraft } from '../../tools/host/rest/stored';

/** Name of the node that is measured. */
export const MEASURED = 'Measured';

/** Makes a node; n8n's own are named without their prefix. */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: INodeParameters,
	credential?: StoredCredential,
): INode {
	return {
		id: randomUUID(),
		name,
		type: type.includes('.') ? type : `n8n-nodes-base.${type}`,
		typeVersion,
		position: [0, 0],
		parameters,
		...(credential && {
			credentials: { [credential.type]: { id: credential.id, name: credential.name } },
		}),
	};
}

/** Makes one item of each entry of a list. */
export const splitOut = (name: string, field: string): INode =>
	node(name, 'splitOut', 1, { fieldToSplitOut: field, options: {} });

/** Starts a workflow from outside and answers when all of it is done. */
export const webhook = (path: string): INode => ({
	...node('Call', 'webhook', 2, {
		httpMethod: 'POST',
		path,
		responseMode: 'lastNode',
		responseData: 'noData',
		options: {},
	}),
	webhookId: randomUUID(),
});

/** Nodes and what follows each of them; the first is the first to run. */
export interface Graph {
	readonly nodes: readonly INode[];
	readonly connections: IConnections;
}

/** A link to an input of a node. */
export const to = (next: string, index = 0): { node: string; type: 'main'; index: number } => ({
	node: next,
	type: 'main',
	index,
});

/** Nodes that follow one another. */
export const chain = (nodes: readonly INode[]): Graph => ({
	nodes,
	connections: Object.fromEntries(
		nodes.slice(1).map(({ name }, index) => [nodes[index].name, { main: [[to(name)]] }]),
	),
});

/** A workflow whose nodes run after a webhook. */
export const workflow = (name: string, path: string, { nodes, connections }: Graph): WorkflowDraft => {
	const start = webhook(path);
	return {
		name,
		nodes: [start, ...nodes].map((each, index): INode => ({ ...each, position: [index * 220, 0] })),
		connections: { ...connections, [start.name]: { main: [[to(nodes[0].name)]] } },
		settings: { executionOrder: 'v1' },
	};
};
