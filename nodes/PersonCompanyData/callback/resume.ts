import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import type { BatchStatus } from '../../../core/read/batch';
import { fetchStatus } from '../../../core/background/batchWait';
import { collectBatch } from '../../../core/background/collectBatch';
import { inOrder, type SuspendedState } from '../../../core/background/suspend';
import { poll } from '../../../core/background/poll';
import { sharedSession } from '../../../core/background/sharedSession';
import { attempt } from '../../../core/base/async';
import { clock } from '../../../core/base/clock';
import { Memory } from '../../../core/base/memory';
import type { Connection } from '../../../core/client/connection';
import { DEFAULT_CONCURRENCY } from '../../../core/client/pace';
import { Service } from '../../../core/client/service';
import { withInputFields } from '../../../core/leads/inputFields';
import { presented } from '../../../core/leads/present';
import { columnsOf } from '../../../core/leads/view';
import { distinct } from '../../../core/read/contacts';
import { toItems } from '../../../core/output/items';
import { withUnknownAnswers } from '../../../core/output/unknownAnswers';

const MOST_WAITS = 1000;
/** Waits already being handled, by resume path and batch: the service may call three times. */
const waits = new Memory<true>(MOST_WAITS);

const LIMITS = { concurrency: DEFAULT_CONCURRENCY, requestsPerMinute: 0, purpose: 'callbacks' } as const;
const NOTHING: IWebhookResponseData = { noWebhookResponse: true };

/** Resumes the execution when its batch is complete. Only the first callback polls, as no other may come. */
export async function resumed(
	context: IWebhookFunctions,
	connection: Connection,
	state: SuspendedState,
): Promise<IWebhookResponseData> {
	const leftMs = (): number => state.until - clock.now();
	const wait = `${context.getRequestObject().path} ${state.id}`;
	if (leftMs() <= 0 || waits.get(wait) === true) return NOTHING;
	waits.keep(wait, true, leftMs());
	// A block ends a session, but may be lifted before the wait is over.
	const newService = (): Service => new Service(sharedSession(context, connection, LIMITS), []);
	const status = await poll(newService(), {
		endpoint: endpoints.batchStatus,
		limitSeconds: leftMs() / 1000,
		ask: async () => {
			const read = await attempt(fetchStatus(newService(), state.id));
			return read.ok && read.value.state !== 'processing' ? read.value : undefined;
		},
	});
	if (status === undefined) return NOTHING;
	const items = await itemsOf(context, newService(), state, status);
	return leftMs() <= 0 ? NOTHING : { ...NOTHING, workflowData: [items] };
}

async function itemsOf(
	context: IWebhookFunctions,
	service: Service,
	{ id, contacts, done, ifRecordFails, view, rows }: SuspendedState,
	status: BatchStatus,
): Promise<INodeExecutionData[]> {
	const collected = await collectBatch(service, {
		batchId: id,
		items: contacts.map(({ item }) => item),
		contacts: distinct(contacts),
		ifRecordFails,
		status,
		limitSeconds: 0,
	});
	const { outputs, problems } = withUnknownAnswers(service.session, collected);
	const shown = await presented(service.session, outputs, view);
	const items = await toItems(context.getNode(), { outputs: shown, problems });
	return inOrder([...done, ...(await withInputFields(items, rows, columnsOf(view))).items]);
}
