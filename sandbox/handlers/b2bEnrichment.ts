import { limits } from '../../contract/model/limits';
import { Refusal } from '../base/refusal';
import { type Batch, type Contact, isNth, type Kind } from '../batches/batch';
import { statusRecord } from '../batches/statusRecord';
import type { Call, Handlers, Reply } from '../world/call';
import { charge } from '../world/charge';

/** Charges the records. With fewer credits than records the batch is accepted all the same, and fails. */
function pay(call: Call, records: number, batchId: string): boolean {
	const balance = call.world.ledger.balance('b2b');
	if (balance > 0 && balance < records) return false;
	charge(call, { found: true, records }, batchId);
	return true;
}

function acknowledge({ world }: Call, batch: Batch, sentUrl: string | undefined): Reply {
	const { settings } = world;
	const record = settings.acknowledgement === 'statusRecord' ? statusRecord(world, batch) : {};
	return {
		status: 202,
		body: {
			...record,
			sucesso: true,
			id_processamento: batch.id,
			quantidade: batch.contacts.length,
			...(sentUrl === undefined ? {} : { url_webhook: sentUrl }),
			mensagem: 'Processamento iniciado',
		},
	};
}

/** Accepts a batch: probes the webhook, charges, starts. */
async function submit(call: Call, kind: Kind, contacts: readonly Contact[], url?: string): Promise<Reply> {
	const { batches, webhooks } = call.world;
	if (url !== undefined) await webhooks.probe(url);
	const names = batches.newId();
	const paid = pay(call, contacts.length, names.id);
	const batch = batches.start({
		...names,
		kind,
		contacts,
		endpoint: call.name,
		requestId: call.request.id,
		sync: false,
		paid,
		durationMs: batches.durationOf(contacts.length),
		position: 1,
		...(url === undefined ? {} : { webhookUrl: url }),
	});
	return acknowledge(call, batch, url);
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
		return { status: 200, body: statusRecord(world, batch) };
	},
};

/** Enriches one record while the call is held; what is not done by then goes on as a batch. */
async function enrichNow(call: Call, kind: Kind, contact: Contact): Promise<Reply> {
	const { world } = call;
	return await world.slots.during(async () => {
		const names = world.batches.newId();
		charge(call, { found: true, records: 1 }, names.id);
		const position = world.batches.nextSyncPosition();
		const slow = isNth(position, world.settings.slowEveryNthRecord);
		const batch = world.batches.start({
			...names,
			kind,
			contacts: [contact],
			endpoint: call.name,
			requestId: call.request.id,
			sync: true,
			paid: true,
			durationMs: slow ? world.settings.slowRecordSeconds * 1000 : 0,
			position,
		});
		const held = Math.min(limits.holdSeconds * 1000, batch.durationMs);
		if (held > 0) await world.clock.wait(held);
		const closed = world.batches.isClosed(batch);
		return {
			status: closed ? 200 : 202,
			headers: {
				Location: `/b2b/status/${batch.id}`,
				'Cache-Control': 'no-store',
				...(closed ? {} : { 'Retry-After': String(limits.pollSeconds) }),
			},
			body: statusRecord(world, batch, world.clock.now() - batch.startedAt),
		};
	});
}

/** The synchronous enrichments. */
export const b2bEnrichmentNowHandlers: Handlers = {
	b2bPersonEnrichNow: async (call) => await enrichNow(call, 'persons', call.body.contato),
	b2bCompanyEnrichNow: async (call) => await enrichNow(call, 'companies', call.body.contato),
};
