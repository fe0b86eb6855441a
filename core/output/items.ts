import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { mapInTurns } from '../base/async';
import { explain } from '../client/explain';
import { NotSent, ServiceFailure } from '../client/failure';
import { UnreadableState } from '../client/runState';
import { mayBeCharged, UncertainWork } from '../purchase/refusals';
import { keepMessage, operationError } from '../base/operationError';
import type { Outcome, Output, Problem } from './outcome';
import { RefundedRecord, UnfinishedWork } from './unfinished';

interface Words {
	readonly message: string;
	readonly description?: string | null;
}

/** What happened and what to do; n8n's own error takes long to make. */
function inWords(error: Error): Words {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof ServiceFailure) {
		const { message, advice } = explain(error);
		return { message, description: advice };
	}
	const isAdvised = error instanceof UnreadableState || error instanceof UncertainWork;
	return { message: error.message, ...(isAdvised && { description: error.advice }) };
}

/** The n8n error of a failed call: message, advice and status, without the key or the request. */
export function toNodeError(node: INode, failure: ServiceFailure, itemIndex?: number): NodeApiError {
	const { message, advice: description } = explain(failure);
	const httpCode = failure.status?.toString();
	const shown = { message, description, httpCode, itemIndex, level: 'warning' } as const;
	return keepMessage(new NodeApiError(node, {}, shown), message);
}

export function toError(node: INode, { error, items }: Problem): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const [itemIndex] = items;
	if (error instanceof ServiceFailure) return toNodeError(node, error, itemIndex);
	const { message, description } = inWords(error);
	return operationError(node, message, { itemIndex, description: description ?? undefined });
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

export function outcomeOf({ error, outcome }: Problem): string {
	if (outcome !== undefined) return outcome;
	if (error instanceof UnfinishedWork) return error.outcome;
	if (error instanceof NotSent || (error instanceof ServiceFailure && error.phase === 'stopped'))
		return 'not sent';
	return !(error instanceof RefundedRecord) && mayBeCharged(error) ? 'uncertain' : 'failed';
}

/** Adds what belongs to every item, such as the fields of its row. */
export type Beside = (json: IDataObject, items: readonly number[]) => IDataObject;

/**
 * Builds the output items in input order, with their pairing. A failed item has what happened in `error` and
 * what to do in `message`, the two fields by which every n8n version recognizes failed items: for an error output,
 * where n8n itself adds the row, it may have no others. With the error object itself, n8n would drop the advice.
 */
export async function toItems(
	node: INode,
	{ outputs, problems }: Outcome,
	beside: Beside = (json) => json,
): Promise<INodeExecutionData[]> {
	const isRouted = node.onError === 'continueErrorOutput';
	const failures = await mapInTurns(problems, (problem): Output[] => {
		const { message, description } = inWords(problem.error);
		const error = { error: message, ...(description && { message: description }) };
		const verdict = { outcome: outcomeOf(problem), reason: message, ...batchOf(problem) };
		const json = isRouted ? error : { ...verdict, ...error };
		return problem.items.map((item) => ({ json: isRouted ? json : beside(json, [item]), items: [item] }));
	});
	const failed = failures.flat();
	const isFailed = new Set(failed);
	const sorted = [...outputs, ...failed].sort((a, b) => firstOf(a) - firstOf(b));
	const pairings = new Map<readonly number[], INodeExecutionData['pairedItem']>();
	return await mapInTurns(sorted, (output): INodeExecutionData => {
		const { binary, items } = output;
		// All results of a question share one list of items.
		const pairedItem = pairings.get(items) ?? pairing(items);
		if (items.length > 1) pairings.set(items, pairedItem);
		const json = isFailed.has(output) ? output.json : withoutFailure(node, beside(output.json, items));
		return { json, ...(binary && { binary }), pairedItem };
	});
}

const batchOf = ({ error }: Problem): IDataObject =>
	error instanceof UnfinishedWork && error.kind === 'batch' ? { batchId: error.id } : {};

const firstOf = ({ items }: Output): number => items[0] ?? Number.MAX_SAFE_INTEGER;

const pairing = (items: readonly number[]): INodeExecutionData['pairedItem'] =>
	items.length === 1 ? { item: items[0] } : items.map((item) => ({ item }));

/**
 * Pairs items that are paired with their rows with the input items of those.
 * @param sources the input item of each row; without it, the rows are the input items
 */
export function pairedWithInput(
	items: INodeExecutionData[],
	sources: readonly number[] | undefined,
): INodeExecutionData[] {
	if (sources === undefined) return items;
	return items.map((item) => {
		const { json, pairedItem = [] } = item;
		const rows = [pairedItem].flat().map((of) => (typeof of === 'number' ? of : of.item));
		// n8n adds the whole list to an item of the error output, and nothing that tells its rows apart.
		const told = looksFailed(json) ? { ...json, error: `Row ${rows[0] + 1}: ${String(json.error)}` } : json;
		return { ...item, json: told, pairedItem: pairing([...new Set(rows.map((row) => sources[row]))]) };
	});
}
