import { outcomesOf, recordItem } from '../output/batchRecord';
import type { BatchStatus } from './batchStatus';
import { BatchError, waitForBatch } from './batchWait';
import { link, type LinkedRecord, type RequestedContact } from '../output/contacts';
import { combine, type Outcome, type Output } from '../output/outcome';
import type { Service } from '../client/service';
import { attempt } from '../base/async';
import { failRecords, type IfRecordFails } from '../output/failedRecords';

interface Collect {
	readonly batchId: string;
	readonly limitSeconds: number;
	/** The input items that requested this batch. */
	readonly items: readonly number[];
	/** The submitted contacts in order, as far as known. */
	readonly contacts: readonly RequestedContact[];
	/** The result, if already available. */
	readonly status?: BatchStatus;
	readonly firstPollMs?: number;
	readonly ifRecordFails?: IfRecordFails;
}

/** Waits for a batch and converts its records to output: each item that requested a contact gets one of its own. */
export async function collectBatch(service: Service, batch: Collect): Promise<Outcome> {
	const collected = await collect(service, batch);
	if (batch.ifRecordFails !== 'error') return collected;
	return combine([failRecords(collected.outputs, service), { outputs: [], problems: collected.problems }]);
}

async function collect(service: Service, batch: Collect): Promise<Outcome> {
	const ended = await attempt(
		batch.status === undefined ? waitForBatch(service, batch.batchId, batch) : Promise.resolve(batch.status),
	);
	if (ended.ok) return { outputs: outputsOf(service, batch, ended.value), problems: [] };
	// A batch that failed as a whole may still contain records that were processed and charged.
	const status = ended.error instanceof BatchError ? ended.error.status : undefined;
	const records = status === undefined ? [] : recordsOf(service, batch, status);
	if (records.length > 0) service.session.hint(ended.error.message);
	// Refunded as a whole, also those of which it holds no record.
	if (status?.state === 'failed')
		service.session.tally.refunded += Math.max(0, batch.contacts.length - records.length);
	const served = new Set(records.flatMap(({ items }) => items));
	const items = batch.items.filter((item) => !served.has(item));
	return { outputs: records, problems: items.length === 0 ? [] : [{ items, error: ended.error }] };
}

/** The output of a complete batch: its records, and the contacts without a record. */
function outputsOf(service: Service, batch: Collect, status: BatchStatus): Output[] {
	const records = recordsOf(service, batch, status);
	if (records.length === 0) {
		service.session.hint(`Batch ${batch.batchId} is complete, but the service returned no records.`);
		return [{ json: recordItem(status.raw, batch.batchId), items: batch.items }];
	}
	// A record without an item may be that of one of the contacts without a record.
	const isCertain = records.every(({ items }) => items.length > 0);
	const served = new Set(records.flatMap(({ items }) => items));
	const missing = batch.contacts.flatMap(({ name, value, items }) =>
		items.filter((item) => !served.has(item)).map((item) => ({ item, name, value })),
	);
	service.session.tally.records.missing += missing.length;
	return [
		...records,
		...missing.map(({ item, name, value }): Output => ({
			json: {
				id_processamento: batch.batchId,
				outcome: 'missing',
				...(!isCertain && { reason: NOT_KNOWN }),
				contato: { [name]: value },
			},
			items: [item],
		})),
	];
}

const NOT_KNOWN =
	'No record of the result is known to belong to this row. The records that belong to no known row are output after all rows.';

function recordsOf(service: Service, batch: Collect, status: BatchStatus): Output[] {
	const { contacts } = batch;
	const outcomes = outcomesOf(status);
	const outcomeIn = new Map(status.records.map((record, i) => [record, outcomes[i]]));
	const linked = link(status.records, contacts, service.session.connection.words);
	const outputs = ownRecords(linked, contacts).map(({ record, contact }): Output => ({
		json: recordItem(record, batch.batchId, outcomeIn.get(record)),
		// Even if the contacts are unknown, the records of a batch of one item belong to that item.
		items: contact?.items ?? (contacts.length <= 1 ? batch.items : []),
	}));
	count(service, outputs);
	return contacts.length === 0 ? outputs : outputs.flatMap(oneEach);
}

/** The record of a contact for each of the items that requested it. */
const oneEach = ({ json, items }: Output): Output[] =>
	items.length < 2 ? [{ json, items }] : items.map((item) => ({ json: { ...json }, items: [item] }));

/** The records of this run, of a batch that may have been submitted by another run of the execution. */
function ownRecords(
	linked: readonly LinkedRecord[],
	contacts: readonly RequestedContact[],
): readonly LinkedRecord[] {
	const own = contacts.filter(({ items }) => items.length > 0);
	if (own.length === contacts.length) return linked;
	const found = new Set(linked.map(({ contact }) => contact));
	// While one of our own has no record, a record without a contact may be its.
	const areAllFound = own.every((contact) => found.has(contact));
	return linked.filter(({ contact }) => (contact === undefined ? !areAllFound : contact.items.length > 0));
}

/** Counts what users would otherwise only see on their bill; the end of the run tells it. */
function count({ session: { tally } }: Service, outputs: readonly Output[]): void {
	const having = (outcome: string) => outputs.filter(({ json }) => json.outcome === outcome).length;
	const failed = having('failed');
	tally.refunded += failed;
	tally.records.returned += outputs.length;
	tally.records.failed += failed;
	tally.records.empty += having('empty');
	tally.records.unpaired += outputs.filter(({ items }) => items.length === 0).length;
}
