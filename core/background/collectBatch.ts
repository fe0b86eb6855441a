import { plural } from '../base/text';
import type { LiveNames } from '../../contract/liveNames';
import { outcomeOf, outcomesOf, recordItem, type RecordOutcome } from '../output/batchRecord';
import type { BatchStatus } from './batchStatus';
import { BatchError, failedBatch, waitForBatch } from './batchWait';
import { isOfAnother, link, type LinkedRecord } from './link';
import type { RequestedContact } from '../output/contacts';
import { combine, type Outcome, type Output } from '../output/outcome';
import type { Service } from '../client/service';
import { attempt, turnIfDue } from '../base/async';
import { isFilled } from '../base/json';
import { failRecords, type IfRecordFails } from '../output/failedRecords';

interface Collect {
	readonly batchId: string;
	readonly limitSeconds: number;
	/** The input items that requested this batch. */
	readonly items: readonly number[];
	/** The submitted contacts as far as known, in order unless `areInOrder` is false. */
	readonly contacts: readonly RequestedContact[];
	readonly areInOrder?: boolean;
	/** The result, if already available. */
	readonly status?: BatchStatus;
	readonly firstPollMs?: number;
	/** Whether this execution has just submitted it. */
	readonly isNew?: boolean;
	readonly ifRecordFails?: IfRecordFails;
}

/** Waits for a batch and converts its records to output: each item that requested a contact gets one of its own. */
export async function collectBatch(service: Service, batch: Collect): Promise<Outcome> {
	const collected = await collect(service, batch);
	if (batch.ifRecordFails !== 'error') return collected;
	return combine([failRecords(collected.outputs, service), { outputs: [], problems: collected.problems }]);
}

async function collect(service: Service, batch: Collect): Promise<Outcome> {
	const isOwn = async (answered: BatchStatus): Promise<boolean> =>
		!(await isOfOther(service, batch, answered));
	const ended = await attempt(
		batch.status !== undefined && (await isOwn(batch.status))
			? Promise.resolve(batch.status)
			: waitForBatch(service, batch.batchId, { ...batch, isOwn }),
	);
	if (ended.ok) return { outputs: await outputsOf(service, batch, ended.value), problems: [] };
	// A batch that failed as a whole may still contain records that were processed and charged.
	const status = ended.error instanceof BatchError ? ended.error.status : undefined;
	const records = status === undefined ? [] : await recordsOf(service, batch, status);
	const unpaired = records.filter(({ items }) => items.length === 0);
	const isRefunded = status?.isRefunded === true && unpaired.every(({ json }) => json.outcome === 'failed');
	// A record without an item may be that of any of the others, which was charged.
	const error =
		status !== undefined && status.isRefunded !== isRefunded
			? failedBatch(batch.batchId, { ...status, isRefunded }, service.session.connection)
			: ended.error;
	if (records.length > 0) service.session.hint(error.message);
	// Refunded as a whole, also those of which it holds no record.
	if (isRefunded)
		service.session.tally.refunded += Math.max(0, withoutOutput(batch, records).length - unpaired.length);
	const served = new Set(records.flatMap(({ items }) => items));
	const items = batch.items.filter((item) => !served.has(item));
	return { outputs: records, problems: items.length === 0 ? [] : [{ items, error }] };
}

/** Whether an answer has the ID of another batch, and no record that belongs to this one. */
export async function isOfOther(
	{ session }: Service,
	{ batchId, contacts }: Pick<Collect, 'batchId' | 'contacts'>,
	{ id, records }: BatchStatus,
): Promise<boolean> {
	if (id === undefined || id.toLowerCase() === batchId.toLowerCase() || contacts.length === 0) return false;
	const linked = await link(records, contacts, session.connection.words);
	return linked.every(({ contact }) => contact === undefined);
}

/** The contacts of this run for whose items nothing is output. */
function withoutOutput({ contacts }: Collect, outputs: readonly Output[]): RequestedContact[] {
	const served = new Set(outputs.flatMap(({ items }) => items));
	return contacts.filter(({ items }) => items.length > 0 && !items.some((item) => served.has(item)));
}

/** The output of a complete batch: its records, and the contacts without a record. */
async function outputsOf(service: Service, batch: Collect, status: BatchStatus): Promise<Output[]> {
	const { tally } = service.session;
	const records = [...(await recordsOf(service, batch, status)), ...withoutRecords(service, batch, status)];
	// A record without an item may be that of one of the contacts without a record.
	const isCertain = records.every(({ items }) => items.length > 0);
	const open = withoutOutput(batch, records);
	const outcome = isCertain && haveFailed(open, batch, status) ? 'failed' : 'missing';
	const items = open.flatMap((contact) => contact.items.map((item) => ({ ...contact, item })));
	if (outcome === 'failed') tally.refunded += open.length;
	return [
		...records,
		...items.map(({ item, name, value }): Output => ({
			json: {
				id_processamento: batch.batchId,
				outcome,
				...(!isCertain && { reason: NOT_KNOWN }),
				contato: { [name]: value },
			},
			items: [item],
		})),
	];
}

