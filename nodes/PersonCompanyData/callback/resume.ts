import type { INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { fetchStatus } from '../../../core/background/batchWait';
import { collectBatch } from '../../../core/background/collectBatch';
import { sharedSession } from '../../../core/background/sharedSession';
import { inOrder, type SuspendedState } from '../../../core/background/suspend';
import { connect } from '../../../core/client/connection';
import { DEFAULT_CONCURRENCY } from '../../../core/client/pace';
import { Service } from '../../../core/client/service';
import { withInputFields } from '../../../core/leads/inputFields';
import { presented } from '../../../core/leads/present';
import { columnsOf } from '../../../core/leads/view';
import { toItems } from '../../../core/output/items';
import { withUnknownAnswers } from '../../../core/output/unknownAnswers';
import { distinct } from '../../../core/read/contacts';

const LIMITS = { concurrency: DEFAULT_CONCURRENCY, requestsPerMinute: 0, purpose: 'callbacks' } as const;

/** What the execution goes on with; `undefined` while the service says that its batch is at work. */
export async function resultOf(
	context: IWebhookFunctions,
	{ id, contacts, done, view, rows }: SuspendedState,
): Promise<INodeExecutionData[] | undefined> {
	const service = new Service(sharedSession(context, await connect(context), LIMITS), []);
	const status = await fetchStatus(service, id);
	if (status.state === 'processing') return undefined;
	const collected = await collectBatch(service, {
		batchId: id,
		items: contacts.map(({ item }) => item),
		contacts: distinct(contacts),
		status,
		limitSeconds: 0,
	});
	const { outputs, problems } = withUnknownAnswers(service.session, collected);
	const shown = await presented(service.session, outputs, view);
	const items = await toItems(context.getNode(), { outputs: shown, problems });
	return inOrder([...done, ...(await withInputFields(items, rows, columnsOf(view))).items]);
}
