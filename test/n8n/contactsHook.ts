import type { IDataObject } from 'n8n-workflow';

import type { N8n } from '../../tools/host/n8n';
import { listHook, type ListHook } from '../support/workflowNodes';

/** The beginning of a workflow that enriches the contacts of a call. */
export interface ContactsHook extends ListHook {
	/** Calls the address of the published workflow. */
	call(n8n: N8n, contacts: readonly IDataObject[]): Promise<void>;
}

/** Makes the nodes `Hook`, and `Split`, which hands the contacts on. */
export function contactsHook(): ContactsHook {
	const hook = listHook('contacts');
	return {
		...hook,
		call: async ({ client }, contacts) => {
			await client.send('POST', `/webhook/${hook.path}`, { contacts });
		},
	};
}
