import { NodeApiError, type INode } from 'n8n-workflow';

import { keepMessage } from '../base/operationError';
import { explain } from '../client/explain';
import type { ServiceFailure } from '../client/failure';

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
