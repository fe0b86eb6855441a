import { randomUUID } from 'node:crypto';
import type { IConnections, IDataObject, INode } from 'n8n-workflow';

import type { N8n } from '../../tools/host/n8n';
import { node } from './support';

/** The beginning of a workflow that a call of its address starts, with an item for each contact of the call. */
export interface ContactsHook {
	/** Names the address, and is found nowhere else. */
	readonly path: string;
	readonly nodes: readonly INode[];
	/** Calls the address of the published workflow. */
	call(n8n: N8n, contacts: readonly IDataObject[]): Promise<void>;
}

/** What leads the first output of a node to another node. */
export const leadsTo = (name: string): IConnections[string] => ({
	main: [[{ node: name, type: 'main', index: 0 }]],
});

/** Makes the nodes `Hook`, and `Split`, which hands the contacts on. */
export function contactsHook(): ContactsHook {
	const path = randomUUID();
	return {
		path,
		nodes: [
			node(
				'Hook',
				'webhook',
				{ httpMethod: 'POST', path, responseMode: 'onReceived' },
				{ typeVersion: 2, webhookId: path },
			),
			node('Split', 'splitOut', { fieldToSplitOut: 'body.contacts', options: {} }),
		],
		call: async ({ client }, contacts) => {
			await client.send('POST', `/webhook/${path}`, { contacts });
		},
	};
}
