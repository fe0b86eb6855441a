import { NodeOperationError, type INode, type NodeApiError } from 'n8n-workflow';

/**
 * Restores an error's own message: n8n replaces any message that contains the name of a common technical
 * error, even inside another word.
 */
export function keepMessage<E extends NodeApiError | NodeOperationError>(error: E, message: string): E {
	error.message = message;
	error.messages = [];
	return error;
}

/** n8n's error for a problem found outside an API call. */
export const operationError = (
	node: INode,
	message: string,
	more: { readonly description?: string; readonly itemIndex?: number } = {},
): NodeOperationError => keepMessage(new NodeOperationError(node, message, more), message);
