import type { IDataObject } from 'n8n-workflow';
import chunk from 'lodash/chunk';
import groupBy from 'lodash/groupBy';

import { digits, plural } from '../../../../core/base/text';
import { contactsPerCall, submitBatch, takeUp, type Ticket } from '../../../../core/background/batch';
import { collectBatch } from '../../../../core/background/collectBatch';
import { mapInTurns } from '../../../../core/base/async';
import {
	contactOf,
	distinct,
	namedContact,
	type Contact,
	type RequestedContact,
	type SubmittedContact,
} from '../../../../core/read/contacts';
import type { IfRecordFails } from '../../../../core/output/outcome';
import {
	attempt, combine, endpoints, type CheckedItem, type Endpoint, type Outcome, type Output, type Problem,
	type Service,
} from '../prelude'; // prettier-ignore
import { callbackFor, waitingFor } from './batchCallback';
import { findCompany } from './findCompany';
import type { Subject } from './subjects';

export interface Settings {
	readonly limitSeconds?: number;
	readonly byWebhook: boolean;
	readonly perContact: boolean;
	/** Look up a company's ID by CNPJ first. */
	readonly findsId: boolean;
	readonly webhookUrl?: string;
	readonly ifRecordFails?: IfRecordFails;
}

export interface Enrichment {
	readonly about: Subject;
	readonly contact: Contact;
	readonly settings: Settings;
	readonly endpoint: Endpoint;
}

/** The chargeable calls for a contact, in order. */
export const callsFor = ({ about, contact, settings, endpoint }: Enrichment): readonly Endpoint[] =>
	about === 'company' && contact.name === 'cnpj' && settings.findsId
		? [endpoints.b2bCompanyFind, endpoint]
		: [endpoint];

/** Replaces a CNPJ by the company's ID, or returns a "not found" output. */
export async function findContact<E extends Enrichment>(
	input: E,
	service: Service,
	before: () => Promise<void>,
): Promise<{ input: E } | { output: IDataObject }> {
	const { contact: given } = input;
	const found = await findCompany(service, { document: given.value }, before);
	if (found !== undefined)
		return { input: { ...input, contact: { ...contactOf('id_empresa', found.id), aliases: [given] } } };
	const reason = 'The service has no B2B company with this CNPJ, so nothing was charged for enriching it.';
	return { output: { outcome: 'not found', reason, contato: { [given.name]: given.value } } };
}

type Wanted = SubmittedContact & Pick<Enrichment, 'about' | 'settings' | 'endpoint'>;

/** Submits claimed contacts in batches and, unless asked to return at once, waits for them. */
export async function enrichAll(
	prepared: ReadonlyArray<CheckedItem<Enrichment>>,
	service: Service,
): Promise<Outcome> {
	// An earlier attempt or turn of this execution may have submitted some.
	const { tickets: earlier, fresh, lost } = await takeUp(service, await wanted(service, prepared));
	const problems = lost.map(({ contacts: own, error }): Problem => ({ items: itemsOf(own), error }));
	const [{ input: { settings } }] = prepared; // prettier-ignore
	// A batch has one webhook URL: that of the first item with the contact.
	const groups = groupBy(fresh, ({ about, settings: own }) => `${about} ${own.webhookUrl ?? ''}`);
	const batches = Object.values(groups).flatMap((group) => chunk(group, contactsPerCall(group[0].endpoint)));
	const isCalledBack = settings.byWebhook && batches.length > 0;
	const callback = isCalledBack ? callbackFor(service, earlier.length + batches.length) : undefined;
	const tickets = await Promise.all(
		batches.map(async (batch) => {
			const { endpoint, settings: { webhookUrl: url } } = batch[0]; // prettier-ignore
			const own = url === undefined ? undefined : { url, isOptional: false };
			return await attempt(submitBatch(service, endpoint, batch, callback ?? own));
		}),
	);
	for (const [index, ticket] of tickets.entries())
		if (!ticket.ok) problems.push({ items: itemsOf(batches[index]), error: ticket.error });
	const submitted = [...earlier, ...tickets.flatMap((ticket) => (ticket.ok ? ticket.value : []))];
	const suspension = callback && submitted.length > 0 && waitingFor(service, submitted[0], settings);
	if (suspension) return { outputs: [], problems, suspension };
	const outcomes = await Promise.all(
		submitted.map(async (ticket) => await collect(service, ticket, settings)),
	);
	return combine([{ outputs: [], problems }, ...outcomes]);
}

