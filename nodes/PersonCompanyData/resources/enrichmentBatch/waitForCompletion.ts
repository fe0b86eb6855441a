import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { operation, type Outcome, type Prepared } from '../../core/operation';
import { contactIn, type Contact } from '../../core/contacts';
import { collectBatch } from '../shared/collectBatch';
import { batchId, waitLimit } from '../shared/fields';

interface Request {
	readonly id: string;
	readonly limitSeconds: number;
	/** What the input item says it submitted, if it does. */
	readonly contact?: Contact;
}

type Items = ReadonlyArray<Prepared<Request>>;

/** Input items by batch: each batch is waited for once, however many items name it. */
function byBatch(prepared: Items): Items[] {
	const groups = new Map<string, Array<Prepared<Request>>>();
	for (const one of prepared) {
		groups.set(one.request.id, [...(groups.get(one.request.id) ?? []), one]);
	}
	return [...groups.values()];
}

export const waitForCompletion = operation({
	name: 'Wait for Completion',
	action: 'Wait until an enrichment batch is complete',
	description: 'Wait until a batch is complete and output its records',
	calls: [endpoints.batchStatus],
	fields: { id_processamento: batchId, waitLimit },
	prepare: (input, _, json: IDataObject): Request => ({
		id: input.id_processamento,
		limitSeconds: input.waitLimit * 60,
		contact: contactIn(json),
	}),
	runAll: async (prepared, service): Promise<Outcome> => {
		const outcomes = await Promise.all(
			byBatch(prepared).map(async (items) => {
				const contacts = items.flatMap(({ item, request: { contact } }) =>
					contact === undefined ? [] : [{ ...contact, item }],
				);
				return await collectBatch(service, {
					batchId: items[0].request.id,
					limitSeconds: items[0].request.limitSeconds,
					items: items.map(({ item }) => item),
					contacts,
					firstPollMs: 0,
				});
			}),
		);
		return {
			outputs: outcomes.flatMap(({ outputs }) => outputs),
			problems: outcomes.flatMap(({ problems }) => problems),
		};
	},
});
