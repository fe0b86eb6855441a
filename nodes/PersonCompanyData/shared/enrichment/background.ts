import chunk from 'lodash/chunk';
import groupBy from 'lodash/groupBy';
import sumBy from 'lodash/sumBy';

import { endpoints } from '../../../../contract';
import type { Endpoint } from '../../../../contract/model/endpoint';
import { contactsPerCall, submitBatch, takeUp, type Ticket } from '../../../../core/background/batch';
import { collectBatch } from '../../../../core/background/collectBatch';
import { attempt, groupInTurns, mapInTurns } from '../../../../core/base/async';
import type { Service } from '../../../../core/client/service';
import { combine, itemsOf, type Output, type RunResult } from '../../../../core/output/result';
import { namedContact, type Contact, type SubmittedContact } from '../../../../core/read/identifiers';
import { chargedAs, type CheckedItem, type Found } from '../../run/operation';
import { suspensionFor, webhookFor, type Waiting } from './batchCallback';
import { findCompany } from './findCompany';
import { contactPurchaseKey, type Subject } from './subjects';

interface Settings extends Waiting {
	readonly skipFindingId?: boolean;
}

export interface Enrichment {
	readonly about: Subject;
	readonly contact: Contact;
	readonly settings: Settings;
	readonly endpoint: Endpoint;
}

const callsFor = ({ about, contact, settings, endpoint }: Enrichment): readonly Endpoint[] =>
	about === 'company' && contact.name === 'cnpj' && settings.skipFindingId !== true
		? [endpoints.b2bCompanyFind, endpoint]
		: [endpoint];

/** Replaces a CNPJ by the company's ID, or returns a "not found" output. */
async function findContact(input: Enrichment, service: Service): Promise<Found<Enrichment>> {
	const { contact: given } = input;
	const found = await findCompany(service, { document: given.value });
	const name = 'id_empresa';
	if (found !== undefined)
		return { input: { ...input, contact: { name, value: found.id, aliases: [given] } } };
	const reason = 'The service has no B2B company with this CNPJ, so nothing was charged for enriching it.';
	return { output: { outcome: 'not found', reason, contato: { [given.name]: given.value } } };
}

type Wanted = SubmittedContact & Pick<Enrichment, 'about' | 'settings' | 'endpoint'>;

/** Submits claimed contacts in batches and, unless asked to return at once, waits for them. */
export async function enrichAll(
	prepared: ReadonlyArray<CheckedItem<Enrichment>>,
	service: Service,
): Promise<RunResult> {
	const { tickets: earlier, fresh, problems } = await takeUp(service, await paidOnceByKey(prepared));
	const { settings } = prepared[0].input;
	// A batch has one webhook URL: that of the first item with the contact.
	const groups = groupBy(fresh, ({ about, settings: own }) => `${about} ${own.url_webhook ?? ''}`);
	const batches = Object.values(groups).flatMap((group) => chunk(group, contactsPerCall(group[0].endpoint)));
	const all = earlier.length + batches.length;
	const webhooks = batches.map(([{ settings: own }]) => webhookFor(service, own, all));
	const sent = await Promise.all(
		batches.map(
			async (batch, i) => await attempt(submitBatch(service, batch[0].endpoint, batch, webhooks[i])),
		),
	);
	const tickets = [...earlier];
	for (const [i, submitted] of sent.entries())
		if (submitted.ok) tickets.push(submitted.value);
		else problems.push({ items: itemsOf(batches[i]), error: submitted.error });
	// The execution is called back for a single batch only.
	const suspension =
		tickets.length === 1 ? suspensionFor(service, webhooks[0], tickets[0], settings) : undefined;
	if (suspension) return { outputs: [], problems, suspension };
	const results = tickets.map(async (ticket) => await collectTicket(service, ticket, settings));
	return combine([{ problems }, ...(await Promise.all(results))]);
}

/** One contact per purchase key: equal rows are one record, paid for once. */
async function paidOnceByKey(prepared: ReadonlyArray<CheckedItem<Enrichment>>): Promise<Wanted[]> {
	// The found identifier comes first: it is the same for all items.
	const byKey = await groupInTurns(prepared, chargedAs);
	return await mapInTurns(byKey, ([key, same]): Wanted => {
		const { contact, about, settings, endpoint } = same[0].input;
		const aliases = same.flatMap(({ input }) => input.contact.aliases ?? []);
		return {
			...contact,
			...(aliases.length > 0 && { aliases }),
			about,
			settings,
			endpoint,
			items: same.map(({ item }) => item),
			purchaseKeys: [...new Set([key, ...same.map(({ purchaseKey }) => purchaseKey)])],
		};
	});
}

async function collectTicket(service: Service, ticket: Ticket, settings: Settings): Promise<RunResult> {
	const { id: batchId, contacts, isTakenUp } = ticket;
	if (settings.waitLimit === undefined) return { outputs: waitingItems(ticket), problems: [] };
	return await collectBatch(service, {
		batchId,
		limitSeconds: settings.waitLimit,
		items: itemsOf(contacts),
		contacts,
		...(isTakenUp && { contactsAre: 'some' }),
		status: ticket.status,
	});
}

/** One for each contact, so that Wait for Completion can pair its records. */
const waitingItems = ({ id, contacts }: Ticket): Output[] =>
	contacts.flatMap(({ name, value, items }) =>
		items.map((item): Output => ({
			json: {
				outcome: 'waiting',
				reason: 'The service has accepted the batch and works on it.',
				batchId: id,
				contact: namedContact({ name, value }),
			},
			items: [item],
		})),
	);

/** One lookup per contact that needs it, one submission per batch, and one read of its result. */
function requestsOf(items: ReadonlyArray<CheckedItem<Enrichment>>): number {
	const toFind = items.filter(({ input }) => callsFor(input).length > 1);
	const byEndpoint = Object.values(groupBy(items, ({ input }) => input.endpoint.path));
	const ofBatches = sumBy(byEndpoint, (group) => {
		const { endpoint, settings } = group[0].input;
		const batches = Math.ceil(group.length / contactsPerCall(endpoint));
		// A wait by webhook also reads each status once.
		return settings.waitLimit === undefined || endpoint === endpoints.personGet ? batches : 2 * batches;
	});
	return toFind.length + ofBatches;
}

/** What all operations on batches of contacts have in common. */
export const ofContacts = {
	includesInput: true,
	contactIn: ({ contact }: Enrichment): Contact => contact,
	purchaseKey: ({ about, contact, endpoint }: Enrichment): unknown =>
		endpoint === endpoints.personGet
			? { ask: endpoint.path, for: { cpf: contact.value } }
			: contactPurchaseKey(about, contact),
	plan: callsFor,
	requests: requestsOf,
	submitsRecords: true,
	find: findContact,
} as const;