const itemsOf = (contacts: readonly RequestedContact[]): number[] => contacts.flatMap(({ items }) => items);

/** Distinct contacts, each with its items and their purchaseKeys of work. */
async function wanted(service: Service, prepared: ReadonlyArray<CheckedItem<Enrichment>>): Promise<Wanted[]> {
	const byItem = new Map(prepared.map((checked) => [checked.item, checked]));
	const subjects = Object.values(groupBy(prepared, ({ input }) => input.about));
	const once = subjects.flatMap((group) =>
		distinct(group.map(({ item, input }) => ({ ...input.contact, item }))),
	);
	service.session.usage.records.repeated += prepared.length - once.length;
	const withPurchaseKeys = (contact: (typeof once)[number]): Wanted => {
		const own = contact.items.flatMap((item) => byItem.get(item) ?? []);
		// The found identifier comes first: it is the same for all items.
		const purchaseKeys = own.flatMap(({ purchaseKey, foundKey }) => [foundKey ?? purchaseKey, purchaseKey]);
		const { about, settings, endpoint } = own[0].input;
		const aliases = own.flatMap(({ input }) => input.contact.aliases ?? []);
		return {
			...contact,
			...(aliases.length > 0 && { aliases }),
			about,
			settings,
			endpoint,
			purchaseKeys: [...new Set(purchaseKeys)],
		};
	};
	return await mapInTurns(once, withPurchaseKeys);
}

async function collect(service: Service, ticket: Ticket, settings: Settings): Promise<Outcome> {
	const { id: batchId, contacts, isEarlier, accepted } = ticket;
	if (accepted !== undefined && accepted !== contacts.length) {
		service.session.hint(
			`Batch ${batchId}: ${plural(contacts.length, 'contact was', 'contacts were')} submitted, but the service accepted ${digits(accepted)}.`,
		);
	}
	if (settings.limitSeconds === undefined) return { outputs: ticketItems(ticket, settings), problems: [] };
	return await collectBatch(service, {
		batchId,
		limitSeconds: settings.limitSeconds,
		items: itemsOf(contacts),
		contacts,
		areInOrder: isEarlier === undefined,
		isPart: isEarlier === 'part',
		status: ticket.status,
		ifRecordFails: settings.ifRecordFails,
	});
}

function ticketItems({ id, contacts, accepted }: Ticket, { perContact }: Settings): Output[] {
	const base: IDataObject = {
		outcome: 'waiting',
		reason: 'The service has accepted the batch and works on it.',
		batchId: id,
		acceptedRecords: accepted ?? null,
	};
	if (!perContact) return [{ json: base, items: itemsOf(contacts) }];
	return contacts.flatMap(({ name, value, items }) =>
		items.map((item): Output => ({
			json: { ...base, contact: namedContact({ name, value }) },
			items: [item],
		})),
	);
}

/** One lookup per contact that needs it, one submission per batch, and one read of its result. */
export function requestsOfBatches(items: ReadonlyArray<CheckedItem<Enrichment>>): number {
	const toFind = items.filter(({ input }) => callsFor(input).length > 1);
	// A wait by webhook also reads each status once.
	const ofBatches = Object.values(groupBy(items, ({ input }) => input.about)).map((group) => {
		const [{ input }] = group;
		const batches = Math.ceil(group.length / contactsPerCall(input.endpoint));
		return input.settings.limitSeconds === undefined ? batches : 2 * batches;
	});
	return ofBatches.reduce((sum, requests) => sum + requests, toFind.length);
}
