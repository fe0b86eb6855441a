import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../contract/endpoint';
import { readStatus, type BatchStatus } from './batchStatus';
import type { RequestedContact } from './contacts';
import { ServiceFailure } from './failure';
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
export class UncertainSubmission extends Error {}

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
	const { context } = service.session;
	const body = bodyOf(contacts, webhookUrl);
	const submissions = new Submissions(context);
	const key = fingerprint(service.session.runKey, service.signature(endpoint, body));
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
	const sent = await settle(service.call({ endpoint, body }));
	if (!sent.ok) {
		if (isUncharged(sent.error)) submissions.refused(key);
		throw sent.error;
	}
	const ticket = readTicket(sent.value.body, contacts, endpoint);
	submissions.accepted(key, ticket.batchId);
	return ticket;
}

/** Whether a failed submission is known to have taken nothing. */
const isUncharged = (error: Error): boolean =>
	error instanceof ServiceFailure && error.phase !== 'lost' && error.kind !== 'cancelled';

function readTicket(answer: unknown, contacts: readonly RequestedContact[], endpoint: Endpoint): Ticket {
	const raw = asObject(answer);
	const batchId = asText(firstOf(raw, 'id_processamento', 'id', 'job_id'));
	if (batchId === undefined) {
		const text = asText(firstOf(raw, 'mensagem', 'message', 'erro'));
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
		...(status.state !== 'processing' && { status }),
		acknowledgement: raw,
	};
}
