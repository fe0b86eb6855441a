import type { IDataObject, IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { runStateOf, UnreadableState } from '../client/runState';
import { batchWork } from './batchWait';
import { howToGoOn, notComplete } from './poll';
import { clock } from '../base/clock';
import { isBlank } from '../base/json';
import { withInputFields, type Rows } from '../leads/inputFields';
import type { LeadView } from '../leads/view';
import { namedContact } from '../read/identifiers';
import { pairedItems, toItems } from '../output/items';
import type { RunResult, Suspension } from '../output/result';

const VERSION = 1;

/** Stored with the execution until the service calls back. */
export interface SuspendedState extends Suspension, Finish {
	readonly version: typeof VERSION;
	readonly done: readonly INodeExecutionData[];
	readonly until: number;
}

export interface Finish {
	readonly view?: LeadView;
	readonly rows?: Rows;
}

/**
 * Suspends the execution: n8n stores it and frees the worker. When the limit passes, n8n passes on the node's
 * input items without running the node, so they are marked in place with their batch ID.
 */
export async function suspend(
	context: IExecuteFunctions,
	result: RunResult,
	suspension: Suspension,
	{ view, rows }: Finish,
): Promise<INodeExecutionData[][]> {
	const until = clock.now() + suspension.limitSeconds * 1000;
	const { items: done } = await withInputFields(await toItems(context.getNode(), result), rows);
	const waiting = suspension.contacts.map(({ item }) => item);
	const state: SuspendedState = {
		...suspension,
		version: VERSION,
		done,
		until,
		view,
		rows: rows && Object.fromEntries(waiting.map((item) => [item, rows[item]])),
	};
	runStateOf(context).suspension = encoded(state);
	const items = context.getInputData();
	for (const [index, item] of markedItems(items, state).entries()) items[index] = item;
	await context.putExecutionToWait(new Date(until));
	// Never the input list itself, which n8n passes on later.
	return [shownMeanwhile(items)];
}

/** With Retry On Fail, n8n takes a first item with a field `error` for a failure and would run the node again. */
function shownMeanwhile([first, ...others]: readonly INodeExecutionData[]): INodeExecutionData[] {
	const json = { ...first.json };
	delete json.error;
	return [{ ...first, json }, ...others];
}

/**
 * The suspension state, in the webhook call that may resume the execution; `undefined` if it is not waiting. n8n
 * only offers an expression for this; the node name is passed as code points so that it cannot inject one.
 */
export function suspendedState(context: IWebhookFunctions): SuspendedState | undefined {
	const name = Array.from(context.getNode().name, (character) => character.codePointAt(0)).join();
	const suspension: unknown = context.evaluateExpression(
		`{{ $node[String.fromCodePoint(${name})].context.suspension }}`,
	);
	if (isBlank(suspension)) return undefined;
	const state = JSON.parse(Buffer.from(String(suspension), 'base64').toString()) as SuspendedState;
	if (state.version === VERSION) return state;
	throw new UnreadableState(
		"The waiting execution's state can't be read",
		"Another version of this package has written it. The execution continues by itself when its wait limit is over. Its items then have the IDs of their batches, which 'Enrichment Batch > Wait for Completion' reads for free.",
	);
}

/** Base64: n8n reads a large execution in pieces that end at each quote; expressions return one text fast. */
export const encoded = (state: SuspendedState): string =>
	Buffer.from(JSON.stringify(state)).toString('base64');

const firstItem = (item: INodeExecutionData): number => pairedItems(item)[0] ?? Number.MAX_SAFE_INTEGER;

function markedItems(
	items: readonly INodeExecutionData[],
	{ id, contacts, done, limitSeconds }: SuspendedState,
): INodeExecutionData[] {
	const waiting = new Map(contacts.map((contact) => [contact.item, contact]));
	const known = new Map(done.map((item) => [firstItem(item), item]));
	const work = batchWork(id);
	return items.map((item, index): INodeExecutionData => {
		const contact = waiting.get(index);
		if (contact === undefined) return known.get(index) ?? item;
		const mark: IDataObject = {
			outcome: 'waiting',
			batchId: id,
			contact: namedContact(contact),
			reason: `${notComplete(work, limitSeconds)}. ${howToGoOn(work)}`,
		};
		return { ...item, json: { ...item.json, ...mark }, pairedItem: { item: index } };
	});
}

export const inOrder = (items: readonly INodeExecutionData[]): INodeExecutionData[] =>
	[...items].sort((a, b) => firstItem(a) - firstItem(b));
