import { randomUUID } from 'node:crypto';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { CALLBACK_PATH } from '../../core/background/callbackAddress';
import type { N8nClient } from '../../tools/host/rest/client';
import { eventsPath } from '../../tools/host/rest/eventsPath';
import type { StoredWorkflow } from '../../tools/host/rest/stored';
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
	const { path, nodes } = listHook('items', { responseMode: 'lastNode', responseData: 'noData' });
	const own = node(
		'Node',
		NODE_TYPE,
		{ resource, operation, ...(parameters as INodeParameters) },
		{ credentials, onError: ERRORS[place % ERRORS.length] },
	);
	const connections = { Hook: leadsTo('Split'), Split: leadsTo('Node') };
	await client.activate(await client.createWorkflow({ name, nodes: [...nodes, own], connections }));
	return { name, path: `/webhook/${path}`, items };
}

/** The addresses at which the package takes calls from outside. */
export interface Doors {
	/** Of the trigger, and its workflow. */
	readonly events: string;
	readonly eventsId: string;
	/** Of the action node, for callbacks. */
	readonly callbacks: string;
	/** Starts an execution that waits for a callback. */
	readonly wait: string;
}

/** Stores and publishes the workflows that take events and callbacks, and one that polls. */
export async function publishDoors(
	client: N8nClient,
	credentials: INode['credentials'],
	triggerParameters: INodeParameters,
): Promise<Doors> {
	const publish = async (name: string, nodes: INode[], connections = {}): Promise<StoredWorkflow> => {
		const stored = await client.createWorkflow({ name, nodes, connections });
		await client.activate(stored);
		return stored;
	};
	const trigger = node('Trigger', `${NODE_TYPE}Trigger`, triggerParameters, {
		credentials,
		webhookId: randomUUID(),
	});
	const events = await publish('Events', [trigger]);
	await publish('New leads', [
		node(
			'Leads',
			`${NODE_TYPE}NewLeadsTrigger`,
			{ pollTimes: { item: [{ mode: 'everyMinute' }] }, filtros_empresa: { estados: ['SP'] } },
			{ credentials },
		),
	]);
	const enrich = node(
		'Lead }} node',
		NODE_TYPE,
		{
			resource: 'b2bPerson',
			operation: 'enrichPersonBatch',
			identifyBy: 'id_pessoa',
			id_pessoa: '={{ $json.id_pessoa }}',
			afterSubmission: 'webhook',
			waitLimit: 1,
			options: { ifSentBefore: 'send' },
		},
		{ credentials, webhookId: randomUUID() },
	);
	const { path, nodes } = listHook('items');
	await publish('Callbacks', [...nodes, enrich], { Hook: leadsTo('Split'), Split: leadsTo(enrich.name) });
	return {
		events: eventsPath(events, trigger),
		eventsId: events.id,
		callbacks: `/webhook/${enrich.webhookId}/${CALLBACK_PATH}`,
		wait: `/webhook/${path}`,
	};
}

/** Stores the credential of a service. */
export async function storeCredential(
	client: N8nClient,
	data: { readonly apiKey: string; readonly baseUrl: string },
): Promise<INode['credentials']> {
	const { id, name } = await client.createCredential(CREDENTIAL_TYPE, { ...data });
	return { [CREDENTIAL_TYPE]: { id, name } };
}
