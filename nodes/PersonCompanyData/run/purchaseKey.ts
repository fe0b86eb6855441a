import type { INode, NodeOperationError } from 'n8n-workflow';

import { groupInTurns, inTurns } from '../../../core/base/async';
import { fingerprint } from '../../../core/base/fingerprint';
import { isFilled } from '../../../core/base/json';
import { operationError } from '../../../core/base/operationError';
import { differenceIn, parametersWith, type GivenItem } from '../../../core/form/same';
import type { Problem } from '../../../core/output/outcome';
import { formOf } from './describe';
import { overridesOf, type ItemOptions } from './options/options';
import type { CheckedItem, Operation } from './operation';

/**
 * Hash of what an item buys, equal in every execution and for all operations that buy the same. Equal purchaseKeys are
 * charged once in a run.
 */
export const purchaseKeyOf = (
	{ purchaseKey = (input) => input }: Operation,
	{ input, options }: Omit<CheckedItem, 'purchaseKey'>,
): string => hashOf(purchaseKey(input), options);

/** Hash of the work shared with other items; `undefined` for none. */
export function workOf(operation: Operation, item: CheckedItem): string | undefined {
	if (operation.work === undefined) return purchaseKeyOf(operation, item);
	const work = operation.work(item.input);
	return work === undefined ? undefined : hashOf(work, item.options);
}

/** Includes the overrides that change what is asked for. */
function hashOf(asked: unknown, options: ItemOptions): string {
	const { query, body } = overridesOf(options);
	const overrides = Object.entries({ query, body }).filter(([, value]) => isFilled(value));
	return fingerprint(asked, overrides);
}

export const notTheSame = (
	node: INode,
	difference: string,
	rule = 'Options that apply to the whole run must be the same for all items.',
): NodeOperationError =>
	operationError(node, `${difference} ${rule}`, {
		description:
			"Use a fixed value, or an expression that does not depend on the item, such as {{ $('Node').first().json.x }}. Nothing was sent.",
	});

/** Rejects items that share one piece of work, such as a job, but differ in what decides for it. */
export async function checkSharedWork(
	node: INode,
	operation: Operation,
	items: readonly CheckedItem[],
	given: readonly GivenItem[],
): Promise<{ readonly agreeing: readonly CheckedItem[]; readonly disagreeing: readonly Problem[] }> {
	const form = formOf(operation);
	if (items.length < 2 || parametersWith(form, 'work').length === 0)
		return { agreeing: items, disagreeing: [] };
	const groups = await groupInTurns(items, (item) => workOf(operation, item) ?? `item ${item.item}`);
	const disagreeing: Problem[] = [];
	for await (const group of inTurns(groups.values())) {
		const different = await differenceIn(
			form,
			'work',
			group.map(({ item }) => given[item]),
		);
		if (different === undefined) continue;
		const error = notTheSame(node, different, 'Items that share one request, batch or job must agree in it.');
		disagreeing.push({ items: group.map(({ item }) => item), error, outcome: 'invalid' });
	}
	const out = new Set(disagreeing.flatMap((problem) => problem.items));
	return { agreeing: items.filter(({ item }) => !out.has(item)), disagreeing };
}

/** Repeated results per run, so that they do not fill n8n's memory. */
export const MOST_REPEATED = 100_000;

/**
 * Gives each item with the same question its own copy of the results, up to a limit: a search of 10,000 results in
 * a list of 2,000 rows would come to 20 million items.
 */
export class Repeats {
	private readonly first = new Map<string, number[]>();
	private repeated = 0;

	/** The items that get the results; `undefined` when an earlier item's results stand for this one. */
	itemsOf(purchaseKey: string, item: number, results: number): readonly number[] | undefined {
		const earlier = this.first.get(purchaseKey);
		if (earlier === undefined || results < 2) {
			const items = [item];
			if (earlier === undefined) this.first.set(purchaseKey, items);
			return items;
		}
		if (this.repeated + results > MOST_REPEATED) {
			earlier.push(item);
			return undefined;
		}
		this.repeated += results;
		return [item];
	}
}
