import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether an AI agent calls the node. In some n8n versions only the node type, ending in "Tool", shows it. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') || context.isToolExecution?.() === true;
