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

/** A submitted batch, with what is needed to get its result. */
export interface Ticket {
	/** ID of the batch. */
	readonly id: string;
	readonly contacts: readonly RequestedContact[];
	/** Number of records the service accepted. */
	readonly accepted?: number;
	/** Whether the service accepted the webhook URL sent with the submission. */
	readonly pushes: boolean;
	/** The result, if the acknowledgement already contains it. */
	readonly status?: BatchStatus;
	/** The raw acknowledgement; only the ID when an earlier attempt of this execution submitted the batch. */
	readonly acknowledgement: IDataObject;
}

/** Maximum number of contacts per call; one for endpoints that take a single contact. */
export const contactsPerCall = ({ body }: Endpoint): number => body?.properties.contatos?.maxItems ?? 1;

function bodyOf(endpoint: Endpoint, contacts: readonly RequestedContact[]): IDataObject {
	const listed = contacts.map(({ name, value }) => ({ [name]: value }));
	return endpoint.body?.properties.contatos === undefined ? { contato: listed[0] } : { contatos: listed };
}

/** Whether an earlier attempt of this execution submitted the contacts as a batch. */
export const wasSubmitted = (
	service: Service,
	endpoint: Endpoint,
	contacts: readonly RequestedContact[],
): boolean => wasSubmittedBefore(service, { endpoint, body: bodyOf(endpoint, contacts) });

/** The webhook to which the service pushes the result of a batch. */
export interface BatchWebhook {
	readonly url: string;
	/** Whether the batch is submitted without it when the service rejects it. */
	readonly isOptional: boolean;
}

/**
 * Submits one batch, at most once per run of the node: when n8n retries the node, a batch that was accepted
 * before is resumed, and one whose response was lost is not sent again.
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
			// Without the webhook URL, which may differ in each attempt.
			identity: bare,
			...(webhook?.isOptional && { orElse: bare }),
			what: contacts.length === 1 ? '1 record was' : `${contacts.length} records were`,
		},
		(answer) => readTicket(answer, contacts, endpoint, service.session.connection),
	);
	if (accepted.earlier) {
		const { id } = accepted;
		service.session.hint(
			`An earlier attempt of this execution submitted batch ${id}; it was resumed instead of being submitted and charged again.`,
		);
		return { id, contacts, pushes: false, acknowledgement: { id_processamento: id } };
	}
	if (webhook?.isOptional === false && accepted.acknowledgement.url_webhook === null) {
		service.session.hint(
			`The service did not accept the webhook URL for batch ${accepted.id}. Read its result with Enrichment Batch > Wait for Completion.`,
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
			`The service returned no batch ID for the submission of ${contacts.length} records${quoted(text)}. They may have been charged; look up the batch in the panel before you run this again.`,
		);
	}
	const status = readStatus(raw);
	return {
		id,
		contacts,
		accepted: asInteger(raw.quantidade),
		pushes: asText(raw.url_webhook) !== undefined,
		// Without records it only says that the batch is complete; the records still have to be read.
		...(status.state === 'completed' && status.records.length > 0 && { status }),
		acknowledgement: raw,
	};
}
