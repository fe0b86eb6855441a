import type { IDataObject } from 'n8n-workflow';

import { limits } from '../../../../contract/model/limits';
import { batchIdIn, submitBatch, takeUp } from '../../../../core/background/batch';
import { collectBatch } from '../../../../core/background/collectBatch';
import {
	BatchError,
	failedBatch,
	waitForBatch,
	type WaitOptions,
} from '../../../../core/background/batchWait';
import { isReplayed } from '../../../../core/client/request';
import { askOnce, forgetAnswer } from '../../../../core/purchase/askOnce';
import { Purchases } from '../../../../core/purchase/purchases';
import { refusal, UncertainWork } from '../../../../core/purchase/refusals';
import { callByKey, isAnswered, noteRefunded } from '../../../../core/purchase/byKey';
import { UnknownAnswer } from '../../../../core/read/answer';
import { outcomeOf, readStatus, recordItem, type BatchStatus } from '../../../../core/read/batch';
import { isOfAnother } from '../../../../core/read/match';
import type { Contact, SubmittedContact } from '../../../../core/read/contacts';
import { recordError, type IfRecordFails } from '../../../../core/output/failedRecords';
import { ifRecordFails, skipEnriched, waitLimit } from '../common/fields';
import {
	attempt, choice, endpoints, forRun, forWork, operation, PartialResult, toggle, type Call, type CheckedItem,
	type Endpoint, type Operation, type Reply, ServiceFailure, type Service,
} from '../kit'; // prettier-ignore
import { identifierFields, readIdentifier } from './identifier';
import { readReplay } from './replay';
import { contactUnit, subjects, type Subject } from './subjects';

/** Input of one item. */
interface EnrichInput {
	readonly contact: Contact;
	readonly limitSeconds: number;
	readonly ifRecordFails?: IfRecordFails;
	/** Whether to pay again for what the service would return at no charge. */
	readonly isFresh: boolean;
	/** The endpoint to use when no slot is free; absent when the user only wants to wait for a slot. */
	readonly background?: Endpoint;
}

/** Attempts to get a slot before the enrichment moves to the background. */
const SLOT_TRIES_BEFORE_BACKGROUND = 3;

const getFreshData = forRun(
	toggle(
		'Get Fresh Data',
		`Whether to pay again for data enriched in the last ${limits.idempotencyKeyHours} hours`,
	),
);

const ifNoSlotIsFree = forWork(
	choice('If No Slot Is Free', 'What to do when the service is busy; such calls are free', [
		{
			name: 'Keep Trying',
			value: 'retry',
			description: 'Retry for two minutes, when the service says to',
		},
		{
			name: 'Enrich in the Background',
			value: 'background',
			description: 'After three attempts, submit the item for background enrichment and wait for its result',
		},
	]),
);

/** Synchronous enrichment of one person or company per item. */
export function enrichNow(about: Subject): Operation {
	const { contact, enrichNow: endpoint, enrich: background } = subjects[about];
	return operation({
		name: 'Enrich Now',
		action: `Enrich B2B ${about} now`,
		description: `Enrich one ${about} and get the result at once, for forms, chats and single records`,
		hint: `For lists take ${about === 'person' ? 'enrichPersonBatch' : 'enrichCompanyBatch'}, which needs far fewer requests.`,
		calls: [endpoint, endpoints.batchStatus, background],
		fields: { ...identifierFields(contact), waitLimit },
		leads: { about, source: 'record' },
		includesInput: true,
		options: { ifNoSlotIsFree, ifRecordFails, skipEnriched, getFreshData },
		prepare: (input, at): EnrichInput => ({
			contact: readIdentifier(about, input, at),
			limitSeconds: input.waitLimit,
			ifRecordFails: input.options.ifRecordFails,
			isFresh: input.options.getFreshData === true,
			background: input.options.ifNoSlotIsFree === 'background' ? background : undefined,
		}),
		contactIn: ({ contact: wanted }) => wanted,
		unit: ({ contact: wanted }) => contactUnit(about, wanted),
		run: async (input, service, { item, unit }) => {
			const { name, value } = input.contact;
			const call: Call = { endpoint, body: { contato: { [name]: value } } };
			// Equal items share one call: reusing a key while the first call runs is charged again.
			return await service.session.once(
				`item ${unit}`,
				async () => await enrich(service, call, { item, unit }, input),
			);
		},
	});
}

/** Waits for the batch in which the service goes on. */
type Wait = (id: string, more: Pick<WaitOptions, 'isNew' | 'firstPollMs'>) => Promise<BatchStatus>;

