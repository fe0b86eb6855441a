import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { limits } from '../../../contract/model/limits';
import { estimate } from './estimate';
import type { Operation, CheckedItem } from './operation';
import type { RunOptions } from './options';
import type { Outcome, Problem } from '../../../core/output/outcome';
import { asObject } from '../../../core/base/json';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import { serviceFor } from './serve';

/** Outputs what a run would cost instead of running it. Makes only free calls (a count, the balance). */
export async function previewRun(
	session: Session,
	operation: Operation,
	checked: readonly CheckedItem[],
	runOptions: RunOptions,
	problems: readonly Problem[],
): Promise<Outcome> {
	const { distinct, creditsAtMost, requests } = estimate(operation, checked, runOptions);
	const counted: IDataObject[] = [];
	for (const { item, input, options } of checked) {
		const more = await operation.preview?.(input, serviceFor(session, operation, options));
		if (more !== undefined) counted.push({ item, ...more });
	}
	const service = new Service(session, []);
	const balance = asObject((await service.ask({ endpoint: endpoints.balance })).body);
	const items = [...checked.map(({ item }) => item), ...problems.flatMap((problem) => problem.items)];
	const json: IDataObject = {
		preview: true,
		items: items.length,
		distinctItems: distinct,
		invalidItems: problems.map(({ items: [item], error }) => ({ item, error: error.message })),
		creditsAtMost: creditsAtMost ?? null,
		requestsAtLeast: requests.atLeast,
		requestsAtMost: Number.isFinite(requests.atMost) ? requests.atMost : null,
		...(requests.unknown !== undefined && { whyUnknown: requests.unknown }),
		...(operation.options?.skipEnriched !== undefined && { note: noteOn(operation, runOptions) }),
		...(counted.length > 0 && { counted }),
		balance: balance.balance ?? balance,
	};
	return { outputs: [{ json, items: items.sort((a, b) => a - b) }], problems: [] };
}

/** What earlier executions mean for the cost of an enrichment. */
function noteOn({ calls: [{ idempotent }] }: Operation, { skipEnriched }: RunOptions): string {
	if (skipEnriched === true) {
		return 'Contacts that an earlier execution enriched are counted here, but the run skips them.';
	}
	const except = idempotent ? ` more than ${limits.idempotencyKeyHours} hours ago` : '';
	return `A contact that an earlier execution enriched${except} is paid for again, unless Options > Skip Records Enriched Before is set.`;
}
