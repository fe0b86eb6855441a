import { limits } from '../../contract/model/limits';
import { Refusal } from '../base/refusal';
import { type Contact, isNth, type Kind } from '../batches/batch';
import { statusRecord } from '../batches/statusRecord';
import { type Call, type Handlers, Reply } from '../world/call';
import { charge } from '../world/charge';

/** Charges the records. With fewer credits than records the batch is accepted all the same, and fails. */
function pay(call: Call, records: number): boolean {
	const balance = call.world.ledger.balance('b2b');
	if (balance > 0 && balance < records) return false;
	charge(call, { found: true, records });
	return true;
}

/** Accepts a batch: probes the webhook, charges, starts. */
async function submit(call: Call, kind: Kind, contacts: readonly Contact[], url?: string): Promise<Reply> {
	const { world, request } = call;
	if (url !== undefined) await world.webhooks.probe(url);
	const batch = world.batches.start({
		id: world.batches.newId(),
		kind,
		contacts,
		request,
		paid: pay(call, contacts.length),
		durationMs: world.batches.durationOf(contacts.length),
		...(url !== undefined && { webhookUrl: url }),
	});
	return new Reply(202, {
		...(world.settings.acknowledgement === 'statusRecord' && statusRecord(world, batch)),
		sucesso: true,
		id_processamento: batch.id,
		quantidade: contacts.length,
		...(url !== undefined && { url_webhook: url }),
		mensagem: 'Processamento iniciado',
	});
}

/** The asynchronous enrichments and their status. */
export const b2bEnrichmentHandlers: Handlers = {
	b2bPersonEnrichBatch: async (call) =>
		await submit(call, 'persons', call.body.contatos, call.body.url_webhook),
	b2bPersonEnrich: async (call) => await submit(call, 'persons', [call.body.contato], call.body.url_webhook),
	b2bCompanyEnrichBatch: async (call) =>
		await submit(call, 'companies', call.body.contatos, call.body.url_webhook),
	b2bCompanyEnrich: async (call) =>
		await submit(call, 'companies', [call.body.contato], call.body.url_webhook),
	batchStatus: ({ world, path }) => {
		const batch = world.batches.find(path.id_processamento);
		if (batch === undefined) throw new Refusal(404, 'not_found', 'No such processing.');
		return statusRecord(world, batch);
	},
};

/** Enriches one record while the call is held; what is not done by then goes on as a batch. */
async function enrichNow(call: Call, kind: Kind, contact: Contact): Promise<Reply> {
	const { world, request } = call;
	return await world.slots.during(async () => {
		charge(call, { found: true, records: 1 });
		const syncPosition = ++world.syncCalls;
		const slow = isNth(syncPosition, world.settings.slowEveryNthRecord);
		const batch = world.batches.start({
			id: world.batches.newId(),
			kind,
			contacts: [contact],
			request,
			syncPosition,
			paid: true,
			durationMs: slow ? world.settings.slowRecordSeconds * 1000 : 0,
		});
		const held = Math.min(limits.holdSeconds * 1000, batch.durationMs);
		if (held > 0) await world.clock.wait(held);
		const closed = batch.state !== 'processing';
		return new Reply(closed ? 200 : 202, statusRecord(world, batch, world.clock.now() - batch.startedAt), {
			Location: `/b2b/status/${batch.id}`,
			'Cache-Control': 'no-store',
			...(!closed && { 'Retry-After': String(limits.pollSeconds) }),
		});
	});
}

/** The synchronous enrichments. */
export const b2bEnrichmentNowHandlers: Handlers = {
	b2bPersonEnrichNow: async (call) => await enrichNow(call, 'persons', call.body.contato),
	b2bCompanyEnrichNow: async (call) => await enrichNow(call, 'companies', call.body.contato),
};
