import { parse } from 'flatted';
import type {
	ExecutionStatus,
	IDataObject,
	INodeExecutionData,
	IRunExecutionData,
	ITaskData,
	NodeExecutionHint,
} from 'n8n-workflow';

/** One run of one node. */
export interface NodeRun {
	/** Items per output. */
	outputs: INodeExecutionData[][];
	/** The JSON of the items of the first output. */
	json: IDataObject[];
	error?: { message: string; description?: string | null };
	hints: NodeExecutionHint[];
	status?: ExecutionStatus;
}

/** An execution with its data unpacked. */
export interface Execution {
	id: string;
	workflowId: string;
	status: ExecutionStatus;
	mode: string;
	startedAt: string;
	stoppedAt?: string;
	lastNode?: string;
	/** Why the execution failed. */
	error?: NodeRun['error'];
	/** Runs by node name; a node that did not run is missing. */
	nodes: Record<string, NodeRun[]>;
	/** Everything that n8n stored, as stored; to look for what must not be there. */
	stored: string;
}

/** An execution as the REST interface gives it: its data is a flatted text. */
export type StoredExecution = Omit<Execution, 'nodes' | 'stored' | 'error' | 'lastNode'> & { data?: string };

function readRun(task: ITaskData): NodeRun {
	const outputs = (task.data?.main ?? []).map((items) => items ?? []);
	return {
		outputs,
		json: (outputs[0] ?? []).map((item) => item.json),
		error: task.error,
		hints: task.hints ?? [],
		status: task.executionStatus,
	};
}

/** Unpacks the data of an execution. */
export function readExecution(execution: StoredExecution): Execution {
	const { data: stored = '', ...summary } = execution;
	const data = stored === '' ? undefined : (parse(stored) as IRunExecutionData);
	const runs = Object.entries(data?.resultData?.runData ?? {});
	return {
		...summary,
		error: data?.resultData?.error,
		lastNode: data?.resultData?.lastNodeExecuted,
		nodes: Object.fromEntries(runs.map(([name, tasks]) => [name, tasks.map(readRun)])),
		stored,
	};
}
