import {
	createRunExecutionData,
	type IBinaryKeyData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IRun,
	type NodeExecutionHint,
} from 'n8n-workflow';

import { PersonCompanyData } from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import { clock } from '../../core/base/clock';
import type { Sandbox } from '../../sandbox';
import { begin, credentialFor, inputOf, nodeTypesOf, nodeWith, workflowAround } from './engine';
import { forgetProcessed } from './processedStore';
import { AS_RETURNED } from './workflowNodes';

export { credentialFor };

/** What a test wants the node to do. */
export interface NodeRun {
	readonly credential: IDataObject;
	readonly resource: string;
	readonly operation: string;
	readonly parameters?: IDataObject;
	/** The `json` of each input item; one empty item unless given. */
	readonly items?: readonly IDataObject[];
	/** The files of each input item. */
	readonly binary?: IBinaryKeyData;
	/** n8n's settings of the node: onError, retryOnFail, maxTries. */
	readonly settings?: Partial<INode>;
	/** Where the execution stands already: what was stored of it. */
	readonly after?: NodeResult;
	/** Called when the run begins, with a way to stop it as a user would. */
	readonly onStart?: (stop: () => void) => void;
}

/** What came of it. */
export interface NodeResult {
	readonly items: readonly INodeExecutionData[];
	/** The node's error output, when it has one. */
	readonly errorItems: readonly INodeExecutionData[];
	readonly error?: { readonly message: string; readonly description?: string | null };
	readonly hints: readonly NodeExecutionHint[];
	/** What it said while it ran, in the browser's console. */
	readonly told: readonly string[];
	/** Everything that n8n would store of the execution. */
	readonly stored: string;
}

const TYPE = 'n8n-nodes-person-company-data.personCompanyData';
/** The node types of the test, as n8n's engine finds them. */
export const nodeTypes = nodeTypesOf(TYPE, new PersonCompanyData());

/** A list of values as the form keeps one whose entries are chosen from a list of the service. */
export const rows = (...values: readonly unknown[]): IDataObject => ({
	values: values.map((value) => ({ value: { __rl: true, mode: 'value', value } as unknown as IDataObject })),
});

/** Lets the node's own waiting move the sandbox's clock instead of passing real time. */
export function useClockOf(sandbox: Pick<Sandbox, 'clock'>): void {
	jest.spyOn(clock, 'now').mockImplementation(() => sandbox.clock.now());
	jest.spyOn(clock, 'sleep').mockImplementation(async (ms, signal) => {
		signal?.throwIfAborted();
		await sandbox.clock.sleep(ms, signal);
		signal?.throwIfAborted();
	});
	jest.spyOn(clock, 'random').mockReturnValue(0);
}

let executions = 0;

/** Each test begins with an n8n that knows of no run before. */
afterEach(forgetProcessed);

/** Runs the node once with n8n's own engine, over real HTTP. */
export async function runNode(wanted: NodeRun): Promise<NodeResult> {
	const { resource, operation, parameters, settings } = wanted;
	const workflow = workflowAround(
		nodeWith({
			type: TYPE,
			parameters: { resource, operation, ...AS_RETURNED, ...parameters } as INode['parameters'],
			...settings,
		}),
		{ active: false, nodeTypes },
	);
	const told: string[] = [];
	const items = wanted.items ?? [{}];
	const { binary } = wanted;
	const first = { node: workflow.getNode('Start'), data: { main: [inputOf(items, binary)] }, source: null };
	const { data } = (wanted.after === undefined ? {} : JSON.parse(wanted.after.stored)) as Partial<IRun>;
	const contextData = data?.executionData?.contextData;
	const { cancel, ended } = await begin({
		workflow,
		mode: 'manual',
		executionId: String(++executions),
		items,
		binary,
		...(contextData !== undefined && {
			from: createRunExecutionData({ executionData: { nodeExecutionStack: [first], contextData } } as never),
		}),
		credential: wanted.credential,
		addresses: {
			sendDataToUI: (_: string, { messages }: { messages: string[] }) => told.push(...messages),
		},
	});
	wanted.onStart?.(cancel);
	const run = await ended;
	const task = run.data.resultData.runData.Node?.[0];
	return {
		items: task?.data?.main[0] ?? [],
		errorItems: task?.data?.main[1] ?? [],
		error: task?.error ?? run.data.resultData.error,
		hints: task?.hints ?? [],
		told,
		// Written only for tests that ask: of 50 MB it takes longer than what they measure.
		get stored() {
			return JSON.stringify(run);
		},
	};
}