async function enrich(
	service: Service,
	call: Call,
	{ item, unit }: Pick<CheckedItem, 'item' | 'unit'>,
	input: EnrichInput,
): Promise<IDataObject[]> {
	const { contact, limitSeconds } = input;
	const contacts: SubmittedContact[] = [{ ...contact, units: [unit], items: [item] }];
	const wait: Wait = async (id, more) => await waitForBatch(service, id, { ...more, limitSeconds });
	/** The result of a batch that was submitted before, if there is one. */
	const ofBatch = async (): Promise<IDataObject[] | undefined> => {
		const [batch] = takeUp(service, contacts).tickets;
		if (batch === undefined) return undefined;
		const { outputs, problems } = await collectBatch(service, {
			batchId: batch.id,
			contacts: batch.contacts,
			items: [item],
			limitSeconds,
			ifRecordFails: input.ifRecordFails,
		});
		const records = outputs.map(({ json }) => json);
		if (problems.length > 0) throw new PartialResult(records, problems[0].error);
		return records;
	};
	// An earlier attempt of this execution may have moved the enrichment to the background.
	const earlier = await ofBatch();
	if (earlier !== undefined) return earlier;
	// If an earlier attempt sent the synchronous call without an answer, do not also submit a background call.
	const background = wasSent(service, unit) ? undefined : input.background;
	const slotAttempts = background && SLOT_TRIES_BEFORE_BACKGROUND;
	const byKey = {
		call: { ...call, slotAttempts },
		purchaseKey: unit,
		isFresh: input.isFresh,
		readReplay: async (reply: Reply) => await readReplay(service, reply),
	};
	const purchases = Purchases.of(service.session);
	// Without Skip Records Enriched Before, the service itself knows what was paid for.
	const decide = (fate: 'answered' | 'refunded'): void => {
		if (purchases.has(unit) || service.session.limits.skipsEnriched) purchases.decide([unit], fate);
	};
	const called = await attempt(askOnce(service, call, async () => await callByKey(service, byKey)));
	if (called.ok) {
		// An earlier attempt may have got the response.
		decide('answered');
		// A replay is the response to an earlier call, which was charged then, not now.
		const origin = { isReplay: isReplayed(called.value), isOwn: called.value.afterLoss === true };
		const enriched = attempt(finished(service, called.value, wait)).then((ended) => {
			const isRefunded = ended.ok
				? ended.value.records.some((record) => outcomeOf(record) === 'failed')
				: ended.error instanceof BatchError && ended.error.isRefunded;
			if (isRefunded) {
				forgetAnswer(service, call);
				decide('refunded');
				purchases.ledger.drop([unit]);
				noteRefunded(service, unit);
			}
			if (ended.ok) return ended.value;
			if (isRefunded) service.unkeep(call);
			throw ended.error;
		});
		return await itemsOf(service, input, origin, enriched);
	}
	const isElsewhere = background !== undefined && isWithoutSlot(called.error);
	// What the service would give at no charge is not bought in another way.
	if (!isElsewhere || (!input.isFresh && isAnswered(service, unit))) throw called.error;
	const status = purchases.isTakenOver(unit) ? 'pending' : await purchases.claimOne(unit);
	// Another execution of this process may have submitted it, without having output the result.
	const other = status === 'sent' ? await ofBatch() : undefined;
	if (other !== undefined) return other;
	if (status !== 'free') throw refusal(status, '1 record was');
	const submitted = submitBatch(service, background, contacts).then(
		async ({ id, status: ended }) => ended ?? (await wait(id, { isNew: true })),
	);
	return await itemsOf(service, input, NOT_REPLAYED, submitted);
}

const isWithoutSlot = (error: Error): boolean => error instanceof ServiceFailure && error.kind === 'noSlot';

const wasSent = ({ session }: Service, key: string): boolean =>
	Purchases.of(session).ledger.find(key) !== undefined;

/** Where the response to a synchronous call comes from. */
interface Origin {
	/** The service replayed it. */
	readonly isReplay: boolean;
	/** It replays a lost attempt of this same call. */
	readonly isOwn: boolean;
}

const NOT_REPLAYED: Origin = { isReplay: false, isOwn: false };

/**
 * The records of an enrichment as items.
 * @throws PartialResult when the enrichment failed but returned records.
 */
async function itemsOf(
	service: Service,
	{ contact, ifRecordFails: wanted }: EnrichInput,
	{ isReplay, isOwn }: Origin,
	enriched: Promise<BatchStatus>,
): Promise<IDataObject[]> {
	const ended = await attempt(enriched);
	const status = ended.ok || !(ended.error instanceof BatchError) ? undefined : ended.error.status;
	const { id, records = [], raw = {} } = (ended.ok ? ended.value : status) ?? {};
	if (!ended.ok && records.length === 0) throw ended.error;
	const shown = records.length > 0 ? records : [raw];
	const items = shown.map((record): IDataObject => ({
		...recordItem(record, id),
		...(isReplay && { idempotencyReplayed: true }),
	}));
	if (shown.some((record) => isOfAnother(record, contact, service.session.connection.words))) {
		service.session.hint(
			`A record does not carry the ${contact.name} that was asked for: it may be of another person or company. Compare it with its item before you use it.`,
		);
	}
	if (!ended.ok) throw new PartialResult(items, ended.error);
	const failed = items.filter(({ outcome }) => outcome === 'failed');
	// For a replay of another call, that call got the refund.
	if (!isReplay || isOwn) service.session.tally.refunded += failed.length;
	if (wanted === 'error' && failed.length > 0) throw recordError(failed[0], service);
	return items;
}

/** The result of the reply or, if the service continued in the background (202), of polling its batch. */
async function finished(service: Service, reply: Reply, wait: Wait): Promise<BatchStatus> {
	const status = readStatus(reply.body);
	// What failed may hold records that were paid for all the same.
	const isResult = status.state === 'failed' && status.records.length > 0 && !status.isRefunded;
	if (isResult || (reply.status !== 202 && status.state === 'completed')) return status;
	if (status.state === 'failed')
		throw failedBatch(status.id ?? 'without an ID', status, service.session.connection);
	const id = batchIdIn(reply);
	if (status.isUnknown && id === undefined) throw new UnknownAnswer(status.raw);
	if (id === undefined) {
		throw new UncertainWork(
			'The service continued in the background but returned no batch ID to wait for',
			'The call was charged. Look up its result in the panel.',
		);
	}
	const firstPollMs = Number(reply.headers['retry-after'] ?? 0) * 1000;
	// Replayed, it may be the first answer of the call that comes.
	service.session.tellAccepted('1 record was', id);
	return await wait(id, { isNew: !isReplayed(reply), ...(firstPollMs > 0 && { firstPollMs }) });
}
