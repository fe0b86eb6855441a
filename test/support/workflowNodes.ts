import { randomUUID } from 'node:crypto';
import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

/** The type under which n8n knows the node of the package. */
export const NODE_TYPE = 'n8n-nodes-person-company-data.personCompanyData';
/** Begins the names of the package's nodes. */
export const PACKAGE = 'n8n-nodes-person-company-data.';
/** Most tests are about what the service returns; those about leads and rows say so. */
export const AS_RETURNED = { output: 'raw', simplify: false, includeInputFields: false };
/** The type of its credential. */
export const CREDENTIAL_TYPE = 'personCompanyDataApi';

/** A node of any type; n8n's own are named without their prefix. */
export function node(
	name: string,
	type: string,
	parameters: INodeParameters = {},
	more: Partial<INode> = {},
): INode {
	const fullType = type.includes('.') ? type : `n8n-nodes-base.${type}`;
	const asReturned = fullType.startsWith(PACKAGE) ? AS_RETURNED : {};
	return {
		id: randomUUID(),
		name,
		type: fullType,
		typeVersion: 1,
		position: [0, 0],
		parameters: { ...asReturned, ...parameters },
		...more,
	};
}

/** What leads the first output of a node to another node. */
export const leadsTo = (name: string): IConnections[string] => ({
	main: [[{ node: name, type: 'main', index: 0 }]],
});

/** The beginning of a workflow that a call of its address starts, with an item for each entry of the call. */
export interface ListHook {
	/** Names the address, and is found nowhere else. */
	readonly path: string;
	/** `Hook`, and `Split`, which hands the entries on. */
	readonly nodes: readonly INode[];
}

/** Makes these nodes, for calls whose body has the entries under a name; unless told otherwise, they are answered at once. */
export function listHook(
	field: string,
	response: INodeParameters = { responseMode: 'onReceived' },
): ListHook {
	const path = randomUUID();
	return {
		path,
		nodes: [
			node('Hook', 'webhook', { httpMethod: 'POST', path, ...response }, { typeVersion: 2, webhookId: path }),
			node('Split', 'splitOut', { fieldToSplitOut: `body.${field}`, options: {} }),
		],
	};
}
