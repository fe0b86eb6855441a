import {
	createRunExecutionData,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type IRunExecutionData,
	type ITaskData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import type { SimulatedTime } from '../../support/simulatedTime';
import { begin, inputOf, nodeTypesOf, nodeWith, workflowAround } from '../../support/engine';
import { AS_RETURNED } from '../../support/workflowNodes';
import type { Process, Wire } from './process';

/** n8n's engine, which starts executions of a workflow with one node, goes on with them and retries them. */

const TYPE = 'n8n-nodes-person-company-data.personCompanyData';
const TRIES = 3;

type Kept = NonNullable<IRunExecutionData['executionData']>['contextData'];

/** An execution as n8n has stored it. */
export interface Execution {
	readonly id: string;
	/** Its own ID, after those of the executions that it is a retry of. */
	readonly chain: readonly string[];
	readonly parameters: IDataObject;
	readonly items: readonly IDataObject[];
	/** What the node keeps with the execution. */
	readonly context: Kept;
	/** The runs of the node: the turns of a loop. */
	readonly turns: readonly ITaskData[];
	readonly process: Process;
}

/** What is to be run. */
export interface Begin extends Omit<Execution, 'id'> {
	readonly workflow: string;
	readonly mode: WorkflowExecuteMode;
	readonly settings: Partial<INode>;
	readonly credential: IDataObject;
}

export interface Ended {
	readonly how: 'green' | 'red' | 'killed';
	readonly execution: Execution;
	readonly output: readonly INodeExecutionData[];
	/** Everything that n8n stores of it. */
	readonly stored: string;
}

/** A copy, as what is stored and read again. */
export const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Runs the node; ends when the run does, or when its process is killed. */
export async function execute(
	time: SimulatedTime,
	wanted: Begin,
	wireOf: (stop: () => void) => Wire,
): Promise<{ readonly ended: Ended; readonly wire: Wire }> {
	const { process, chain, parameters, items, mode, settings, credential, context, turns } = wanted;
	let stop: () => void = () => undefined;
	const wire = wireOf(() => stop());
	const tries = new Tries(time, settings.retryOnFail === true ? TRIES : 1);
	const type = nodeTypesOf(TYPE, {
		description: process.package.node.description,
		execute: async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			wire.watch(this.helpers);
			return await tries.try(process.package.node.execute?.call(this) as Promise<INodeExecutionData[][]>);
		},
	});
	const node = nodeWith({
		type: TYPE,
		parameters: { ...AS_RETURNED, ...parameters } as INode['parameters'],
		...settings,
	});
	const workflow = workflowAround(
		{ ...node, maxTries: TRIES, waitBetweenTries: 1 },
		{
			id: wanted.workflow,
			active: mode !== 'manual',
			nodeTypes: type,
			settings: { timezone: 'UTC' },
		},
	);
	const first = {
		node: workflow.getNode(node.name),
		data: { main: [inputOf(items)] },
		source: { main: [{ previousNode: 'Start' }] },
	};
	const { cancel, ended } = await begin({
		workflow,
		mode,
		executionId: chain[chain.length - 1] ?? '',
		items,
		credential,
		from: createRunExecutionData({
			resultData: { runData: turns.length === 0 ? {} : { [node.name]: [...turns] } },
			executionData: { contextData: context, nodeExecutionStack: [first] },
		} as never),
	});
	stop = cancel;
	const run = await Promise.race([ended, process.death()]);
	tries.end();
	const execution: Execution = { ...wanted, id: chain[chain.length - 1] ?? '' };
	if (run === undefined) return { ended: { how: 'killed', execution, output: [], stored: '' }, wire };
	const { runData, error } = run.data.resultData;
	const told = runData[node.name] ?? [];
	const last = told.at(-1);
	const isGreen = error === undefined && last?.error === undefined;
	const after: Ended = {
		how: isGreen ? 'green' : 'red',
		execution: {
			...execution,
			context: run.data.executionData?.contextData ?? {},
			// A retry from the list runs the failed turn again.
			turns: isGreen ? told : told.slice(0, -1),
		},
		output: isGreen ? (last?.data?.main[0] ?? []) : [],
		stored: JSON.stringify(run),
	};
	return { ended: after, wire };
}

/** n8n's tries: between them, where n8n waits in real time, the simulated time stands still. */
class Tries {
	private made = 0;
	/** Lets the time go on. */
	private go: () => void = () => undefined;

	constructor(
		private readonly time: SimulatedTime,
		private readonly most: number,
	) {}

	async try(work: Promise<INodeExecutionData[][]>): Promise<INodeExecutionData[][]> {
		this.go();
		this.made++;
		try {
			const output = await work;
			if (output[0]?.[0]?.json.error) this.wait();
			return output;
		} catch (error) {
			this.wait();
			throw error;
		}
	}

	/** To be called when no more tries follow. */
	end(): void {
		this.made = this.most;
		this.go();
	}

	private wait(): void {
		if (this.made >= this.most) return;
		void this.time.during(new Promise<void>((resolve) => (this.go = resolve)));
	}
}
