import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { estimate } from './estimate';
import type { Operation, CheckedItem } from './operation';
import type { Outcome, Problem } from '../../../core/output/outcome';
import { asObject } from '../../../core/base/json';
import type { Session } from '../../../core/client/session';
import { serviceFor } from './serve';

/** Outputs what a run would cost instead of running it. Makes only free calls (a count, the balance). */
export async function previewRun(
	session: Session,
	operation: Operation,
	checked: readonly CheckedItem[],
	problems: readonly Problem[],
): Promise<Outcome> {
	const service = serviceFor(session, operation, checked[0].options);
	const { distinct, creditsAtMost, requestsAtLeast } = estimate(operation, checked);
	const counted: IDataObject[] = [];
	for (const { item, input } of checked) {
		const more = await operation.preview?.(input, service);
		if (more !== undefined) counted.push({ item, ...more });
	}
	const balance = asObject((await service.ask({ endpoint: endpoints.balance })).body);
	const items = [...checked.map(({ item }) => item), ...problems.flatMap((problem) => problem.items)];
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
