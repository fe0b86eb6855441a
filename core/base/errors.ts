import { NodeOperationError, type INode, type NodeApiError } from 'n8n-workflow';

/** Every error that a user sees: n8n shows what happened in red, and what to do about it below. */
export class AdvisedError extends Error {
	/** @param title what happened: at most 120 characters, without a final period */
	constructor(
		title: string,
		readonly advice: string,
	) {
		super(title);
	}
}

export const explained = (error: Error): string =>
	error instanceof AdvisedError ? `${error.message}. ${error.advice}` : error.message;

/** n8n replaces a message that contains the name of a common technical error, even inside another word. */
export function keepMessage<E extends NodeApiError | NodeOperationError>(error: E, message: string): E {
	error.message = message;
	error.messages = [];
	return error;
}

export const operationError = (
	node: INode,
	message: string,
	more: { readonly description?: string; readonly itemIndex?: number } = {},
): NodeOperationError => keepMessage(new NodeOperationError(node, message, more), message);
