import type { IDataObject } from 'n8n-workflow';
import chunk from 'lodash/chunk';
import groupBy from 'lodash/groupBy';

import { webhookUrl } from '../../../../contract/model/fields';
import { contactsPerCall, submitBatch, type Ticket } from '../../../../core/background/batch';
import { collectBatch } from '../../../../core/background/collectBatch';
import { requestsForBalance } from '../../../../core/once/balance';
import { distinct, identity, type Contact, type RequestedContact } from '../../../../core/output/contacts';
import type { IfRecordFails } from '../../../../core/output/failedRecords';
import { skipDocumentCheck } from '../common/document';
import { ifRecordFails, skipEnriched, submitAgain, waitLimit } from '../common/fields';
import {
	attempt, choice, combine, endpoints, operation, optionalField, showWhen, type Endpoint, type Operation,
	type Outcome, type Output, type Problem, type Service,
} from '../kit'; // prettier-ignore
import { callbackFor, contactsOf, waitingFor, waitsByWebhook } from './batchCallback';
import { identifierFields, readIdentifier } from './identifier';
import { subjects, type Subject } from './subjects';

/** How the batch is taken up after its submission. */
interface Settings {
	readonly limitSeconds?: number;
	readonly byWebhook: boolean;
	/** Whether records that were enriched before are left out. */
	readonly skips: boolean;
	readonly perContact: boolean;
	readonly webhookUrl?: string;
	readonly ifRecordFails?: IfRecordFails;
}

/** The enrichment in the background with a call for each item. */
export const enrichEach = (about: Subject): Operation =>
	enrichInBackground(about, subjects[about].enrich, {
		name: 'Enrich',
		action: `Enrich B2B ${about}`,
		description: `Enrich one ${about} per item in the background, with a call for each; Enrich in Batch needs fewer requests`,
	});

/** The enrichment in the background with one call for as many items as a call takes. */
export const enrichTogether = (about: Subject): Operation =>
	enrichInBackground(about, subjects[about].enrichBatch, {
		name: 'Enrich in Batch',
		action: `Enrich B2B ${subjects[about].plural} in batch`,
		description: 'Enrich all input items together, in one call for each 10,000 of them',
	});

