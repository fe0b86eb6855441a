import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether an AI agent calls the node: n8n makes a type of its own for that, and not every n8n says it otherwise. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') || context.isToolExecution?.() === true;

/**
 * Whether failed items are output with their reason. A model that calls the node gets the reason that way; of
 * an error that is thrown it may see nothing.
 */
export const outputsFailures = (context: IExecuteFunctions): boolean =>
	context.continueOnFail() || isTool(context);
