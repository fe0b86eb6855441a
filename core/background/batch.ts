import type { IDataObject } from 'n8n-workflow';

import { plural } from '../base/text';
import type { Endpoint } from '../../contract/model/endpoint';
import type { submissionResponse } from '../../contract/model/fields';
import type { Connection } from '../client/connection';
import { isSettled, readStatus, type BatchStatus } from '../read/batch';
import type { RequestedContact, SubmittedContact } from '../read/contacts';
import { readAnswer, type AnswerOf } from '../read/answer';
import { ServiceFailure } from '../client/failure';
import { asId } from '../base/json';
import type { Reply } from '../client/request';
import { quoted } from '../base/redact';
import { reasonIn } from '../read/error';
import type { Service } from '../client/service';

import { balanceRead } from '../purchase/balance';
import { Purchases } from '../purchase/purchases';
import { lostBefore, UncertainWork } from '../purchase/refusals';
import { inOrderOf } from '../purchase/ledger';
import { submit, type Order } from '../purchase/submit';

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

/** The webhook to which the service pushes the result of a batch. */
export interface BatchWebhook {
	readonly url: string;
	/** Whether the batch is submitted without it when the service rejects it. */
	readonly isOptional: boolean;
}

/**
 * Submits claimed contacts as one batch.
 * @throws ServiceFailure, or UncertainWork when the service accepted it without an ID
 */
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
		further: contacts.flatMap((contact, place) => contact.units.slice(1).map(() => place)),
	};
	// In the order of the contacts; their further keys behind.
	const keys = [
		...contacts.map((contact) => contact.units[0]),
		...contacts.flatMap((contact) => contact.units.slice(1)),
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
 * Takes up the contacts that an earlier attempt or turn of this execution has submitted.
 * @returns their batches, the contacts that have not been submitted, and those whose submission got no response
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
		submitted.flatMap((contact) => contact?.units ?? []),
		'answered',
	);
	return { id, contacts, pushes: false, acknowledgement: { id_processamento: id } };
}

/** The ID of the batch that a reply is about: in its body or, as specified for 202, at the end of `Location`. */
export const batchIdIn = ({ body, headers }: Reply): string | undefined =>
	readStatus(body).id ?? lastSegment(headers.location);

/** Only the ID is used, so that no request goes to another host. */
const lastSegment = (location: string | undefined): string | undefined =>
	asId(location?.split(/[?#]/)[0].split('/').filter(Boolean).pop());

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
		// Without records, or with what was sent, it only says that the batch is complete; the records still have to be read.
		...(status.state === 'completed' && status.records.some(isSettled) && { status }),
		acknowledgement: raw,
	};
}

type SubmissionEndpoint = Endpoint & { readonly responses: { readonly 200: typeof submissionResponse } };

/** Why a submission has no batch. */
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
		`The service returned no batch ID for the submission of ${plural(length, 'record')}${quoted(text)}`,
		'They may have been charged; look up the batch in the panel before you run this again.',
		answer.kind === 'unknown' ? raw : undefined,
	);
}
