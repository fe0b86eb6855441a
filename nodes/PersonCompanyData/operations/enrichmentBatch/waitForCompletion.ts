import groupBy from 'lodash/groupBy';

import { endpoints } from '../../../../contract';
import { collectBatch } from '../../../../core/background/collectBatch';
import { combine, type RunResult } from '../../../../core/output/result';
import { contactIn, distinct } from '../../../../core/read/identifiers';
import { operation } from '../../run/operation';
import { batchId, waitLimit } from '../../shared/fields';

export const waitForCompletion = operation({
	name: 'Wait for Completion',
	action: 'Wait for enrichment batch',
	description: 'Wait until a batch is complete and output its records',
	calls: [endpoints.batchStatus],
	fields: { id_processamento: batchId, waitLimit },
	leads: { about: 'any', source: 'record' },
	includesInput: true,
	prepare: (input, _, { json }) => ({
		id: input.id_processamento,
		limitSeconds: input.waitLimit,
		// The contact that the item says was submitted, if any.
		contact: contactIn(json),
	}),
	purchaseKey: ({ id }) => ({ batch: id }),
	runAll: async (prepared, service): Promise<RunResult> => {
		const results = await Promise.all(
			// Wait once per batch, even if several items name it.
			Object.values(groupBy(prepared, ({ input }) => input.id)).map(async (items) => {
				const contacts = items.flatMap(({ item, input: { contact } }) =>
					contact === undefined ? [] : [{ ...contact, item }],
				);
				return await collectBatch(service, {
					batchId: items[0].input.id,
					limitSeconds: items[0].input.limitSeconds,
					items: items.map(({ item }) => item),
					contacts: distinct(contacts),
					// Rows may have been sorted since the submission.
					contactsAre: 'unordered',
					firstPollMs: 0,
				});
			}),
		);
		return combine(results);
	},
});
