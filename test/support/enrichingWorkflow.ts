import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { N8nClient } from '../../tools/host/rest/client';
import type { StoredCredential, StoredWorkflow } from '../../tools/host/rest/stored';
import type { Execution } from '../../tools/host/rest/execution';
import { until } from './until';
import { CREDENTIAL_TYPE, leadsTo, listHook, node, NODE_TYPE } from './workflowNodes';

/** Where such a workflow is stored and runs. */
export interface Place {
	/** The n8n that runs now: a test may kill it and start it again. */
	readonly client: () => N8nClient;
	/** Calls the webhook with a path, if not that of this n8n; returns when the call was taken. */
	readonly send?: (path: string, body: IDataObject) => Promise<void>;
	readonly credential: StoredCredential;
}

interface Wanted {
	/** Of the node `Enrich`, over those of B2B Person > Enrich in Batch. */
	readonly parameters?: INodeParameters;
	/** Settings of that node, such as Retry On Fail. */
	readonly settings?: Partial<INode>;
}

/** What ran of a workflow. */
export interface Executions {
	/** The newest one as it is. */
	readonly newest: () => Promise<Execution | undefined>;
	/** The newest first. */
	readonly all: () => Promise<Execution[]>;
	/** Waits until the newest waits for a callback. */
	readonly parked: () => Promise<void>;
	/** The newest, once there is one and it has ended. */
	readonly ended: () => Promise<Execution>;
}

export function executionsOf(client: Place['client'], workflow: StoredWorkflow): Executions {
	const ids = async (): Promise<string[]> => await client().listExecutions(workflow.id);
	const newest = async (): Promise<Execution | undefined> => {
		const [id] = await ids();
		return id === undefined ? undefined : await client().getExecution(id);
	};
	return {
		newest,
		all: async () => await Promise.all((await ids()).map(async (id) => await client().getExecution(id))),
		parked: async () => await until(async () => (await newest())?.status === 'waiting'),
		ended: async () => {
			// While an execution changes its state, n8n may leave it out of the list.
			let id = '';
			await until(async () => ([id = ''] = await ids()).length > 0);
			return await client().waitForExecution(id);
		},
	};
}

/** A stored workflow whose node of the package, `Enrich`, gets the contacts of a call and hands on what comes of them. */
export interface EnrichingWorkflow extends Executions {
	readonly workflow: StoredWorkflow;
	/** What names the credential in a node. */
	readonly credentials: NonNullable<INode['credentials']>;
	readonly publish: () => Promise<void>;
	/** Calls it with so many contacts, the first persons of the sandbox. */
	readonly call: (count: number) => Promise<void>;
	/** Calls it once for each list of contacts, all at the same time, and waits for the end of all that starts. */
	readonly runTogether: (...lists: ReadonlyArray<readonly IDataObject[]>) => Promise<Execution[]>;
	/** Calls it with these contacts and waits for the end. */
	readonly run: (contacts: readonly IDataObject[]) => Promise<Execution>;
	/** Changes parameters of the node `Enrich`, and publishes that. */
	readonly edit: (parameters: INodeParameters) => Promise<void>;
}

/** The ID of the sandbox's first person. */
export const FIRST_ID = 10_000_001;

const callOf =
	(client: Place['client']): NonNullable<Place['send']> =>
	async (path, body) =>
		void (await client().send('POST', `/webhook/${path}`, body));

/** Stores `Hook` → `Split` → `Enrich` → `After`. */
export async function storeEnriching(
	{ client, send = callOf(client), credential }: Place,
	{ parameters, settings }: Wanted = {},
): Promise<EnrichingWorkflow> {
	const credentials = { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } };
	const hook = listHook('contacts');
	const wanted = { resource: 'b2bPerson', operation: 'enrichPersonBatch', ...parameters };
	const workflow = await client().createWorkflow({
		name: `Enriching ${hook.path}`,
		nodes: [
			...hook.nodes,
			node('Enrich', NODE_TYPE, wanted, { credentials, ...settings }),
			node('After', 'noOp'),
		],
		connections: {
			Hook: leadsTo('Split'),
			Split: leadsTo('Enrich'),
			Enrich: leadsTo('After'),
		},
	});
	const started = async (): Promise<string[]> => await client().listExecutions(workflow.id);
	const runTogether: EnrichingWorkflow['runTogether'] = async (...lists) => {
		const before = await started();
		await Promise.all(lists.map(async (contacts) => await send(hook.path, { contacts: [...contacts] })));
		await until(async () => (await started()).length === before.length + lists.length);
		const ids = (await started()).slice(0, lists.length);
		return await Promise.all(ids.map(async (id) => await client().waitForExecution(id)));
	};
	return {
		...executionsOf(client, workflow),
		workflow,
		credentials,
		publish: async () => void (await client().activate(workflow)),
		call: async (count) => {
			const contacts = Array.from({ length: count }, (_, row) => ({ id_pessoa: FIRST_ID + row, row }));
			await send(hook.path, { contacts });
		},
		runTogether,
		run: async (contacts) => (await runTogether(contacts))[0],
		edit: async (changes) => {
			const current = await client().request<StoredWorkflow>('GET', `/workflows/${workflow.id}`);
			const nodes = current.nodes.map((each) =>
				each.name === 'Enrich' ? { ...each, parameters: { ...each.parameters, ...changes } } : each,
			);
			await client().activate(
				await client().updateWorkflow({ ...workflow, nodes, versionId: current.versionId }),
			);
		},
	};
}

/** What came out of it. */
export const outputOf = ({ nodes }: Execution): IDataObject[] => nodes.After?.at(-1)?.json ?? [];
export const outcomesOf = (execution: Execution): unknown[] =>
	outputOf(execution).map(({ outcome }) => outcome);
