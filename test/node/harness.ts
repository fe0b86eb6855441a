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
	type IWorkflowExecuteAdditionalData,
	type NodeExecutionHint,
} from 'n8n-workflow';

import { PersonCompanyDataApi } from '../../credentials/PersonCompanyDataApi.credentials';
import { PersonCompanyData } from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import { clock } from '../../nodes/PersonCompanyData/core/clock';
import type { Sandbox } from '../../sandbox';
import { forgetProcessed, processedStore } from './processedStore';

/** What a test wants the node to do. */
export interface NodeRun {
	readonly credential: IDataObject;
	readonly resource: string;
	readonly operation: string;
	readonly parameters?: IDataObject;
	/** The `json` of each input item; one empty item unless given. */
	readonly items?: readonly IDataObject[];
	/** n8n's settings of the node: onError, retryOnFail, maxTries. */
	readonly settings?: Partial<INode>;
	/** Called when the run begins, with a way to stop it as a user would. */
	readonly onStart?: (stop: () => void) => void;
	/** What n8n kept with the workflow from an earlier execution. */
	readonly staticData?: IDataObject;
	/** Called with the workflow before it runs: its static data is what n8n would keep of it. */
	readonly onWorkflow?: (workflow: Workflow) => void;
}

/** What came of it. */
export interface NodeResult {
	readonly items: readonly INodeExecutionData[];
	/** The node's error output, when it has one. */
	readonly errorItems: readonly INodeExecutionData[];
	readonly error?: { readonly message: string; readonly description?: string | null };
	readonly hints: readonly NodeExecutionHint[];
	/** Everything that n8n would store of the execution. */
	readonly stored: string;
}

/** Gives a workflow its input: the items of the test. */
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

const TYPES: Readonly<Record<string, INodeType>> = {
	'n8n-nodes-person-company-data.personCompanyData': new PersonCompanyData(),
	'test.start': start,
};

/** The node types of the test, as n8n's engine finds them. */
export const nodeTypes: INodeTypes = {
	getByName: (type: string) => TYPES[type],
	getByNameAndVersion: (type: string) => TYPES[type],
	getKnownTypes: () => ({}),
};

/** The credential as n8n would store it, for a sandbox. */
export const credentialFor = (sandbox: Pick<Sandbox, 'baseUrl' | 'apiKey'>): IDataObject => ({
	apiKey: sandbox.apiKey,
	baseUrl: sandbox.baseUrl,
});

/** A list of values as the form keeps one whose entries are chosen from a list of the service. */
export const rows = (...values: readonly unknown[]): IDataObject => ({
	values: values.map((value) => ({ value: { __rl: true, mode: 'value', value } as unknown as IDataObject })),
});

/** Lets the node's own waiting move the sandbox's clock instead of passing real time. */
export function useClockOf(sandbox: Pick<Sandbox, 'clock'>): void {
	jest.spyOn(clock, 'now').mockImplementation(() => sandbox.clock.now());
	jest.spyOn(clock, 'sleep').mockImplementation(async (ms, signal) => {
		signal?.throwIfAborted();
		await sandbox.clock.sleep(ms);
		signal?.throwIfAborted();
	});
	jest.spyOn(clock, 'random').mockReturnValue(0);
}

let executions = 0;

/** What n8n gives its contexts beside the workflow: here, the credential of the test. */
export function additionalDataFor(
	credential: IDataObject,
	hooks?: ExecutionLifecycleHooks,
	executionId?: string,
) {
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
		hooks,
		credentialsHelper,
		executionId,
		variables: {},
		restApiUrl: '',
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
	} as unknown as IWorkflowExecuteAdditionalData;
}

function workflowOf({ resource, operation, parameters, settings, staticData }: NodeRun): Workflow {
	const nodes: INode[] = [
		{ id: 'start', name: 'Start', type: 'test.start', typeVersion: 1, position: [0, 0], parameters: {} },
		{
			id: 'node',
			name: 'Node',
			type: 'n8n-nodes-person-company-data.personCompanyData',
			typeVersion: 1,
			position: [200, 0],
			parameters: { resource, operation, ...parameters } as INode['parameters'],
			credentials: { personCompanyDataApi: { id: '1', name: 'Credential' } },
			...settings,
		},
	];
	const connections = { Start: { main: [[{ node: 'Node', type: 'main' as const, index: 0 }]] } };
	return new Workflow({ id: 'workflow', nodes, connections, active: false, nodeTypes, staticData });
}

const storeIsReady = processedStore();
/** Each test begins with an n8n that knows of no run before. */
afterEach(forgetProcessed);

/** Runs the node once with n8n's own engine, over real HTTP. */
export async function runNode(wanted: NodeRun): Promise<NodeResult> {
	await storeIsReady;
	const workflow = workflowOf(wanted);
	wanted.onWorkflow?.(workflow);
	const executionId = String(++executions);
	const hooks = new ExecutionLifecycleHooks('manual', executionId, {
		id: 'workflow',
		nodes: [],
		connections: {},
	} as never);
	const done = new Promise<IRun>((resolve) => {
		hooks.addHandler('workflowExecuteAfter', async (run) => resolve(run));
	});
	const input = (wanted.items ?? [{}]).map((json, item) => ({ json, pairedItem: { item } }));
	const first = workflow.getNode('Start');
	if (first === null) throw new Error('The workflow has no start');
	const data = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node: first, data: { main: [input] }, source: null }] },
	} as never);
	const additionalData = additionalDataFor(wanted.credential, hooks, executionId);
	const execution = new WorkflowExecute(additionalData, 'manual', data).processRunExecutionData(workflow);
	wanted.onStart?.(() => execution.cancel());
	const settled = execution.then(
		() => undefined,
		() => undefined,
	);
	const run = await done;
	await settled;
	const task = run.data.resultData.runData.Node?.[0];
	return {
		items: task?.data?.main[0] ?? [],
		errorItems: task?.data?.main[1] ?? [],
		error: task?.error ?? run.data.resultData.error,
		hints: task?.hints ?? [],
		stored: JSON.stringify(run),
	};
}
