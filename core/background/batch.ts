import type { IDataObject } from 'n8n-workflow';

import { plural } from '../base/text';
import type { Endpoint } from '../../contract/model/endpoint';
import type { submissionResponse } from '../../contract/model/fields';
import type { Connection } from '../client/connection';
import { isSettled, readStatus, type BatchStatus } from '../read/batch';
import type { RequestedContact, SubmittedContact } from '../read/contacts';
import { readAnswer, type AnswerOf } from '../read/answer';
import { ServiceFailure } from '../client/failure';
import { asText } from '../base/json';
import type { Reply } from '../client/request';
import { quoted } from '../base/redact';
import { reasonIn } from '../read/error';
import type { Service } from '../client/service';

import { balanceRead } from '../purchase/balance';
import { Purchases } from '../purchase/purchases';
import { lostBefore, UncertainWork } from '../purchase/refusals';
import { inOrderOf } from '../purchase/ledger';
import { submit, type Order } from '../purchase/submit';

export interface Ticket {
	readonly id: string;
	readonly contacts: readonly RequestedContact[];
	readonly accepted?: number;
	/** Whether the service accepted the webhook URL. */
	readonly pushes: boolean;
	/** Set if the acknowledgement already contains the result. */
	readonly status?: BatchStatus;
	/** Only the ID if an earlier attempt of this execution submitted the batch. */
	readonly acknowledgement: IDataObject;
}

/** Maximum number of contacts per call; one for endpoints that take a single contact. */
export const contactsPerCall = ({ body }: Endpoint): number => body?.properties.contatos?.maxItems ?? 1;

function bodyOf(endpoint: Endpoint, contacts: readonly RequestedContact[]): IDataObject {
	const listed = contacts.map(({ name, value }) => ({ [name]: value }));
	return endpoint.body?.properties.contatos === undefined ? { contato: listed[0] } : { contatos: listed };
}

export interface BatchWebhook {
	readonly url: string;
	/** Whether to submit the batch without it if the service rejects it. */
	readonly isOptional: boolean;
}

/** @throws ServiceFailure, or UncertainWork when the service returned no batch ID */
export async function submitBatch(
	service: Service,
	endpoint: Endpoint,
	contacts: readonly SubmittedContact[],
	webhook?: BatchWebhook,
): Promise<Ticket> {
	const bare = { endpoint, body: bodyOf(endpoint, contacts) };
	const order: Order = {
		call: webhook === undefined ? bare : { endpoint, body: { ...bare.body, url_webhook: webhook.url } },
		...(webhook?.isOptional && { orElse: bare }),
		what: records(contacts.length),
		aliases: contacts.flatMap((contact, place) => contact.purchaseKeys.slice(1).map(() => place)),
	};
	// One key per contact, in order, as `inOrderOf` expects; the aliases follow.
	const keys = [
		...contacts.map((contact) => contact.purchaseKeys[0]),
		...contacts.flatMap((contact) => contact.purchaseKeys.slice(1)),
	];
	const accepted = await submit(service, keys, order, (reply) =>
		readTicket(reply, contacts, endpoint, service.session.connection),
	);
	if (webhook?.isOptional === false && accepted.acknowledgement.url_webhook === null) {
		service.session.hint(
			`The service did not accept the webhook URL for batch ${accepted.id}. Read its result with Enrichment Batch > Wait for Completion.`,
		);
	}
	return accepted;
}

const records = (amount: number): string => plural(amount, 'record was', 'records were');

/**
 * Resumes batches that an earlier attempt or turn of this execution submitted.
 * @returns those batches, contacts not submitted yet, and contacts whose submission got no response
 */
export function takeUp<C extends SubmittedContact>(
	service: Service,
	contacts: readonly C[],
): {
	tickets: Ticket[];
	fresh: C[];
	lost: Array<{ contacts: C[]; error: Error }>;
} {
	const { session } = service;
	const bySubmission = Purchases.of(session).ledger.group(contacts);
	const tickets: Ticket[] = [];
	const lost: Array<{ contacts: C[]; error: Error }> = [];
	for (const [submission, own] of bySubmission) {
		if (submission === undefined) continue;
		const { id, at } = submission;
		if (id === undefined)
			lost.push({ contacts: own, error: lostBefore(records(own.length), at, balanceRead(service)) });
		else tickets.push(resumed(session, id, inOrderOf(submission, own)));
	}
	return { tickets, fresh: bySubmission.get(undefined) ?? [], lost };
}

function resumed(
	session: Service['session'],
	id: string,
	submitted: ReadonlyArray<SubmittedContact | undefined>,
): Ticket {
	session.hint(
		`Batch ${id} was submitted before; it was resumed instead of being submitted and charged again.`,
	);
	const contacts = submitted.map((contact, i) => contact ?? { name: '', value: `other ${i}`, items: [] });
	Purchases.of(session).decide(
		submitted.flatMap((contact) => contact?.purchaseKeys ?? []),
		'answered',
	);
	return { id, contacts, pushes: false, acknowledgement: { id_processamento: id } };
}

/** From the body or, as specified for 202, the end of `Location`. */
export const batchIdIn = ({ body, headers }: Reply): string | undefined =>
	readStatus(body).id ?? lastSegment(headers.location);

/** Never follows the URL itself: it could lead to another host. */
const lastSegment = (location: string | undefined): string | undefined =>
	asText(location?.split(/[?#]/)[0].split('/').filter(Boolean).pop());

function readTicket(
	reply: Reply,
	contacts: readonly RequestedContact[],
	endpoint: Endpoint,
	{ redact }: Connection,
): Ticket {
	const answer = readAnswer(endpoint as SubmissionEndpoint, reply.body);
	const id = batchIdIn(reply);
	if (id === undefined) throw unaccepted(answer, contacts, endpoint, redact);
	const { fields, raw } = 'fields' in answer ? answer : { fields: {}, raw: {} };
	const status = readStatus(reply.body);
	return {
		id,
		contacts,
		accepted: fields.quantidade,
		pushes: fields.url_webhook !== undefined,
		// Otherwise it only says that the batch is complete, and the records still have to be read.
		...(status.state === 'completed' && status.records.some(isSettled) && { status }),
		acknowledgement: raw,
	};
}

type SubmissionEndpoint = Endpoint & { readonly responses: { readonly 200: typeof submissionResponse } };

function unaccepted(
	answer: AnswerOf<SubmissionEndpoint>,
	{ length }: readonly RequestedContact[],
	endpoint: Endpoint,
	redact: Connection['redact'],
): Error {
	const raw = 'raw' in answer ? answer.raw : {};
	const words = answer.kind === 'error' ? answer.reason : reasonIn(raw);
	const text = words === undefined ? undefined : redact(words);
	if (raw.sucesso === false) return new ServiceFailure({ kind: 'rejected', endpoint, serviceText: text });
	return new UncertainWork(
		`The service returned no batch ID for ${plural(length, 'record')}${quoted(text)}`,
		"They may have been charged. Look up the batch in the service's web app before you run this again.",
		answer.kind === 'unknown' ? raw : undefined,
	);
}
