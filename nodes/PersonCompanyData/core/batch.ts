import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../contract/endpoint';
import { readStatus, type BatchStatus } from './batchStatus';
import type { Connection } from './connection';
import type { RequestedContact } from './contacts';
import { isUncharged, ServiceFailure } from './failure';
import { asInteger, asObject, asText, firstOf } from './read';
import type { Service } from './service';
import { settle } from './settle';
import { fingerprint, Submissions } from './submissions';

/** A submitted batch: the way to its result. */
export interface Ticket {
	readonly batchId: string;
	readonly contacts: readonly RequestedContact[];
	/** Number of records the service accepted. */
	readonly accepted?: number;
	/** The result, when the acknowledgement carried it already. */
	readonly status?: BatchStatus;
	/** The acknowledgement as it came; only the ID when an earlier try of this execution submitted the batch. */
	readonly acknowledgement: IDataObject;
}

/** A batch of which no ID is known; it must not be sent again blindly. */
class UncertainSubmission extends Error {}

const bodyOf = (contacts: readonly RequestedContact[], webhookUrl: string | undefined): IDataObject => ({
	contatos: contacts.map(({ name, value }) => ({ [name]: value })),
	...(webhookUrl !== undefined && { url_webhook: webhookUrl }),
});

/**
 * Submits one batch, at most once within a run of the node: when n8n tries the node again, the batch that
 * was accepted before is taken up, and one whose answer was lost is not sent again.
 */
export async function submitBatch(
	service: Service,
	endpoint: Endpoint,
	contacts: readonly RequestedContact[],
	webhookUrl?: string,
): Promise<Ticket> {
	const submissions = new Submissions(service.session.context);
	// The webhook address is no part of it: it may hold something that changes with every try.
	const key = fingerprint(service.session.runKey, service.signature(endpoint, bodyOf(contacts, undefined)));
	const earlier = submissions.find(key);
	if (earlier?.batchId !== undefined) {
		service.session.hint(
			`An earlier try of this execution submitted batch ${earlier.batchId}; it was taken up instead of being submitted and paid for again.`,
		);
		return { batchId: earlier.batchId, contacts, acknowledgement: { id_processamento: earlier.batchId } };
	}
	if (earlier !== undefined) {
		throw new UncertainSubmission(
			`${contacts.length} records were submitted at ${new Date(earlier.sentAt).toISOString()} by an earlier try of this execution and no answer came, so they may have been charged and were not submitted again. Compare the balance and the batches in the panel; to submit them anyway, start a new execution.`,
		);
	}
	submissions.sending(key);
	const sent = await settle(submit(service, endpoint, contacts, webhookUrl));
	if (!sent.ok) {
		if (isUncharged(sent.error)) submissions.forget(key);
		throw sent.error;
	}
	submissions.accepted(key, sent.value.batchId);
	return sent.value;
}

async function submit(
	service: Service,
	endpoint: Endpoint,
	contacts: readonly RequestedContact[],
	webhookUrl: string | undefined,
): Promise<Ticket> {
	const { body } = await service.call({ endpoint, body: bodyOf(contacts, webhookUrl) });
	const ticket = readTicket(body, contacts, endpoint, service.session.connection);
	if (webhookUrl !== undefined && ticket.acknowledgement.url_webhook === null) {
		service.session.hint(
			`The service took no webhook URL for batch ${ticket.batchId}: read its result with Enrichment Batch > Wait for Completion.`,
		);
	}
	return ticket;
}

function readTicket(
	answer: unknown,
	contacts: readonly RequestedContact[],
	endpoint: Endpoint,
	{ redact }: Connection,
): Ticket {
	const raw = asObject(answer);
	const batchId = asText(firstOf(raw, 'id_processamento', 'id', 'job_id'));
	if (batchId === undefined) {
		const words = asText(firstOf(raw, 'mensagem', 'message', 'erro'));
		const text = words === undefined ? undefined : redact(words);
		if (raw.sucesso === false) {
			throw new ServiceFailure({ kind: 'rejected', endpoint, serviceText: text });
		}
		throw new UncertainSubmission(
			`The service answered the submission of ${contacts.length} records without a batch ID${text === undefined ? '' : `: "${text}"`}. They may have been charged; look the batch up in the panel before you run this again.`,
		);
	}
	const status = readStatus(raw);
	return {
		batchId,
		contacts,
		accepted: asInteger(raw.quantidade),
		// Without records it only says that the batch is closed: they are still to be read.
		...(status.state === 'completed' && status.records.length > 0 && { status }),
		acknowledgement: raw,
	};
}
