import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { contactsPerCall, submitBatch, takeUp, type BatchWebhook } from '../../../core/background/batch';
import { ServiceFailure } from '../../../core/client/failure';
import type { Call, Reply } from '../../../core/client/request';
import type { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import { Purchases } from '../../../core/purchase/purchases';
import type { SubmittedContact } from '../../../core/read/identifiers';
import { EntrySets } from '../../support/entrySets';
import { sessionOf } from '../../support/session';
import { asBody } from '../../../core/read/answer';

const { b2bPersonEnrichBatch, b2bPersonEnrichNow } = endpoints;

let sets: EntrySets;
beforeEach(() => {
	sets = new EntrySets().start();
});
afterEach(() => jest.restoreAllMocks());

type Answer = Partial<Omit<Reply, 'body'> & { readonly body: unknown }> | Error;

const EMPTY = { status: 200, headers: {}, size: 0 };

/** A service of one execution that answers its calls in turn. */
function serviceOf(answers: readonly Answer[], state: IDataObject = {}) {
	const session: Session = sessionOf({}, state, sets.context({ state }));
	Object.assign(session.connection, { redact: (text: string) => text.replaceAll('secret', '***') });
	const asked: Call[] = [];
	const answer = async (call: Call): Promise<Reply> => {
		asked.push(call);
		const next = answers[asked.length - 1];
		if (next instanceof Error) throw next;
		return await Promise.resolve({ ...EMPTY, ...next, body: asBody(next.body ?? {}) });
	};
	const service = {
		session,
		call: answer,
		try: answer,
	} as unknown as Service;
	return { service, session, asked };
}

const contact = (value: number, more: readonly string[] = []): SubmittedContact => ({
	name: 'id_pessoa',
	value,
	items: [value],
	purchaseKeys: [`unit ${value}`, ...more],
});
const rejected = new ServiceFailure({ kind: 'rejected', endpoint: b2bPersonEnrichBatch });
const lost = new ServiceFailure({ kind: 'timeout', endpoint: b2bPersonEnrichBatch });

describe('how contacts are sent', () => {
	it('is as many in a call as the endpoint takes', () => {
		expect(contactsPerCall(b2bPersonEnrichBatch)).toBe(10_000);
		expect(contactsPerCall(b2bPersonEnrichNow)).toBe(1);
		expect(contactsPerCall({ ...b2bPersonEnrichBatch, body: undefined })).toBe(1);
	});

	it('is a list, or the only one, as the endpoint wants it', async () => {
		const { service, asked } = serviceOf([{ body: { id_processamento: 'b1' } }]);
		await submitBatch(service, b2bPersonEnrichBatch, [contact(1), contact(2)]);
		expect(asked).toEqual([
			{ endpoint: b2bPersonEnrichBatch, body: { contatos: [{ id_pessoa: 1 }, { id_pessoa: 2 }] } },
		]);
		for (const endpoint of [b2bPersonEnrichNow, { ...b2bPersonEnrichNow, body: undefined }]) {
			const one = serviceOf([{ body: { id_processamento: 'b1' } }]);
			await submitBatch(one.service, endpoint, [contact(1)]);
			expect(one.asked[0].body).toEqual({ contato: { id_pessoa: 1 } });
		}
	});
});

describe('the webhook of a batch', () => {
	const webhook: BatchWebhook = { url: 'https://n8n.example/x', isOptional: true };
	const accepted = { body: { id_processamento: 'b1', url_webhook: 'https://n8n.example/x' } };

	it('is sent with it, and told when it was accepted', async () => {
		const { service, asked } = serviceOf([accepted]);
		const ticket = await submitBatch(service, b2bPersonEnrichBatch, [contact(1)], webhook);
		expect(asked[0].body).toEqual({ contatos: [{ id_pessoa: 1 }], url_webhook: 'https://n8n.example/x' });
		expect(ticket.pushes).toBe(true);
	});

	it('is left out when the service rejects it, if it is optional', async () => {
		const { service, asked } = serviceOf([rejected, { body: { id_processamento: 'b1' } }]);
		const ticket = await submitBatch(service, b2bPersonEnrichBatch, [contact(1)], webhook);
		expect(asked.map(({ body }) => Object.keys(body ?? {}))).toEqual([
			['contatos', 'url_webhook'],
			['contatos'],
		]);
		expect([ticket.id, ticket.pushes]).toEqual(['b1', false]);
	});

	it('is not left out when the answer is lost: the batch may have been accepted', async () => {
		const { service, asked } = serviceOf([lost, accepted]);
		const sent = submitBatch(service, b2bPersonEnrichBatch, [contact(1)], webhook);
		await expect(sent).rejects.toMatchObject({ kind: 'timeout' });
		expect(asked).toHaveLength(1);
	});

	it('is not left out when the user has given it', async () => {
		const given = { ...webhook, isOptional: false };
		const { service, asked } = serviceOf([rejected]);
		await expect(submitBatch(service, b2bPersonEnrichBatch, [contact(1)], given)).rejects.toBe(rejected);
		expect(asked).toHaveLength(1);
	});

	it.each<[string, BatchWebhook | undefined, unknown, number]>([
		['not accepted', { ...webhook, isOptional: false }, null, 1],
		['accepted', { ...webhook, isOptional: false }, webhook.url, 0],
		['optional', webhook, null, 0],
		['not sent', undefined, null, 0],
	])('that is %s is told where the user waits for it', async (_, sent, answer, hints) => {
		const { service, session } = serviceOf([{ body: { id_processamento: 'b1', url_webhook: answer } }]);
		await submitBatch(service, b2bPersonEnrichBatch, [contact(1)], sent);
		session.showHints();
		expect(sets.hints).toHaveLength(hints);
		if (hints > 0)
			expect(sets.hints[0]).toBe(
				"The service did not accept the webhook URL for batch b1. Read its result with 'Enrichment Batch > Wait for Completion'.",
			);
	});
});

describe('the acknowledgement of a batch', () => {
	const ticketFor = async (answer: Answer) =>
		await submitBatch(serviceOf([answer]).service, b2bPersonEnrichBatch, [contact(1)]);

	it('is read in full', async () => {
		const body = { id_processamento: 'b1', url_webhook: null };
		expect(await ticketFor({ body })).toEqual({
			id: 'b1',
			contacts: [contact(1)],
			pushes: false,
		});
		expect(await ticketFor({ body })).not.toHaveProperty('status');
	});

	it.each<[string, Answer]>([
		['by its specified name', { body: { id_processamento: 'b1', id: 'x', job_id: 'y' } }],
		['as its address', { body: {}, headers: { location: '/b2b/status/b1?x=1' } }],
	])('has the ID %s', async (_, answer) => expect((await ticketFor(answer)).id).toBe('b1'));

	it('has the result already, if it has records', async () => {
		const body = { id_processamento: 'b1', status: 'completed', contatos: [{ detalhes_contato: null }] };
		expect((await ticketFor({ body })).status).toMatchObject({ state: 'ok', records: body.contatos });
		expect(await ticketFor({ body: { ...body, contatos: [] } })).not.toHaveProperty('status');
		expect(await ticketFor({ body: { ...body, status: 'processing' } })).not.toHaveProperty('status');
	});

	it.each<[string, IDataObject]>([
		['itself', { sucesso: false, mensagem: 'no secret' }],
		['its record', { dados: { sucesso: false, mensagem: 'no secret' } }],
	])('without an ID is a rejection if it says so: %s', async (_, body) => {
		const { service, session } = serviceOf([{ body }]);
		await expect(submitBatch(service, b2bPersonEnrichBatch, [contact(1)])).rejects.toMatchObject({
			kind: 'rejected',
			serviceText: 'no ***',
			endpoint: b2bPersonEnrichBatch,
		});
		// Nothing was charged, and it may be sent again.
		expect(Purchases.of(session).ledger.find('unit 1')).toBeUndefined();
	});

	it('without an ID may have been charged otherwise', async () => {
		const { service, session } = serviceOf([{ body: { mensagem: 'a secret' } }]);
		await expect(submitBatch(service, b2bPersonEnrichBatch, [contact(1), contact(2)])).rejects.toMatchObject({
			message: 'The service returned no batch ID for 2 records',
			advice: expect.stringMatching(/^The service says: "a \*\*\*"\. It may have been charged\. /),
		});
		expect(Purchases.of(session).ledger.find('unit 1')).toBeDefined();
		await expect(ticketFor({ body: {} })).rejects.toThrow(/no batch ID for 1 record$/);
		await expect(ticketFor({ body: { sucesso: false } })).rejects.toMatchObject({
			kind: 'rejected',
			serviceText: undefined,
		});
	});

	it('that is lost says how many records it was about', async () => {
		const sent = async (contacts: readonly SubmittedContact[]) =>
			await submitBatch(serviceOf([lost]).service, b2bPersonEnrichBatch, contacts);
		await expect(sent([contact(1)])).rejects.toMatchObject({
			note: expect.stringMatching(/^1 record was submitted at .*Z\.$/),
		});
		await expect(sent([contact(1), contact(2)])).rejects.toMatchObject({
			note: expect.stringMatching(/^2 records were submitted at /),
		});
	});
});

describe('contacts that were submitted before', () => {
	it('are taken up with their batch', async () => {
		const state: IDataObject = {};
		const first = serviceOf([{ body: { id_processamento: 'b1' } }], state);
		await submitBatch(first.service, b2bPersonEnrichBatch, [contact(1, ['also 1']), contact(2), contact(3)]);
		const { service, session } = serviceOf([], state);
		const [one, three, fresh] = [{ ...contact(1), purchaseKeys: ['also 1'] }, contact(3), contact(9)];
		const answered = jest.spyOn(Purchases.of(session), 'decide');
		expect(await takeUp(service, [three, fresh, one])).toEqual({
			tickets: [
				{
					id: 'b1',
					contacts: [three, one],
					isTakenUp: true,
					pushes: false,
				},
			],
			fresh: [fresh],
			problems: [],
		});
		session.showHints();
		expect(sets.hints).toEqual([
			'Batch b1 was submitted before; it was resumed instead of being submitted and charged again.',
		]);
		// Not those of the others, or of what is fresh.
		expect(answered.mock.calls).toEqual([[['unit 3', 'also 1'], 'answered']]);
	});

	it('are lost where no batch is known of them', async () => {
		const state: IDataObject = {};
		const first = serviceOf([lost, {}], state);
		await expect(
			submitBatch(first.service, b2bPersonEnrichBatch, [contact(1), contact(2)]),
		).rejects.toBeInstanceOf(ServiceFailure);
		const { tickets, fresh, problems } = await takeUp(serviceOf([], state).service, [contact(1), contact(2)]);
		expect([tickets, fresh]).toEqual([[], []]);
		const items = [...contact(1).items, ...contact(2).items];
		expect(problems).toEqual([{ items, error: expect.any(Error) }]);
		expect(problems[0].error).toMatchObject({
			message: '2 records were sent by an earlier attempt that got no response',
			advice: expect.stringMatching(/^It was sent at \d{4}-\S+Z, /),
		});
	});

	it('are none in a new execution', async () => {
		const { service } = serviceOf([]);
		expect(await takeUp(service, [contact(1)])).toEqual({ tickets: [], fresh: [contact(1)], problems: [] });
		expect(await takeUp(service, [])).toEqual({ tickets: [], fresh: [], problems: [] });
	});
});
