import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { AdvisedError, keepMessage, operationError } from '../base/errors';
import { mapInTurns } from '../base/async';
import { plural, rowNumber } from '../base/text';
import { NotSent, ServiceFailure } from '../client/failure';
import type { Session } from '../client/session';
import { mayBeCharged, UncertainWork } from '../purchase/refusals';
import { UnknownAnswer } from '../read/answer';
import { UnfinishedWork, type RunResult, type Output, type Problem } from './result';

const isNodeError = (error: Error): error is NodeApiError | NodeOperationError =>
	error instanceof NodeApiError || error instanceof NodeOperationError;

/** Read without constructing n8n's own error, which is slow for many items. */
function adviceOf(error: Error): string | undefined {
	if (error instanceof AdvisedError) return error.advice;
	return isNodeError(error) ? (error.description ?? undefined) : undefined;
}

export function toError(node: INode, { error, items }: Problem): NodeApiError | NodeOperationError {
	if (isNodeError(error)) return error;
	const { message } = error;
	const [itemIndex] = items;
	const description = adviceOf(error);
	if (!(error instanceof ServiceFailure)) return operationError(node, message, { itemIndex, description });
	const httpCode = error.status?.toString();
	const shown = { message, description, httpCode, itemIndex, level: 'warning' } as const;
	return keepMessage(new NodeApiError(node, {}, shown), message);
}

/** Whether n8n takes an item for failed: it holds nothing but an error. */
export const looksFailed = (json: IDataObject): boolean =>
	Boolean(json.error) && Object.keys(json).every((name) => ['error', 'message', 'details'].includes(name));

/**
 * Renames a service field `error` where n8n would take the item for failed: with Retry On Fail it would run the
 * node again, and an item with nothing else would go to the error output.
 */
function withoutFailure({ retryOnFail }: INode, json: IDataObject): IDataObject {
	if (!('error' in json) || !(retryOnFail === true || looksFailed(json))) return json;
	const { error, ...rest } = json;
	return { ...rest, serviceError: error };
}

export function outcomeOfProblem({ error, outcome }: Problem): string {
	if (outcome !== undefined) return outcome;
	if (error instanceof UnfinishedWork) return error.outcome;
	if (error instanceof NotSent) return 'not sent';
	return mayBeCharged(error) ? 'uncertain' : 'failed';
}

/**
 * Builds paired output items in input order. Failed items have what happened in `error` and what to do in
 * `message`: every n8n version recognizes failed items by these two, and on the error output, where n8n adds the
 * row itself, they may have no others. With the error object itself, n8n would drop the advice.
 */
export async function toItems(
	node: INode,
	{ outputs, problems }: Pick<RunResult, 'outputs' | 'problems'>,
): Promise<INodeExecutionData[]> {
	const isRouted = node.onError === 'continueErrorOutput';
	const failures = await mapInTurns(problems, (problem): Output[] => {
		const { message } = problem.error;
		const advice = adviceOf(problem.error);
		const error = { error: message, ...(advice && { message: advice }) };
		const verdict = { outcome: outcomeOfProblem(problem), reason: message, ...batchOf(problem) };
		const json = isRouted ? error : { ...verdict, ...error };
		return problem.items.map((item) => ({ json: { ...json }, items: [item] }));
	});
	const failed = failures.flat();
	const isFailed = new Set(failed);
	const sorted = [...outputs, ...failed].sort((a, b) => firstOf(a) - firstOf(b));
	const pairings = new Map<readonly number[], INodeExecutionData['pairedItem']>();
	return await mapInTurns(sorted, (output): INodeExecutionData => {
		const { binary, items } = output;
		// All results of a request share one list of items.
		const pairedItem = pairings.get(items) ?? pairing(items);
		if (items.length > 1) pairings.set(items, pairedItem);
		const json = isFailed.has(output) ? output.json : withoutFailure(node, output.json);
		return { json, ...(binary && { binary }), pairedItem };
	});
}

const batchOf = ({ error }: Problem): IDataObject =>
	error instanceof UnfinishedWork && error.kind === 'batch' ? { batchId: error.id } : {};

const firstOf = ({ items }: Output): number => items[0] ?? Number.MAX_SAFE_INTEGER;

export const pairedItems = ({ pairedItem = [] }: INodeExecutionData): number[] =>
	[pairedItem].flat().map((source) => (typeof source === 'number' ? source : source.item));

const pairing = (items: readonly number[]): INodeExecutionData['pairedItem'] =>
	items.length === 1 ? { item: items[0] } : items.map((item) => ({ item }));

/** @param sources the input item of each row; if omitted, the rows are the input items */
export function pairedWithInput(
	items: INodeExecutionData[],
	sources: readonly number[] | undefined,
): INodeExecutionData[] {
	if (sources === undefined) return items;
	return items.map((item) => {
		const { json } = item;
		const rows = pairedItems(item);
		// On the error output, n8n adds the whole list and nothing that identifies the row.
		const told = looksFailed(json)
			? { ...json, error: `Row ${rowNumber(rows[0])}: ${String(json.error)}` }
			: json;
		return { ...item, json: told, pairedItem: pairing([...new Set(rows.map((row) => sources[row]))]) };
	});
}

function unknownItem({ error, items }: Problem): Output | undefined {
	if (error instanceof UnknownAnswer) return { json: { ...error.about, ...error.raw }, items, isRaw: true };
	if (!(error instanceof UncertainWork) || error.raw === undefined) return undefined;
	return { json: { outcome: 'uncertain', reason: error.message, ...error.raw }, items, isRaw: true };
}

/** Outputs answers of unknown shape unchanged, with a hint: an error would hide what was paid for. */
export function withUnknownAnswers(
	session: Pick<Session, 'hint'>,
	{ outputs, problems, ...others }: RunResult,
): RunResult {
	const raw = problems.flatMap((problem) => unknownItem(problem) ?? []);
	if (raw.length === 0) return { outputs, problems, ...others };
	session.hint(
		`${plural(raw.length, 'answer has', 'answers have')} an unknown format. What the service returned is output as it is.`,
		'cost',
	);
	return {
		...others,
		outputs: [...outputs, ...raw],
		problems: problems.filter((problem) => unknownItem(problem) === undefined),
	};
}
