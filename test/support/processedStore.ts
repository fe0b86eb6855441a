import { DataDeduplicationService } from 'n8n-core';
import type { DeduplicationItemTypes, DeduplicationScope, ICheckProcessedContextData } from 'n8n-workflow';

/** What n8n keeps in its database of what a node or workflow has processed, here in memory. */
const processed = new Map<string, Set<DeduplicationItemTypes>>();

function placeOf(scope: DeduplicationScope, { node, workflow }: ICheckProcessedContextData) {
	const place = scope === 'node' ? `${workflow.id} ${node?.name}` : workflow.id;
	const known = processed.get(place) ?? new Set();
	processed.set(place, known);
	return known;
}

/** As if nothing had ever run. */
export const forgetProcessed = (): void => processed.clear();

/** Gives n8n's engine the store; once per process. */
export const processedStore = async (): Promise<void> =>
	await DataDeduplicationService.init({
		checkProcessedAndRecord: async (items, scope, context) => {
			const known = placeOf(scope, context);
			const before = items.filter((item) => known.has(item));
			for (const item of items) known.add(item);
			return { new: items.filter((item) => !before.includes(item)), processed: before };
		},
		removeProcessed: async (items, scope, context) => {
			for (const item of items) placeOf(scope, context).delete(item);
		},
		clearAllProcessedItems: async (scope, context) => placeOf(scope, context).clear(),
		getProcessedDataCount: async (scope, context) => placeOf(scope, context).size,
	});
