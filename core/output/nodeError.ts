import { NodeApiError, type INode } from 'n8n-workflow';

import { keepMessage } from '../base/operationError';
import { explain } from '../client/explain';
import type { ServiceFailure } from '../client/failure';

/** The n8n error of a failed call: message, advice and status, without the key or the request. */
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
