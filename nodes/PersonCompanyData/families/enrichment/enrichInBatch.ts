import type { IDataObject } from 'n8n-workflow';
import chunk from 'lodash/chunk';
import groupBy from 'lodash/groupBy';

import { webhookUrl } from '../../../../contract/model/fields';
import { contactsPerCall, submitBatch, takeUp, type Ticket } from '../../../../core/background/batch';
import { collectBatch } from '../../../../core/background/collectBatch';
import {
	distinct,
	type Contact,
	type RequestedContact,
	type SubmittedContact,
} from '../../../../core/output/contacts';
import type { IfRecordFails } from '../../../../core/output/failedRecords';
import { skipDocumentCheck } from '../common/document';
import { ifRecordFails, skipEnriched, waitLimit } from '../common/fields';
import {
	attempt, choice, combine, endpoints, forRun, forWork, operation, optionalField, showWhen, type Endpoint,
	type Operation, type Outcome, type Output, type Problem, type Service,
} from '../kit'; // prettier-ignore
import { callbackFor, waitingFor, waitsByWebhook } from './batchCallback';
import { identifierFields, readIdentifier } from './identifier';
import { requestsOfBatches } from './requests';
import { contactUnit, subjects, type Subject } from './subjects';

/** What to do after submission. */
interface Settings {
	readonly limitSeconds?: number;
	readonly byWebhook: boolean;
	/** Whether previously enriched records are skipped. */
	readonly skips: boolean;
	readonly perContact: boolean;
	readonly webhookUrl?: string;
	readonly ifRecordFails?: IfRecordFails;
}

/** Background enrichment with one call per item. */
export const enrichEach = (about: Subject): Operation =>
	enrichInBackground(about, subjects[about].enrich, {
		name: 'Enrich',
		action: `Enrich B2B ${about}`,
		description: `Enrich one ${about} per item in the background, one request each; Enrich in Batch needs fewer requests`,
	});

/** Background enrichment with as many items per call as the service accepts. */
export const enrichInBatch = (about: Subject): Operation =>
	enrichInBackground(about, subjects[about].enrichBatch, {
		name: 'Enrich in Batch',
		action: `Enrich B2B ${subjects[about].plural} in batch`,
		description: 'Enrich all input items together, with up to 10,000 per request',
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
			afterSubmission: forRun(
				choice('After Submission', 'What to do once the service has accepted the batch', [
					{
						name: 'Wait for Completion',
						value: 'wait',
						description: 'Poll the status until the batch is complete and output one item per record',
					},
					{
						name: 'Wait for Completion by Webhook',
						value: 'webhook',
						description:
							'Let the service call back: the execution waits without occupying a worker. Requires a published workflow and an n8n instance that the service can reach; otherwise the status is polled.',
					},
					{
						name: 'Return Immediately',
						value: 'return',
						description: 'Output the batch ID; you can read the result later',
					},
				]),
			),
			waitLimit: forRun(showWhen({ afterSubmission: ['wait', 'webhook'] }, waitLimit)),
			output: forRun(
				showWhen(
					{ afterSubmission: ['return'] },
					choice('Output', 'What to output for accepted batches', [
						{ name: 'One Item per Batch', value: 'batch' },
						{
							name: 'One Item per Contact',
							value: 'contact',
							description: 'Lets Wait for Completion link each record to its item',
						},
					]),
				),
			),
		},
		options: {
			ifRecordFails: forRun(ifRecordFails),
			skipDocumentCheck,
			skipEnriched,
			url_webhook: forWork(optionalField(webhookUrl)),
		},
		prepare: (input, at) => ({
			contact: readIdentifier(input, at),
			settings: {
				limitSeconds: input.waitLimit,
				skips: input.options.skipEnriched === true,
				byWebhook: waitsByWebhook(input, at),
				perContact: input.output === 'contact',
				webhookUrl: input.options.url_webhook,
				ifRecordFails: input.options.ifRecordFails,
			},
		}),
		unit: ({ contact }) => contactUnit(about, contact),
		requests: (items, of) => requestsOfBatches(endpoint, items, of),
		submitsRecords: true,
		runAll: async (prepared, service): Promise<Outcome> => {
			const settingsOf = new Map(prepared.map(({ item, input }) => [item, input.settings]));
			const contacts = wanted(
				service,
				prepared.map(({ item, input, unit }) => ({ ...input.contact, item, unit })),
			);
			// An earlier attempt or turn of this execution may have submitted some of them.
			const { tickets: submitted, fresh, lost } = takeUp(service, contacts);
			const problems = lost.map(({ contacts: own, error }): Problem => ({ items: itemsOf(own), error }));
			const [
				{
					input: { settings },
				},
			] = prepared;
			const callback = settings.byWebhook ? callbackFor(service, settings.skips) : undefined;
			// A batch has one webhook URL: that of the first item with the contact.
			const byUrl = groupBy(fresh, ({ items }) => settingsOf.get(items[0])?.webhookUrl ?? '');
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
				submitted.map(async (ticket) => await collect(service, ticket, settings)),
			);
			return combine([{ outputs: [], problems }, ...outcomes]);
		},
	});

const itemsOf = (contacts: readonly RequestedContact[]): number[] => contacts.flatMap(({ items }) => items);

/** Distinct contacts, each with the items that request it. */
function wanted(
	service: Service,
	contacts: ReadonlyArray<Contact & { readonly item: number; readonly unit: string }>,
): SubmittedContact[] {
	const once = distinct(contacts);
	service.session.tally.records.repeated += contacts.length - once.length;
	return once;
}

async function collect(service: Service, ticket: Ticket, settings: Settings): Promise<Outcome> {
	const { id: batchId, contacts, accepted } = ticket;
	if (accepted !== undefined && accepted !== contacts.length) {
		service.session.hint(
			`Batch ${batchId}: ${contacts.length} contacts were submitted, but the service accepted ${accepted}.`,
		);
	}
	if (settings.limitSeconds === undefined) return { outputs: ticketItems(ticket, settings), problems: [] };
	return await collectBatch(service, {
		batchId,
		limitSeconds: settings.limitSeconds,
		items: itemsOf(contacts),
		contacts,
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
