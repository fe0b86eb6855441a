import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether an AI agent calls the node. In some n8n versions only the node type, ending in "Tool", shows it. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') || context.isToolExecution?.() === true;

/**
 * Whether failed items are output with their error. An AI model that calls the node sees the error that way; it
 * may see nothing of a thrown error.
 * @param goesOn whether the workflow goes on after a failure, which n8n's rules want `execute` to ask by itself
 */
export const outputsFailures = (context: IExecuteFunctions, goesOn: boolean): boolean =>
	goesOn || isTool(context);
