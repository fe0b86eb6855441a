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

/** An n8n error of whatever went wrong; holds neither key nor request. */
export function toError(node: INode, { error, items }: Problem): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof ServiceFailure) return toNodeError(node, error, items[0]);
	return operationError(node, error.message, { itemIndex: items[0] });
}

/**
 * A good item never has a field `error`: n8n would take it for a failed one and, with "Retry On Fail", run
 * the node again.
 */
function withoutErrorKey(json: IDataObject): IDataObject {
	if (!('error' in json)) return json;
	const { error, ...rest } = json;
	return 'erro' in rest ? rest : { ...rest, erro: error };
}

/**
 * Output items in input order, each paired. A failed one carries what happened (`error`) and what to do
 * (`message`), in the two fields by which every n8n tells it from a good one; the error itself would make
 * n8n throw the advice away.
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
			json: isFailed.has(output) ? output.json : withoutErrorKey(output.json),
			...(output.binary && { binary: output.binary }),
			pairedItem: pairing(output.items),
		}));
}

/** Where an output stands: beside the first item that it belongs to. */
const firstOf = ({ items }: Output): number => items[0] ?? Number.MAX_SAFE_INTEGER;

const pairing = (items: readonly number[]): INodeExecutionData['pairedItem'] =>
	items.length === 1 ? { item: items[0] } : items.map((item) => ({ item }));