const enrichInBackground = (
	about: Subject,
	endpoint: Endpoint,
	texts: Pick<Operation, 'name' | 'action' | 'description'>,
): Operation =>
	operation({
		...texts,
		calls: [endpoint, endpoints.batchStatus],
		fields: {
			...identifierFields(subjects[about].contact),
			afterSubmission: choice('After Submission', 'What to do once the service has accepted the batch', [
				{
					name: 'Wait for Completion',
					value: 'wait',
					description: 'Ask for the status until the batch is complete; output one item per record',
				},
				{
					name: 'Wait for Completion by Webhook',
					value: 'webhook',
					description:
						'Let the service call back: the execution waits without holding a worker. Needs a published workflow and an n8n that the service can reach, else the status is asked for.',
				},
				{
					name: 'Return at Once',
					value: 'return',
					description: 'Output the batch ID; the result is read later',
				},
			]),
			waitLimit: showWhen({ afterSubmission: ['wait', 'webhook'] }, waitLimit),
			output: showWhen(
				{ afterSubmission: ['return'] },
				choice('Output', 'What to output for the batches that were accepted', [
					{ name: 'One Item per Batch', value: 'batch' },
					{
						name: 'One Item per Contact',
						value: 'contact',
						description: 'So that Wait for Completion can link each record to its item',
					},
				]),
			),
		},
		options: {
			ifRecordFails,
			skipDocumentCheck,
			skipEnriched,
			submitAgain,
			url_webhook: optionalField(webhookUrl),
		},
		prepare: (input, at) => ({
			contact: readIdentifier(input, at),
			settings: {
				limitSeconds: input.waitLimit,
				skips: (input.options.skipEnriched ?? 'never') !== 'never',
				byWebhook: waitsByWebhook(input, at),
				perContact: input.output === 'contact',
				webhookUrl: input.options.url_webhook,
				ifRecordFails: input.options.ifRecordFails,
			},
		}),
		identity: ({ contact: { name, value } }) => `${name}:${identity(value)}`,
		// At least one poll comes after the submissions.
		requestsFor: (contacts) =>
			Math.ceil(contacts / contactsPerCall(endpoint)) + 1 + requestsForBalance(contacts),
		runAll: async (prepared, service): Promise<Outcome> => {
			const submitted: Ticket[] = [];
			const problems: Problem[] = [];
			const settingsOf = new Map(prepared.map(({ item, input }) => [item, input.settings]));
			const contacts = wanted(
				service,
				prepared.map(({ item, input }) => ({ ...input.contact, item })),
			);
			const settings = sharedSettings(prepared.map(({ input }) => input.settings));
			const callback = settings.byWebhook ? callbackFor(service, settings.skips) : undefined;
			// A batch has one webhook URL; that of the first item that names a contact.
			const byUrl = groupBy(contacts, ({ items }) => settingsOf.get(items[0])?.webhookUrl ?? '');
			const calls = Object.entries(byUrl).flatMap(([url, group]) =>
				chunk(group, contactsPerCall(endpoint)).map((batch) => ({
					batch,
					webhook: url === '' ? undefined : { url, isOptional: false },
				})),
			);
			await Promise.all(
				calls.map(async ({ batch, webhook }, index) => {
					const called = callback && { url: callback.url(index), isOptional: true };
					const ticket = await attempt(submitBatch(service, endpoint, batch, called ?? webhook));
					if (ticket.ok) submitted.push(ticket.value);
					else problems.push({ items: itemsOf(batch), error: ticket.error });
				}),
			);
			const parked = callback && waitingFor(service, submitted, settings);
			if (parked !== undefined) return { outputs: [], problems, parked };
			const outcomes = await Promise.all(
				submitted.map(async (ticket) => await takeUp(service, ticket, settings)),
			);
			return combine([{ outputs: [], problems }, ...outcomes]);
		},
	});

/** What holds for all batches of a run: the longest wait that any item allows. */
const sharedSettings = (settings: readonly Settings[]): Settings => ({
	...settings[0],
	limitSeconds: settings.reduce<number | undefined>(
		(longest, { limitSeconds }) =>
			limitSeconds === undefined ? longest : Math.max(longest ?? 0, limitSeconds),
		undefined,
	),
});

const itemsOf = (contacts: readonly RequestedContact[]): number[] => contacts.flatMap(({ items }) => items);

/** Each contact once, with the items that name it. */
function wanted(
	service: Service,
	contacts: ReadonlyArray<Contact & { readonly item: number }>,
): RequestedContact[] {
	const once = distinct(contacts);
	if (once.length < contacts.length) {
		service.session.hint(
			`${contacts.length - once.length} of ${contacts.length} items name a contact again; it is submitted once and its result goes to each of them.`,
		);
	}
	return once;
}

async function takeUp(service: Service, ticket: Ticket, settings: Settings): Promise<Outcome> {
	const { id: batchId, contacts, accepted } = ticket;
	if (accepted !== undefined && accepted !== contacts.length) {
		service.session.hint(
			`Batch ${batchId}: ${contacts.length} contacts were submitted, the service accepted ${accepted}.`,
		);
	}
	if (settings.limitSeconds === undefined) return { outputs: ticketItems(ticket, settings), problems: [] };
	return await collectBatch(service, {
		batchId,
		limitSeconds: settings.limitSeconds,
		items: itemsOf(contacts),
		contacts: contactsOf(contacts),
		status: ticket.status,
		ifRecordFails: settings.ifRecordFails,
	});
}

function ticketItems({ id, contacts, acknowledgement }: Ticket, { perContact }: Settings): Output[] {
	const base: IDataObject = { ...acknowledgement, id_processamento: id };
	if (!perContact) return [{ json: base, items: itemsOf(contacts) }];
	return contacts.flatMap(({ name, value, items }) =>
		items.map((item): Output => ({ json: { ...base, contato: { [name]: value } }, items: [item] })),
	);
}
