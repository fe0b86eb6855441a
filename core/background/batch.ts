import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../../contract/model/endpoint';
import { readStatus, type BatchStatus } from './batchStatus';
import type { Connection } from '../client/connection';
import type { RequestedContact } from '../output/contacts';
import { ServiceFailure } from '../client/failure';
import { asInteger, asObject, asText, firstOf } from '../base/json';
import { quoted } from '../base/redact';
import type { Service } from '../client/service';
import { submitOnce, UncertainSubmission, wasSubmittedBefore } from '../once/submitOnce';

/** A submitted batch: the way to its result. */
export interface Ticket {
	/** ID of the batch. */
	readonly id: string;
	readonly contacts: readonly RequestedContact[];
	/** Number of records the service accepted. */
	readonly accepted?: number;
	/** Whether the service has taken the webhook URL that came with the submission. */
	readonly pushes: boolean;
	/** The result, when the acknowledgement carried it already. */
	readonly status?: BatchStatus;
	/** The acknowledgement as it came; only the ID when an earlier try of this execution submitted the batch. */
	readonly acknowledgement: IDataObject;
}

/** Most contacts of one call: one where the body has a place for one only. */
export const contactsPerCall = ({ body }: Endpoint): number => body?.properties.contatos?.maxItems ?? 1;

function bodyOf(endpoint: Endpoint, contacts: readonly RequestedContact[]): IDataObject {
	const listed = contacts.map(({ name, value }) => ({ [name]: value }));
	return endpoint.body?.properties.contatos === undefined ? { contato: listed[0] } : { contatos: listed };
}

/** Whether an earlier try of this execution has submitted the contacts as a batch. */
export const wasSubmitted = (
	service: Service,
	endpoint: Endpoint,
	contacts: readonly RequestedContact[],
): boolean => wasSubmittedBefore(service, { endpoint, body: bodyOf(endpoint, contacts) });

/** Where the service is to push the result of a batch. */
export interface BatchWebhook {
	readonly url: string;
	/** Whether the batch is submitted without it when the service refuses it. */
	readonly isOptional: boolean;
}

/**
 * Submits one batch, at most once within a run of the node: when n8n tries the node again, the batch that
 * was accepted before is taken up, and one whose answer was lost is not sent again.
 */
export async function submitBatch(
	service: Service,
	endpoint: Endpoint,
	contacts: readonly RequestedContact[],
	webhook?: BatchWebhook,
): Promise<Ticket> {
	const bare = { endpoint, body: bodyOf(endpoint, contacts) };
	const accepted = await submitOnce(
		service,
		{
			call: webhook === undefined ? bare : { endpoint, body: { ...bare.body, url_webhook: webhook.url } },
			// The webhook address is no part of it: it may hold something that changes with every try.
			identity: bare,
			...(webhook?.isOptional && { orElse: bare }),
			what: contacts.length === 1 ? '1 record was' : `${contacts.length} records were`,
		},
		(answer) => readTicket(answer, contacts, endpoint, service.session.connection),
	);
	if (accepted.earlier) {
		const { id } = accepted;
		service.session.hint(
			`An earlier try of this execution submitted batch ${id}; it was taken up instead of being submitted and paid for again.`,
		);
		return { id, contacts, pushes: false, acknowledgement: { id_processamento: id } };
	}
	if (webhook?.isOptional === false && accepted.acknowledgement.url_webhook === null) {
		service.session.hint(
			`The service took no webhook URL for batch ${accepted.id}: read its result with Enrichment Batch > Wait for Completion.`,
		);
	}
	return accepted;
}

function readTicket(
	answer: unknown,
	contacts: readonly RequestedContact[],
	endpoint: Endpoint,
	{ redact }: Connection,
): Ticket {
	const raw = asObject(answer);
	const id = asText(firstOf(raw, 'id_processamento', 'id', 'job_id'));
	if (id === undefined) {
		const words = asText(firstOf(raw, 'mensagem', 'message', 'erro'));
		const text = words === undefined ? undefined : redact(words);
		if (raw.sucesso === false) {
			throw new ServiceFailure({ kind: 'rejected', endpoint, serviceText: text });
		}
		throw new UncertainSubmission(
			`The service answered the submission of ${contacts.length} records without a batch ID${quoted(text)}. They may have been charged; look the batch up in the panel before you run this again.`,
		);
	}
	const status = readStatus(raw);
	return {
		id,
		contacts,
		accepted: asInteger(raw.quantidade),
		pushes: asText(raw.url_webhook) !== undefined,
		// Without records it only says that the batch is closed: they are still to be read.
		...(status.state === 'completed' && status.records.length > 0 && { status }),
		acknowledgement: raw,
	};
}
