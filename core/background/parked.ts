import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { runStateOf } from '../client/runState';
import { clock } from '../base/clock';
import { toItems } from '../output/items';
import type { Outcome, Parked } from '../output/outcome';

/** What is stored with the execution until the service calls back. */
export interface ParkedState extends Parked {
	/** What the run has obtained already, and what went wrong. */
	readonly done: readonly INodeExecutionData[];
}

/**
 * Parks the execution: n8n stores it and frees the worker. When the limit passes, n8n itself hands the node's
 * input items on without asking the node; so they are marked in place, with what leads back to the batch.
 * @returns what n8n wants of a node that waits; it is not output.
 */
export async function park(
	context: IExecuteFunctions,
	outcome: Outcome,
	parked: Parked,
): Promise<INodeExecutionData[][]> {
	const done = toItems(context.getNode(), outcome);
	const state: ParkedState = { ...parked, done };
	runStateOf(context).parked = state as unknown as IDataObject;
	const items = context.getInputData();
	items.splice(0, items.length, ...markedItems(items, state));
	await context.putExecutionToWait(new Date(clock.now() + parked.limitSeconds * 1000));
	return [items];
}

/** The first input item that an output item belongs to. */
export function firstItem({ pairedItem }: INodeExecutionData): number {
	const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof first === 'number' ? first : (first?.item ?? Number.MAX_SAFE_INTEGER);
}

/** The input items as they go on when the limit passes. */
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
			message: `Batch ${id} was not complete after ${limitSeconds / 60} minutes. It keeps running; go on at no charge with Enrichment Batch > Wait for Completion.`,
		};
		return { ...item, json: { ...item.json, ...mark }, pairedItem: { item: index } };
	});
}

/** The items of a node that has waited, by the node's outputs: failed ones go to the error output when there is one. */
export function byOutput(node: INode, items: readonly INodeExecutionData[]): INodeExecutionData[][] {
	const sorted = [...items].sort((a, b) => firstItem(a) - firstItem(b));
	if (node.onError !== 'continueErrorOutput') return [sorted];
	const failed = ({ json }: INodeExecutionData): boolean => 'error' in json;
	return [sorted.filter((item) => !failed(item)), sorted.filter(failed)];
}
