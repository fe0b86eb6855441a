import { SupplyDataContext } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeType,
} from 'n8n-workflow';

import { PersonCompanyData } from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import { additionalDataFor, nodeTypesOf, nodeWith, storeIsReady, workflowAround } from './engine';

/** An execution in which an agent calls the node as its tool, as n8n's agents do. */

const TYPE = 'n8n-nodes-person-company-data.personCompanyDataTool';

export interface Agent {
	/** Calls the tool; several calls may be under way at once. */
	readonly call: (toolArguments: IDataObject) => Promise<IDataObject[]>;
	/** What n8n keeps of the node with the execution. */
	readonly kept: () => string;
}

let executions = 0;

/** An agent of an execution of its own, with the node set as given. */
export function agentWith(
	credential: IDataObject,
	parameters: IDataObject,
	/** Where the execution stands already, as `kept` has told it. */
	from?: string,
): Agent {
	const type: INodeType = new PersonCompanyData();
	const node = nodeWith({ type: TYPE, parameters: parameters as INode['parameters'] });
	const workflow = workflowAround(node, { active: false, nodeTypes: nodeTypesOf(TYPE, type) });
	const run = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [],
			...(from !== undefined && { contextData: JSON.parse(from) as never }),
		},
	} as never);
	const additionalData = additionalDataFor(credential, {
		executionId: `agent ${++executions}`,
		currentNodeExecutionIndex: 0,
		hooks: { runHook: async () => undefined },
	});
	let calls = 0;
	const call = async (toolArguments: IDataObject): Promise<IDataObject[]> => {
		await storeIsReady;
		const context = new SupplyDataContext(
			workflow,
			workflow.getNode(node.name) as INode,
			additionalData,
			'manual',
			run,
			calls++,
			[{ json: { chatInput: 'Look them up' } }],
			{},
			'ai_tool',
			{ node, data: {}, source: null },
			[],
		);
		context.addInputData('ai_tool', [[{ json: toolArguments }]]);
		const output = await type.execute?.call(context as unknown as IExecuteFunctions);
		return ((output as Array<Array<{ json: IDataObject }>>)[0] ?? []).map(({ json }) => json);
	};
	return { call, kept: () => JSON.stringify(run.executionData?.contextData ?? {}) };
}
