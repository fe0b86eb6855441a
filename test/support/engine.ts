import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type IBinaryKeyData,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IRunExecutionData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
	type WorkflowParameters,
} from 'n8n-workflow';

import { PersonCompanyDataApi } from '../../credentials/PersonCompanyDataApi.credentials';
import type { Sandbox } from '../../sandbox';
import { processedStore } from './processedStore';

/** n8n's engine around one node, without n8n's database, queue and editor. */

/** Gives a workflow its input. */
const start: INodeType = {
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['trigger'],
		version: 1,
		description: '',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	},
};
const START = 'test.start';

/** A type of nodes, and the start of a workflow, as n8n's engine finds them. */
export function nodeTypesOf(name: string, type: INodeType): INodeTypes {
	const types: Readonly<Record<string, INodeType>> = { [name]: type, [START]: start };
	return {
		getByName: (wanted: string) => types[wanted],
		getByNameAndVersion: (wanted: string) => types[wanted],
		getKnownTypes: () => ({}),
	};
}

/** What n8n gives its contexts beside the workflow: here, the values of the credential, and whatever else is given. */
export function additionalDataFor(
	credential: IDataObject,
	more: object = {},
): IWorkflowExecuteAdditionalData {
	const type = new PersonCompanyDataApi();
	const credentialsHelper = {
		getParentTypes: () => [],
		preAuthentication: async () => undefined,
		getCredentialsProperties: () => type.properties,
		isCredentialUsableByNode: () => true,
		getDecrypted: async () => credential,
		authenticate: async (values: IDataObject, _type: string, options: IHttpRequestOptions) =>
			await type.authenticate(values as never, options),
	};
	return {
		credentialsHelper,
		variables: {},
		restApiUrl: '',
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		...more,
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** The credential as n8n would store it, for a sandbox. */
export const credentialFor = (sandbox: Pick<Sandbox, 'baseUrl' | 'apiKey'>): IDataObject => ({
	apiKey: sandbox.apiKey,
	baseUrl: sandbox.baseUrl,
});

/** A node with the credential; its place in a workflow is of no account. */
export const nodeWith = (node: Pick<INode, 'type' | 'parameters'> & Partial<INode>): INode => ({
	id: 'node',
	name: 'Node',
	typeVersion: 1,
	position: [200, 0],
	credentials: { personCompanyDataApi: { id: '1', name: 'Credential' } },
	...node,
});

/** A workflow in which the node called `Node` follows the start. */
export function workflowAround(
	node: INode,
	settings: Pick<WorkflowParameters, 'nodeTypes' | 'active' | 'staticData' | 'settings'> & {
		readonly id?: string;
	},
): Workflow {
	const first: INode = {
		id: 'start',
		name: 'Start',
		type: START,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const connections = { Start: { main: [[{ node: node.name, type: 'main' as const, index: 0 }]] } };
	return new Workflow({ id: 'workflow', nodes: [first, node], connections, ...settings });
}

/** An execution to be begun. */
interface Begin {
	readonly workflow: Workflow;
	readonly mode: WorkflowExecuteMode;
	readonly executionId: string;
	/** The `json` of each item that the start hands on. */
	readonly items: readonly IDataObject[];
	/** The files of each item. */
	readonly binary?: IBinaryKeyData;
	readonly credential: IDataObject;
	readonly addresses?: object;
	readonly resumeToken?: string;
	/** Where the execution stands already: what n8n hands on to a retry, or to the next turn of a loop. */
	readonly from?: IRunExecutionData;
}

/** n8n has one store of what was processed per process. */
export const storeIsReady = processedStore();

/** Items as a node gets them. */
export const inputOf = (items: readonly IDataObject[], binary?: IBinaryKeyData): INodeExecutionData[] =>
	items.map((json, item) => ({ json, pairedItem: { item }, ...(binary && { binary }) }));

/** Begins an execution; how it ends, its run tells. */
export async function begin({
	workflow,
	mode,
	executionId,
	items,
	binary,
	credential,
	addresses,
	resumeToken,
	from,
}: Begin): Promise<{ readonly cancel: () => void; readonly ended: Promise<IRun> }> {
	await storeIsReady;
	const hooks = new ExecutionLifecycleHooks(mode, executionId, {
		id: workflow.id,
		nodes: [],
		connections: {},
	} as never);
	const told = new Promise<IRun>((resolve) => {
		hooks.addHandler('workflowExecuteAfter', async (run) => resolve(run));
	});
	const first = { node: workflow.getNode('Start'), data: { main: [inputOf(items, binary)] }, source: null };
	const data =
		from ??
		createRunExecutionData({
			...(resumeToken !== undefined && { resumeToken }),
			executionData: { nodeExecutionStack: [first] },
		} as never);
	const additionalData = additionalDataFor(credential, { ...addresses, hooks, executionId });
	const execution = new WorkflowExecute(additionalData, mode, data).processRunExecutionData(workflow);
	const settled = execution.then(
		() => undefined,
		() => undefined,
	);
	return { cancel: () => execution.cancel(), ended: told.then(async (run) => await settled.then(() => run)) };
}
