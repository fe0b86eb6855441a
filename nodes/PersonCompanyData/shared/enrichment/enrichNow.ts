import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../../contract';
import { batchIdIn } from '../../../../core/background/batch';
import { failedBatch, fetchStatus, waitForBatch } from '../../../../core/background/batchWait';
import { attempt } from '../../../../core/base/async';
import { isReplayed, type Call, type Reply } from '../../../../core/client/request';
import type { Service } from '../../../../core/client/service';
import { askOnce, forgetAnswer } from '../../../../core/purchase/askOnce';
import { callByKey, type Replay } from '../../../../core/purchase/byKey';
import { Purchases } from '../../../../core/purchase/purchases';
import { UncertainWork } from '../../../../core/purchase/refusals';
import { asBody, UnknownAnswer } from '../../../../core/read/answer';
import { outcomeOfRecord, readStatus, recordItem, type BatchStatus } from '../../../../core/read/batch';
import type { Contact } from '../../../../core/read/identifiers';
import { namesAnother } from '../../../../core/read/match';
import { operation, type Operation } from '../../run/operation';
import { skipEnriched, waitLimit } from '../fields';
import { identifierFields, chosenIdentifier } from './identifier';
import { contactPurchaseKey, subjects, type Subject } from './subjects';

interface EnrichInput {
	readonly contact: Contact;
	readonly limitSeconds: number;
}

export function enrichNow(about: Subject): Operation {
	const { contact, enrichNow: endpoint } = subjects[about];
	return operation({
		name: 'Enrich Now',
		action: `Enrich B2B ${about} now`,
		description: `Enrich one ${about} and get the result at once, for forms, chats and single records`,
		calls: [endpoint, endpoints.batchStatus],
		fields: { ...identifierFields(contact), waitLimit },
		leads: { about, source: 'record' },
		includesInput: true,
		options: { skipEnriched },
		prepare: (input): EnrichInput => ({ contact: chosenIdentifier(input), limitSeconds: input.waitLimit }),
		contactIn: ({ contact: wanted }) => wanted,
		purchaseKey: ({ contact: wanted }) => contactPurchaseKey(about, wanted),
		run: async (input, service, { purchaseKey }) => {
			const { name, value } = input.contact;
			const call: Call = { endpoint, body: { contato: { [name]: value } } };
			// Equal items share one call: reusing a key while the first call runs is charged again.
			return await service.session.once(
				`item ${purchaseKey}`,
				async () => await enrich(service, call, purchaseKey, input),
			);
		},
	});
}

async function enrich(
	service: Service,
	call: Call,
	purchaseKey: string,
	input: EnrichInput,
): Promise<IDataObject[]> {
	const read = async (reply: Reply): Promise<Replay> => await readReplay(service, reply);
	const byKey = { call, purchaseKey, readReplay: read };
	const purchases = Purchases.of(service.session);
	// Without Skip Records Enriched Before, the service itself knows what was paid for.
	const decide = (progress: 'answered' | 'refunded'): void => {
		if (purchases.has(purchaseKey) || service.session.limits.skipsEnriched)
			purchases.decide([purchaseKey], progress);
	};
	const reply = await askOnce(service, call, async () => await callByKey(service, byKey));
	decide('answered');
	const status = await finished(service, reply, input.limitSeconds);
	const isRefunded =
		status.isRefunded || status.records.some((record) => outcomeOfRecord(record) !== 'enriched');
	if (isRefunded) {
		forgetAnswer(service, call);
		decide('refunded');
		purchases.ledger.drop([purchaseKey]);
	}
	return outputsOf(service, input, reply, status);
}

const ENRICHMENT = {
	what: 'the enrichment',
	again:
		'Within 24 hours, running it again repeats this answer, free; after that, it is charged as a new call.',
};

/** @throws UnfinishedWork when the enrichment failed without records */
function outputsOf(
	service: Service,
	{ contact }: EnrichInput,
	reply: Reply,
	status: BatchStatus,
): IDataObject[] {
	const { id, records, raw, state } = status;
	if (state === 'failed' && records.length === 0)
		throw failedBatch(id ?? '', status, service.session.connection, ENRICHMENT);
	const shown = records.length > 0 ? records : [raw];
	// Charged with an earlier call, not now.
	const isReplay = isReplayed(reply);
	const items = shown.map((record): IDataObject => ({
		...recordItem(record, id),
		...(isReplay && { idempotencyReplayed: true }),
	}));
	if (shown.some((record) => namesAnother(record, contact, service.session.connection.brandTerms))) {
		service.session.hint(
			'A record names another contact than its item: it may be of another person or company. Compare them before you use it.',
		);
	}
	// Of a replay, the refund was the earlier call's, unless that was a lost attempt of this one.
	if (!isReplay || reply.afterLoss === true)
		service.session.usage.refunded += items.filter(({ outcome }) => outcome === 'failed').length;
	return items;
}

/** The result in the reply or, if the service went on in the background (202), from polling its batch. */
async function finished(service: Service, reply: Reply, limitSeconds: number): Promise<BatchStatus> {
	const status = readStatus(reply.body);
	if (status.state === 'failed' || (reply.status !== 202 && status.state === 'ok')) return status;
	const id = batchIdIn(reply);
	if (status.is === 'unknown' && id === undefined) throw new UnknownAnswer(status.raw);
	if (id === undefined) {
		throw new UncertainWork(
			'The service is still working on it, but gave no batch ID',
			"The call was charged. Find the result in the service's web app.",
		);
	}
	const firstPollMs = Number(reply.headers['retry-after'] ?? 0) * 1000;
	service.session.tellAccepted('1 record was', id);
	return await waitForBatch(service, id, {
		limitSeconds,
		isNew: true,
		...(firstPollMs > 0 && { firstPollMs }),
	});
}

/** A replay may be outdated: takes the batch's result if it has ended since. A failed record means a refund. */
async function readReplay(service: Service, replayed: Reply): Promise<Replay> {
	const id = batchIdIn(replayed);
	const isOpen = replayed.status === 202 && id !== undefined && readStatus(replayed.body).state === 'pending';
	const read = isOpen ? await attempt(fetchStatus(service, id)) : undefined;
	const reply: Reply =
		read?.ok === true && read.value.state !== 'pending'
			? { ...replayed, status: 200, body: asBody(read.value.raw) }
			: replayed;
	const { records, isRefunded } = readStatus(reply.body);
	const allFailed = records.length > 0 && records.every((record) => outcomeOfRecord(record) === 'failed');
	return { reply, hasFailed: reply.status === 200 && (isRefunded || allFailed) };
}
