import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { explain } from '../client/explain';
import type { ServiceFailure } from '../client/failure';

/**
 * Gives an error its own message back: n8n replaces any message that contains the name of a common
 * technical error, even inside another word.
 */
function keepMessage<E extends NodeApiError | NodeOperationError>(error: E, message: string): E {
	error.message = message;
	error.messages = [];
	return error;
}

/** n8n's error for something that was noticed before or beside a call. */
export const operationError = (
	node: INode,
	message: string,
	more: { readonly description?: string; readonly itemIndex?: number } = {},
): NodeOperationError => keepMessage(new NodeOperationError(node, message, more), message);

/** n8n's error for a failed call; it holds neither key nor request, only what `explain` says and the status. */
export function toNodeError(node: INode, failure: ServiceFailure, itemIndex?: number): NodeApiError {
	const { message, advice } = explain(failure);
	const httpCode = failure.status?.toString();
	const error = new NodeApiError(
		node,
		{},
		{ message, description: advice, httpCode, itemIndex, level: 'warning' },
	);
	return keepMessage(error, message);
}