/** What is output of a complete batch in which no records are found: what else it holds, if anything. */
function withoutRecords({ session }: Service, batch: Collect, status: BatchStatus): Output[] {
	const { records, raw } = status;
	if (records.length > 0) return [];
	const holdsOther = isFilled(raw.contatos) || (!hasNoSuccess(status) && outcomeOf(raw) === 'enriched');
	session.hint(
		`Batch ${batch.batchId} is complete, but the service returned no records${holdsOther ? ' in a shape that is known. Its answer is output as it is; look for them there' : ''}.`,
	);
	// Whose contact is not known gets what the batch says, since nobody can tell whether it is missing.
	const items = withoutContact(batch);
	return holdsOther || items.length > 0 ? [{ json: recordItem(raw, batch.batchId), items }] : [];
}

/** Whether an answer has an empty list of records, and counts no success: then nothing else in it is a record. */
const hasNoSuccess = ({ raw, total, succeeded, refunded = 0 }: BatchStatus): boolean =>
	Array.isArray(raw.contatos) && total !== undefined && (succeeded ?? total - refunded) === 0;

/** Whether the service's counts leave no other way than that these contacts failed, so that they were refunded. */
function haveFailed(open: readonly RequestedContact[], { contacts }: Collect, status: BatchStatus): boolean {
	const failed = outcomesOf(status).filter((outcome) => outcome === 'failed').length;
	const { records, refunded = 0, succeeded = 0, total } = status;
	return (
		total === contacts.length &&
		contacts.every(({ items }) => items.length > 0) &&
		refunded - failed === open.length &&
		succeeded <= records.length - failed
	);
}

const NOT_KNOWN =
	'No record of the result is known to belong to this row. The records that belong to no known row are output after all rows.';

/** The items that do not say what was submitted for them. */
function withoutContact({ items, contacts }: Collect): number[] {
	const known = new Set(contacts.flatMap((contact) => contact.items));
	return items.filter((item) => !known.has(item));
}

/** A record of this run with the items that it belongs to. */
interface Paired extends LinkedRecord {
	readonly items: readonly number[];
	readonly outcome?: RecordOutcome;
}

async function recordsOf(service: Service, batch: Collect, status: BatchStatus): Promise<Output[]> {
	const { contacts } = batch;
	const { words } = service.session.connection;
	const outcomes = outcomesOf(status);
	const outcomeIn = new Map(status.records.map((record, i) => [record, outcomes[i]]));
	const linked = ownRecords(await link(status.records, contacts, words, batch.areInOrder), contacts);
	// The rest of the work on a full batch is done in one piece.
	await turnIfDue();
	const paired = linked.map((pair): Paired => ({
		...pairOf(batch, pair, words),
		outcome: outcomeIn.get(pair.record),
	}));
	const kept = withoutFurtherFailures(paired);
	const outputs = kept.map(({ record, items, outcome }): Output => ({
		json: recordItem(record, batch.batchId, outcome),
		items,
	}));
	count(service, outputs);
	const dropped = paired.length - kept.length;
	// Whether a credit came back for those that are left out, only the service's count says.
	if ((status.refunded ?? 0) >= outcomes.filter((outcome) => outcome === 'failed').length)
		service.session.tally.refunded += dropped;
	tellOfSeveral(service, batch, kept, dropped);
	return contacts.length === 0 ? outputs : outputs.flatMap(oneEach);
}

/** The items of a record; a single contact has all records that do not name another. */
function pairOf(batch: Collect, { record, contact }: LinkedRecord, words: LiveNames): Paired {
	if (contact !== undefined) return { record, contact, items: contact.items };
	const [only] = batch.contacts;
	if (batch.contacts.length > 1) return { record, items: [] };
	// Even if the contacts are unknown, the records of a batch of one item belong to that item.
	if (only === undefined) return { record, items: batch.items };
	if (isOfAnother(record, only, words)) return { record, items: withoutContact(batch) };
	return { record, contact: only, items: batch.items };
}

/** Leaves out failed records of contacts that have another record: what did not fail counts, and else the first. */
function withoutFurtherFailures(records: readonly Paired[]): Paired[] {
	const isServed = new Set(
		records.filter(({ outcome }) => outcome !== 'failed').map(({ contact }) => contact),
	);
	return records.filter(({ contact, outcome }) => {
		if (contact === undefined || outcome !== 'failed') return true;
		const isFurther = isServed.has(contact);
		isServed.add(contact);
		return !isFurther;
	});
}

/** Tells of contacts that the service answered several times. */
function tellOfSeveral(
	{ session }: Service,
	{ batchId }: Collect,
	records: readonly Paired[],
	dropped: number,
): void {
	const ofContacts = records.flatMap(({ contact }) => contact ?? []);
	const counts = new Map<RequestedContact, number>();
	for (const contact of ofContacts) counts.set(contact, (counts.get(contact) ?? 0) + 1);
	const several = [...counts.values()].filter((number) => number > 1).length;
	if (several > 0) {
		session.hint(
			`Batch ${batchId} has more than one record for ${plural(several, 'contact')}. All are output, so rows come out more than once.`,
		);
	}
	if (dropped > 0) {
		session.hint(
			`Batch ${batchId}: ${plural(dropped, 'failed record is', 'failed records are')} left out, of contacts that have another record.`,
		);
	}
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
	tally.refunded += having('failed');
	tally.records.returned += outputs.length;
	tally.records.empty += having('empty');
	tally.records.unpaired += outputs.filter(({ items }) => items.length === 0).length;
}
