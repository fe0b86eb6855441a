import { randomUUID } from 'node:crypto';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { N8nClient } from '../../tools/host/rest/client';
import { eventsPath } from '../../tools/host/rest/eventsPath';
import type { Population } from '../../sandbox/data/population';
import type { Plan } from '../n8n/leaks/plans';
import { CREDENTIAL_TYPE, leadsTo, listHook, node, NODE_TYPE } from '../support/workflowNodes';

/** A published workflow that a call of its address runs, to its end, with the items of the call. */
export interface Runnable {
	readonly name: string;
	readonly path: string;
	readonly items: readonly IDataObject[];
}

const ERRORS = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

/** Stores and publishes a workflow for an operation. */
export async function publishPlan(
	client: N8nClient,
	credentials: INode['credentials'],
	{ resource, operation, parameters, items }: Plan,
	place: number,
): Promise<Runnable> {
	const name = `${resource}.${operation}`;
	const isAnsweredAtOnce = parameters.afterSubmission === 'webhook';
	const atItsEnd = { responseMode: 'lastNode', responseData: 'noData' };
	const { path, nodes } = listHook('items', isAnsweredAtOnce ? undefined : atItsEnd);
	const own = node(
		'Node',
		NODE_TYPE,
		{ resource, operation, ...(parameters as INodeParameters) },
		{ credentials, webhookId: randomUUID(), onError: ERRORS[place % ERRORS.length] },
	);
	const connections = { Hook: leadsTo('Split'), Split: leadsTo('Node') };
	await client.activate(await client.createWorkflow({ name, nodes: [...nodes, own], connections }));
	return { name, path: `/webhook/${path}`, items };
}

/** A batch that is waited for by webhook. */
export const waiting = (population: Population): Plan => ({
	...{ resource: 'b2bPerson', operation: 'enrichPersonBatch', endpoint: 'b2bPersonEnrichBatch' },
	parameters: { afterSubmission: 'webhook', waitLimit: 1, options: { ifSentBefore: 'send' } },
	items: [0, 1].map((i) => ({ id_pessoa: population.persons.id(i) })),
});

/** Stores and publishes both triggers. @returns the path at which events are taken */
export async function publishTriggers(client: N8nClient, credentials: INode['credentials']): Promise<string> {
	const more = { credentials, webhookId: randomUUID() };
	const events = node('Trigger', `${NODE_TYPE}Trigger`, {}, more);
	const everyMinute = {
		pollTimes: { item: [{ mode: 'everyMinute' }] },
		filtros_empresa: { estados: ['SP'] },
	};
	const polls = node('Leads', `${NODE_TYPE}NewLeadsTrigger`, everyMinute, { credentials });
	const stored = await client.createWorkflow({ name: 'Triggers', nodes: [events, polls], connections: {} });
	await client.activate(stored);
	return eventsPath(stored, events);
}

/** Stores the credential of a service. */
export async function storeCredential(
	client: N8nClient,
	data: { readonly apiKey: string; readonly baseUrl: string },
): Promise<INode['credentials']> {
	const { id, name } = await client.createCredential(CREDENTIAL_TYPE, { ...data });
	return { [CREDENTIAL_TYPE]: { id, name } };
}

/** Sends items to a workflow and returns the status. */
export async function post(url: string, items: readonly IDataObject[]): Promise<string> {
	const headers = { 'content-type': 'application/json' };
	const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ items }) });
	await response.arrayBuffer();
	return String(response.status);
}
