import type { INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { fetchStatus } from '../../../core/background/batchWait';
import { collectBatch } from '../../../core/background/collectBatch';
import { sharedSession } from '../../../core/background/sharedSession';
import { inOrder, type SuspendedState } from '../../../core/background/suspend';
import { connect } from '../../../core/client/connection';
import { Service } from '../../../core/client/service';
import { withInputFields } from '../../../core/leads/inputFields';
import { presented } from '../../../core/leads/present';
import { columnsOf } from '../../../core/leads/view';
import { toItems, withUnknownAnswers } from '../../../core/output/items';
import { distinct } from '../../../core/read/identifiers';

/** What the execution goes on with; `undefined` while the service says that its batch is at work. */
export async function resultOf(
	context: IWebhookFunctions,
	{ id, contacts, done, view, rows }: SuspendedState,
): Promise<INodeExecutionData[] | undefined> {
	const session = sharedSession(context, await connect(context), 'callbacks', { requestsPerMinute: 0 });
	const service = new Service(session, []);
	const status = await fetchStatus(service, id);
	if (status.state === 'pending') return undefined;
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
