import type { IDataObject } from 'n8n-workflow';

import { plural } from '../base/text';
import type { Endpoint } from '../../contract/model/endpoint';
import type { submissionResponse } from '../../contract/endpoints/b2b/enrichment';
import type { Connection } from '../client/connection';
import { readStatus, tellsOutcome, type BatchStatus } from '../read/batch';
import type { RequestedContact, SubmittedContact } from '../read/identifiers';
import { readAnswer } from '../read/answer';
import { ServiceFailure } from '../client/failure';
import { asText } from '../base/json';
import { attempt, groupInTurns } from '../base/async';
import type { Reply } from '../client/request';
import { reasonIn } from '../read/error';
import type { Service } from '../client/service';
import { itemsOf, type Problem } from '../output/result';
import { Purchases } from '../purchase/purchases';
import { lostBefore, withoutId } from '../purchase/refusals';
import { submit } from '../purchase/submit';

export interface Ticket {
	readonly id: string;
	readonly contacts: readonly RequestedContact[];
	/** An earlier attempt or turn submitted it, maybe with contacts of others. */
	readonly isTakenUp?: true;
	/** Whether the service accepted the webhook URL. */
	readonly pushes: boolean;
	/** Set if the acknowledgement already contains the result. */
	readonly status?: BatchStatus;
}

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

/** The contacts must be claimed. @throws as `submit` does */
export async function submitBatch(
	service: Service,
	endpoint: Endpoint,
	contacts: readonly SubmittedContact[],
	webhook?: BatchWebhook,
): Promise<Ticket> {
	const keys = contacts.flatMap((contact) => contact.purchaseKeys);
	const body = { ...bodyOf(endpoint, contacts), ...(webhook && { url_webhook: webhook.url }) };
	const order = { call: { endpoint, body }, what: records(contacts.length) };
	const sent = await attempt(
		submit(service, keys, order, (reply) =>
			readTicket(reply, contacts, endpoint, service.session.connection),
		),
	);
	const isRejected = !sent.ok && sent.error instanceof ServiceFailure && sent.error.kind === 'rejected';
	if (isRejected && webhook?.isOptional) return await submitBatch(service, endpoint, contacts);
	if (!sent.ok) throw sent.error;
	if (webhook?.isOptional === false && !sent.value.pushes) {
		service.session.hint(
			`The service did not accept the webhook URL for batch ${sent.value.id}. Read its result with 'Enrichment Batch > Wait for Completion'.`,
		);
	}
	return sent.value;
}

const records = (amount: number): string => plural(amount, 'record was', 'records were');

/** Resumes what an earlier attempt or turn of this execution submitted; what got no response is a problem. */
export async function takeUp<C extends SubmittedContact>(
	service: Service,
	contacts: readonly C[],
): Promise<{ tickets: Ticket[]; fresh: C[]; problems: Problem[] }> {
	const purchases = Purchases.of(service.session);
	const bySubmission = await groupInTurns(contacts, (contact) =>
		purchases.ledger.find(...contact.purchaseKeys),
	);
	const tickets: Ticket[] = [];
	const problems: Problem[] = [];
	for (const [submission, own] of bySubmission) {
		if (submission === undefined) continue;
		const { id, at } = submission;
		const items = itemsOf(own);
		if (id === undefined) problems.push({ items, error: lostBefore(records(own.length), at) });
		else {
			service.session.hint(
				`Batch ${id} was submitted before; it was resumed instead of being submitted and charged again.`,
			);
			const keys = own.flatMap(({ purchaseKeys }) => purchaseKeys);
			purchases.decide(keys, 'answered');
			tickets.push({ id, contacts: own, isTakenUp: true, pushes: false });
		}
	}
	return { tickets, fresh: bySubmission.get(undefined) ?? [], problems };
}

/** From the body or, as specified for 202, the end of `Location`. */
export const batchIdIn = ({ body, headers }: Reply): string | undefined =>
	[readStatus(body).id, lastSegment(headers.location)].find(
		(id = '') => id !== '' && id.length <= LONGEST_ID,
	);

/** A longer text would not fit into messages. */
const LONGEST_ID = 200;

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
	const { fields, raw } = answer;
	const id = batchIdIn(reply);
	if (id === undefined) {
		const words = reasonIn(raw);
		if (raw.sucesso !== false)
			throw withoutId(answer, `batch ID for ${plural(contacts.length, 'record')}`, redact);
		throw new ServiceFailure({ kind: 'rejected', endpoint, serviceText: words && redact(words) });
	}
	const status = readStatus(reply.body);
	return {
		id,
		contacts,
		pushes: fields.url_webhook !== undefined,
		// Otherwise it only says that the batch is complete, and the records still have to be read.
		...(status.state === 'ok' && status.records.some(tellsOutcome) && { status }),
	};
}

type SubmissionEndpoint = Endpoint & { readonly responses: { readonly 200: typeof submissionResponse } };
