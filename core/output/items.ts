import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { ServiceFailure } from '../client/failure';
import { toNodeError } from './nodeError';
import { operationError } from '../base/operationError';
import type { Outcome, Output, Problem } from './outcome';

/** Converts a problem to an n8n error, without the key or the request. */
export function toError(node: INode, { error, items }: Problem): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof ServiceFailure) return toNodeError(node, error, items[0]);
	return operationError(node, error.message, { itemIndex: items[0] });
}

/** Whether n8n takes an item for failed: it holds nothing but an error. */
export const looksFailed = (json: IDataObject): boolean =>
	Boolean(json.error) && Object.keys(json).every((name) => ['error', 'message', 'details'].includes(name));

/**
 * Renames a field `error` of the service where n8n would take the item for failed: with Retry On Fail, it would run
 * the node again, and an item with nothing else would go to the error output.
 */
function withoutFailure({ retryOnFail }: INode, json: IDataObject): IDataObject {
	if (!('error' in json) || !(retryOnFail === true || looksFailed(json))) return json;
	const { error, ...rest } = json;
	return { ...rest, serviceError: error };
}

/**
 * Builds the output items in input order, with their pairing. A failed item has what happened in `error` and
 * what to do in `message`, the two fields by which every n8n version recognizes failed items. With the error
 * object itself, n8n would drop the advice.
 */
export function toItems(node: INode, { outputs, problems }: Outcome): INodeExecutionData[] {
	const failed = problems.flatMap((problem): Output[] => {
		const { message, description } = toError(node, problem);
		const json = { error: message, ...(description && { message: description }) };
		return problem.items.map((item) => ({ json, items: [item] }));
	});
	const isFailed = new Set(failed);
	return [...outputs, ...failed]
		.sort((a, b) => firstOf(a) - firstOf(b))
		.map((output) => ({
			json: isFailed.has(output) ? output.json : withoutFailure(node, output.json),
			...(output.binary && { binary: output.binary }),
			pairedItem: pairing(output.items),
		}));
}

/** Sort key of an output: the first item it belongs to. */
const firstOf = ({ items }: Output): number => items[0] ?? Number.MAX_SAFE_INTEGER;

const pairing = (items: readonly number[]): INodeExecutionData['pairedItem'] =>
	items.length === 1 ? { item: items[0] } : items.map((item) => ({ item }));
