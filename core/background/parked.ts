import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

import { runStateOf, type RunState } from '../client/runState';
import { clock } from '../base/clock';
import { asObject } from '../base/json';
import { looksFailed, toItems } from '../output/items';
import type { Outcome, Parked } from '../output/outcome';

/** State stored with the execution until the service calls back. */
export interface ParkedState extends Parked {
	/** Output items of the run so far, including failed ones. */
	readonly done: readonly INodeExecutionData[];
	/** When n8n goes on by itself, in milliseconds since the epoch. */
	readonly until: number;
}

/**
 * Puts the execution to wait: n8n stores it and frees the worker. When the limit passes, n8n passes on the
 * node's input items without running the node, so they are marked in place with the ID of their batch.
 * @returns what n8n expects from a waiting node; it is not output.
 */
export async function park(
	context: IExecuteFunctions,
	outcome: Outcome,
	parked: Parked,
): Promise<INodeExecutionData[][]> {
	const done = toItems(context.getNode(), outcome);
	const until = clock.now() + parked.limitSeconds * 1000;
	const state: ParkedState = { ...parked, done, until };
	runStateOf(context).parked = state as unknown as IDataObject;
	const items = context.getInputData();
	items.splice(0, items.length, ...markedItems(items, state));
	await context.putExecutionToWait(new Date(until));
	return [items];
}

/**
 * The state of a parked execution, in the call that may resume it; `undefined` when it waits for nothing. n8n has only
 * an expression for it, with the name of the node: as numbers, no name can be taken for a part of the expression.
 */
export function parkedState(context: IWebhookFunctions): ParkedState | undefined {
	const name = Array.from(context.getNode().name, (character) => character.codePointAt(0)).join();
	const remembered: unknown = context.evaluateExpression(
		`{{ $node[String.fromCodePoint(${name})].context }}`,
	);
	const { parked } = asObject(remembered) as RunState;
	return Array.isArray(parked?.batches) ? (parked as unknown as ParkedState) : undefined;
}

/** The first input item an output item belongs to. */
export function firstItem({ pairedItem }: INodeExecutionData): number {
	const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof first === 'number' ? first : (first?.item ?? Number.MAX_SAFE_INTEGER);
}

/** The input items as passed on when the limit passes. */
function markedItems(
	items: readonly INodeExecutionData[],
	{ batches, done, limitSeconds }: ParkedState,
): INodeExecutionData[] {
	const waiting = new Map(
		batches.flatMap(({ id, contacts }) =>
			contacts.map((contact) => [contact.item, { id, contact }] as const),
		),
	);
	const known = new Map(done.map((item) => [firstItem(item), item]));
	return items.map((item, index): INodeExecutionData => {
		const batch = waiting.get(index);
		if (batch === undefined) return known.get(index) ?? item;
		const { id, contact } = batch;
		const mark: IDataObject = {
			id_processamento: id,
			outcome: 'waiting',
			contato: { [contact.name]: contact.value },
			message: `Batch ${id} was not complete after ${limitSeconds / 60} minutes. It keeps running; continue at no charge with Enrichment Batch > Wait for Completion.`,
		};
		return { ...item, json: { ...item.json, ...mark }, pairedItem: { item: index } };
	});
}

/** The items of a resumed node, by output: failed ones go to the error output if there is one. */
export function byOutput(node: INode, items: readonly INodeExecutionData[]): INodeExecutionData[][] {
	const sorted = [...items].sort((a, b) => firstItem(a) - firstItem(b));
	if (node.onError !== 'continueErrorOutput') return [sorted];
	const failed = ({ json }: INodeExecutionData): boolean => looksFailed(json);
	return [sorted.filter((item) => !failed(item)), sorted.filter(failed)];
}
