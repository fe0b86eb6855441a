import type { BrandTerms } from '../../contract/brandTerms';
import { statusRecord } from '../../contract/endpoints/b2b/enrichment';
import { recordItem, type BatchStatus } from '../read/batch';
import { failedBatch, waitForBatch } from './batchWait';
import type { RequestedContact } from '../read/identifiers';
import { UnknownAnswer } from '../read/answer';
import { match, namesAnother, type Matched } from '../read/match';
import { failed, itemsOf, type Output, type RunResult } from '../output/result';
import type { Service } from '../client/service';
import { explained } from '../base/errors';
import { attempt, mapInTurns } from '../base/async';
import { isFilled } from '../base/json';

interface Collect {
	readonly batchId: string;
	readonly limitSeconds: number;
	readonly items: readonly number[];
	/** Known contacts: by default all of the batch, in submission order. */
	readonly contacts: readonly RequestedContact[];
	/** `some`: others may have been submitted with them, and get the records that belong to none of these. */
	readonly contactsAre?: 'unordered' | 'some';
	readonly status?: BatchStatus;
	readonly firstPollMs?: number;
}

/** Waits for a batch; every item that requested a contact gets an output item of its own. */
export async function collectBatch(service: Service, batch: Collect): Promise<RunResult> {
	const { batchId, items } = batch;
	const waited = await attempt(
		batch.status === undefined
			? waitForBatch(service, batchId, { ...batch, isNew: batch.contactsAre === undefined })
			: Promise.resolve(batch.status),
	);
	if (!waited.ok) return failed(items, waited.error);
	const status = waited.value;
	const records = await recordsOf(service, batch, status);
	return status.state === 'ok'
		? complete(service, batch, status, records)
		: withoutResult(service, batch, status, records);
}

function withoutResult(
	service: Service,
	batch: Collect,
	status: BatchStatus,
	outputs: readonly Output[],
): RunResult {
	// A record that is paired with no row may belong to any of the other items, which was then charged.
	const areAllPaired = outputs.every(({ items }) => items.length > 0);
	const isRefunded = status.isRefunded && areAllPaired && (outputs.length > 0 || status.records.length === 0);
	const error = failedBatch(batch.batchId, { ...status, isRefunded }, service.session.connection);
	if (outputs.length > 0) service.session.hint(explained(error));
	if (isRefunded) service.session.usage.refunded += withoutRecord(batch, outputs).length;
	const processed = new Set(itemsOf(outputs));
	const items = batch.items.filter((item) => !processed.has(item));
	return { outputs, problems: items.length === 0 ? [] : [{ items, error }] };
}

function withoutRecord({ contacts }: Collect, outputs: readonly Output[]): RequestedContact[] {
	const processed = new Set(itemsOf(outputs));
	return contacts.filter(({ items }) => !items.some((item) => processed.has(item)));
}

function complete(
	service: Service,
	batch: Collect,
	status: BatchStatus,
	records: readonly Output[],
): RunResult {
	const { batchId } = batch;
	if (status.records.length === 0) {
		const { raw } = status;
		const holdsOther = Object.keys(raw).some(
			(name) => isFilled(raw[name]) && (name === 'contatos' || !(name in statusRecord.properties)),
		);
		service.session.hint(`Batch ${batchId} is complete, but the service returned no records.`);
		const error = new UnknownAnswer(raw, { batchId });
		if (holdsOther || batch.contacts.length === 0) return failed(batch.items, error);
	}
	const missing = withoutRecord(batch, records).flatMap(({ name, value, items }) =>
		items.map((item): Output => ({
			json: { id_processamento: batchId, outcome: 'missing', contato: { [name]: value } },
			items: [item],
		})),
	);
	return { outputs: [...records, ...missing], problems: [] };
}

async function recordsOf(service: Service, batch: Collect, status: BatchStatus): Promise<Output[]> {
	const { contacts, contactsAre } = batch;
	const { brandTerms } = service.session.connection;
	const matched = await match(status.records, contacts, brandTerms, contactsAre === undefined);
	const all = Math.max(status.records.length, status.fields.total_registros ?? 0);
	const outputs = await mapInTurns(
		contactsAre === 'some' && all > contacts.length
			? matched.filter(({ contact }) => contact !== undefined)
			: matched,
		(own): Output => ({
			json: recordItem(own.record, batch.batchId),
			items: ownersOf(batch, own, brandTerms),
		}),
	);
	service.session.usage.refunded += outputs.filter(({ json }) => json.outcome === 'failed').length;
	return contacts.length === 0 ? outputs : outputs.flatMap(oneEach);
}

/** A single contact owns every record that does not name another one. */
function ownersOf(batch: Collect, { record, contact }: Matched, brandTerms: BrandTerms): readonly number[] {
	if (contact !== undefined) return contact.items;
	const [only] = batch.contacts;
	if (batch.contacts.length > 1) return [];
	return only === undefined || !namesAnother(record, only, brandTerms) ? batch.items : [];
}

const oneEach = ({ json, items }: Output): Output[] =>
	items.length < 2 ? [{ json, items }] : items.map((item) => ({ json: { ...json }, items: [item] }));
