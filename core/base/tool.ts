import type { IExecuteFunctions } from 'n8n-workflow';

/** In some n8n versions only the node type, ending in "Tool", shows that an AI agent calls the node. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') || context.isToolExecution?.() === true;
