import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { estimate } from './estimate';
import type { Operation, Outcome, Prepared, Problem } from './operation';
import { asObject } from '../../../core/base/json';
import type { Request } from './prepare';
import type { Service } from '../../../core/client/service';

/**
 * What a run would cost, instead of the run: calls that are free at most (a count, the balance), nothing that
 * is charged.
 */
export async function previewRun(
	operation: Operation,
	prepared: ReadonlyArray<Prepared<Request>>,
	problems: readonly Problem[],
	service: Service,
): Promise<Outcome> {
	const { distinct, creditsAtMost, requestsAtLeast } = estimate(operation, prepared);
	const counted: IDataObject[] = [];
	for (const { item, request } of prepared) {
		const more = await operation.preview?.(request.request, service);
		if (more !== undefined) counted.push({ item, ...more });
	}
	const balance = asObject((await service.ask({ endpoint: endpoints.balance })).body);
	const items = [...prepared.map(({ item }) => item), ...problems.flatMap((problem) => problem.items)];
	const json: IDataObject = {
		preview: true,
		items: items.length,
		distinctItems: distinct,
		invalidItems: problems.map(({ items: [item], error }) => ({ item, error: error.message })),
		creditsAtMost: creditsAtMost ?? null,
		requestsAtLeast,
		...(counted.length > 0 && { counted }),
		balance: balance.balance ?? balance,
	};
	return { outputs: [{ json, items: items.sort((a, b) => a - b) }], problems: [] };
}
