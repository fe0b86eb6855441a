import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
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
} from 'n8n-workflow';

import { PersonCompanyDataApi } from '../credentials/PersonCompanyDataApi.credentials';
import type * as nodeFile from '../nodes/PersonCompanyData/PersonCompanyData.node';
import type { Sandbox } from '../sandbox';
import { forgetProcessed, processedStore } from '../test/node/processedStore';
import type { Traffic } from './traffic';

/** One execution of a workflow with nothing but the node. */
export interface Job {
	readonly resource: string;
	readonly operation: string;
	readonly parameters: IDataObject;
	/** The `json` of each input item. */
	readonly items: readonly IDataObject[];
}

/** An execution that has ended, or that waits to be called back. */
export interface Execution {
	readonly id: string;
	readonly workflow: Workflow;
	readonly node: INode;
	readonly data: IRunExecutionData;
	readonly isParked: boolean;
	readonly items: readonly INodeExecutionData[];
	readonly error?: string;
}

const NODE_ID = 'node';
const WEBHOOK_ID = 'hook';

const { PersonCompanyData } =
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- by `.node` alone, some loaders find the node's JSON file; an import takes no `.ts`
	require('../nodes/PersonCompanyData/PersonCompanyData.node.ts') as typeof nodeFile;
export const packageNode = new PersonCompanyData();

/** n8n has one store of what was processed per process. */
const storeIsReady = processedStore();

/** Executions so far: n8n gives no number twice, and the node counts on that. */
let executions = 0;

/** n8n's engine around the node, without n8n's database, queue and editor. */
export class Engine {
	private readonly nodeTypes: INodeTypes;

	constructor(
		private readonly sandbox: Sandbox,
		traffic: Traffic,
		/** Where the service reaches n8n, if it does. */
		private readonly publicUrl = 'http://127.0.0.1',
	) {
		forgetProcessed();
		const types: Readonly<Record<string, INodeType>> = { counted: counted(traffic), start };
		this.nodeTypes = {
			getByName: (type: string) => types[type],
			getByNameAndVersion: (type: string) => types[type],
			getKnownTypes: () => ({}),
		};
	}

	/** Executes the workflow as n8n's scheduler would. */
	async execute(job: Job): Promise<Execution> {
		await storeIsReady;
		const id = String(++executions);
		const { workflow, node } = this.workflowOf(job);
		const hooks = new ExecutionLifecycleHooks('trigger', id, {
			id: workflow.id,
			nodes: [],
			connections: {},
		} as never);
		const ended = new Promise<IRun>((resolve) => {
			hooks.addHandler('workflowExecuteAfter', async (run) => resolve(run));
		});
		const input = job.items.map((json, item) => ({ json, pairedItem: { item } }));
		const data = createRunExecutionData({
			resumeToken: `token${id}`,
			executionData: {
				nodeExecutionStack: [{ node: workflow.getNode('Start'), data: { main: [input] }, source: null }],
			},
		} as never);
		const execution = new WorkflowExecute(
			this.additionalData(id, hooks),
			'trigger',
			data,
		).processRunExecutionData(workflow);
		// How it ended is told by the run.
		await execution.catch(() => undefined);
		const run = await ended;
		const { runData, error } = run.data.resultData;
		const task = runData.Node?.[0];
		return {
			id,
			workflow,
			node,
			data: run.data,
			isParked: run.waitTill !== undefined && run.waitTill !== null,
			items: task?.data?.main[0] ?? [],
			error: (task?.error ?? error)?.message,
		};
	}

	/** What n8n gives its contexts beside the workflow. */
	additionalData(executionId: string, more: object = {}): IWorkflowExecuteAdditionalData {
		const type = new PersonCompanyDataApi();
		const credential = { apiKey: this.sandbox.apiKey, baseUrl: this.sandbox.baseUrl };
		return {
			executionId,
			credentialsHelper: {
				getParentTypes: () => [],
				preAuthentication: async () => undefined,
				getCredentialsProperties: () => type.properties,
				isCredentialUsableByNode: () => true,
				getDecrypted: async () => credential,
				authenticate: async (values: IDataObject, _type: string, options: IHttpRequestOptions) =>
					await type.authenticate(values as never, options),
			},
			variables: {},
			restApiUrl: '',
			webhookBaseUrl: `${this.publicUrl}/webhook`,
			webhookWaitingBaseUrl: `${this.publicUrl}/webhook-waiting`,
			formWaitingBaseUrl: `${this.publicUrl}/form-waiting`,
			...(more instanceof ExecutionLifecycleHooks ? { hooks: more } : more),
		} as unknown as IWorkflowExecuteAdditionalData;
	}

	/** A workflow with nothing but the node. */
	workflowOf({ resource, operation, parameters }: Omit<Job, 'items'>): { workflow: Workflow; node: INode } {
		const node: INode = {
			id: NODE_ID,
			name: 'Node',
			type: 'counted',
			typeVersion: 1,
			position: [200, 0],
			webhookId: WEBHOOK_ID,
			parameters: { resource, operation, ...parameters } as INode['parameters'],
			credentials: { personCompanyDataApi: { id: '1', name: 'Credential' } },
		};
		const first: INode = {
			id: 'start',
			name: 'Start',
			type: 'start',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const connections = { Start: { main: [[{ node: 'Node', type: 'main' as const, index: 0 }]] } };
		const workflow = new Workflow({
			id: 'workflow',
			nodes: [first, node],
			connections,
			active: true,
			nodeTypes: this.nodeTypes,
			// Any other zone makes n8n's expressions slower, by the hundred thousand.
			settings: { timezone: 'UTC' },
		});
		return { workflow, node };
	}
}

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

/** The node as it is, but for its calls being counted. */
const counted = (traffic: Traffic): INodeType => ({
	description: packageNode.description,
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		traffic.watch(this.helpers);
		return await packageNode.execute.call(this);
	},
});
