import { recordItem } from '../../core/batchRecord';
import type { BatchStatus } from '../../core/batchStatus';
import { BatchError, waitForBatch } from '../../core/batchWait';
import { distinct, link, type Contact } from '../../core/contacts';
import type { Outcome, Output } from '../../core/operation';
import type { Service } from '../../core/service';

export interface Collect {
	readonly batchId: string;
	readonly limitSeconds: number;
	/** The input items that ask for this batch. */
	readonly items: readonly number[];
	/** Which item asked for which contact, as far as that is known. */
	readonly contacts: ReadonlyArray<Contact & { readonly item: number }>;
	/** The result, when it is there already. */
	readonly status?: BatchStatus;
	readonly firstPollMs?: number;
}

/** Waits for a batch and turns its records into output, each paired with the items that asked for it. */
export async function collectBatch(service: Service, batch: Collect): Promise<Outcome> {
	try {
		const status =
			batch.status?.state === 'completed' ? batch.status : await waitForBatch(service, batch.batchId, batch);
		return { outputs: outputsOf(service, batch, status), problems: [] };
	} catch (error) {
		// A batch that failed as a whole may still hold records that were processed and charged.
		const status = error instanceof BatchError ? error.status : undefined;
		return {
			outputs: status === undefined ? [] : outputsOf(service, batch, status),
			problems: [{ items: batch.items, error: error as Error }],
		};
	}
}

function outputsOf(service: Service, batch: Collect, status: BatchStatus): Output[] {
	const contacts = distinct(batch.contacts);
	const outputs = link(status.records, contacts, service.session.connection.words).map(
		({ record, contact }): Output => ({
			json: recordItem(record, batch.batchId),
			// Without knowing who asked for what, a batch of one item still belongs to that item.
			items: contact?.items ?? (contacts.length === 0 || batch.items.length === 1 ? batch.items : []),
		}),
	);
	tellOutcome(service, outputs);
	return outputs;
}

/** Says what a user would otherwise find out from the bill. */
function tellOutcome(service: Service, outputs: readonly Output[]): void {
	const count = (outcome: string) => outputs.filter(({ json }) => json.outcome === outcome).length;
	const [failed, empty] = [count('failed'), count('empty')];
	const unpaired = outputs.filter(({ items }) => items.length === 0).length;
	if (failed > 0)
		service.session.hint(`${failed} of ${outputs.length} records failed; the service refunds them.`);
	if (empty > 0) {
		service.session.hint(`${empty} of ${outputs.length} records were charged but came back without details.`);
	}
	if (unpaired > 0) {
		service.session.hint(
			`${unpaired} records name no identifier that was submitted and are not paired with an input item.`,
		);
	}
}
