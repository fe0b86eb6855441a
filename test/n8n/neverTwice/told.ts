import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Execution } from '../../../tools/host/rest/execution';

/** What a run of the node `Enrich` says of the items that it was given, each known by its place among them. */

/** Says that something was sent or paid for before. */
export const ABOUT_PAYMENT = /submitted|charged|paid/i;

const itemsOf = ({ nodes }: Execution): INodeExecutionData[] => nodes.Enrich?.at(-1)?.outputs.flat() ?? [];

function placesOf({ pairedItem }: INodeExecutionData): number[] {
	const all = Array.isArray(pairedItem) ? pairedItem : [pairedItem ?? []].flat();
	return all.map((each) => (typeof each === 'number' ? each : each.item));
}

function places(execution: Execution, isWanted: (json: IDataObject) => boolean): number[] {
	const found = itemsOf(execution)
		.filter(({ json }) => isWanted(json))
		.flatMap(placesOf);
	return found.sort((a, b) => a - b);
}

/** The items that have come out with the data of their record. */
export const enrichedOf = (execution: Execution): number[] =>
	places(execution, ({ outcome }) => outcome === 'enriched');

/** The items that have come out with an error that speaks of what was sent or paid for before. */
export const heldBackOf = (execution: Execution): number[] =>
	places(execution, ({ error, message }) => ABOUT_PAYMENT.test(`${String(error)} ${String(message)}`));

/** Why the node, or the execution, has ended with an error. */
export function errorOf({ nodes, error }: Execution): string {
	const { message, description } = nodes.Enrich?.at(-1)?.error ?? error ?? {};
	return [message, description].filter(Boolean).join(' ');
}

/** The items of which the execution says nothing at all: it has succeeded without them. */
export function untoldOf(execution: Execution, count: number): number[] {
	if (execution.status !== 'success') return [];
	const told = new Set(places(execution, () => true));
	return Array.from({ length: count }, (_, place) => place).filter((place) => !told.has(place));
}
