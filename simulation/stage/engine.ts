import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';

import type * as nodeFile from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import type { Sandbox } from '../../sandbox';
import { additionalDataFor, begin, nodeTypesOf, nodeWith, workflowAround } from '../../test/support/engine';
import { forgetProcessed } from '../../test/support/processedStore';
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

const COUNTED = 'counted';
const WEBHOOK_ID = 'hook';

const { PersonCompanyData } =
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- by `.node` alone, some loaders find the node's JSON file; an import takes no `.ts`
	require('../../nodes/PersonCompanyData/PersonCompanyData.node.ts') as typeof nodeFile;
export const packageNode = new PersonCompanyData();

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
		this.nodeTypes = nodeTypesOf(COUNTED, counted(traffic));
	}

	/** Executes the workflow as n8n's scheduler would. */
	async execute(job: Job): Promise<Execution> {
		const id = String(++executions);
		const { workflow, node } = this.workflowOf(job);
		const { ended } = await begin({
			workflow,
			mode: 'trigger',
			executionId: id,
			items: job.items,
			credential: this.credential,
			addresses: this.addresses,
			resumeToken: `token${id}`,
		});
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

	private get credential(): IDataObject {
		return { apiKey: this.sandbox.apiKey, baseUrl: this.sandbox.baseUrl };
	}

	private get addresses() {
		return {
			webhookBaseUrl: `${this.publicUrl}/webhook`,
			webhookWaitingBaseUrl: `${this.publicUrl}/webhook-waiting`,
			formWaitingBaseUrl: `${this.publicUrl}/form-waiting`,
		};
	}

	/** What n8n gives its contexts beside the workflow. */
	additionalData(executionId: string, more: object = {}): IWorkflowExecuteAdditionalData {
		return additionalDataFor(this.credential, { executionId, ...this.addresses, ...more });
	}

	/** A workflow with nothing but the node. */
	workflowOf({ resource, operation, parameters }: Omit<Job, 'items'>): { workflow: Workflow; node: INode } {
		const node = nodeWith({
			type: COUNTED,
			webhookId: WEBHOOK_ID,
			parameters: { resource, operation, output: 'raw', ...parameters } as INode['parameters'],
		});
		const workflow = workflowAround(node, {
			active: true,
			nodeTypes: this.nodeTypes,
			// Any other zone makes n8n's expressions slower, by the hundred thousand.
			settings: { timezone: 'UTC' },
		});
		return { workflow, node };
	}
}

/** The node as it is, but for its calls being counted. */
const counted = (traffic: Traffic): INodeType => ({
	description: packageNode.description,
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		traffic.watch(this.helpers);
		return await packageNode.execute.call(this);
	},
});
