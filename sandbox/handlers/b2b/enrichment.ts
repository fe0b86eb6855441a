import { Refusal } from '../../base/refusal';
import type { Batch } from '../../batches/batch';
import type { Contact, Kind } from '../../batches/contact';
import { statusRecord } from '../../batches/statusRecord';
import type { Call, Handlers, Reply } from '../../world/call';
import { charge } from '../../world/charge';

/** Charges the records. With fewer credits than records the batch is accepted all the same, and fails. */
function pay(call: Call, records: number, batchId: string): boolean {
	const { ledger, settings } = call.world;
	const balance = ledger.balance('b2b');
	if (settings.batchShortage === 'fail' && balance > 0 && balance < records) return false;
	charge(call, { found: true, records }, batchId);
	return true;
}

function acknowledge({ world }: Call, batch: Batch, sentUrl: string | undefined): Reply {
	const { settings } = world;
	const record = settings.acknowledgement === 'statusRecord' ? statusRecord(world, batch) : {};
	return {
		status: settings.acknowledgementStatus,
		body: {
			...record,
			sucesso: true,
			id_processamento: batch.id,
			quantidade: batch.contacts.length,
			...(sentUrl === undefined ? {} : { url_webhook: settings.webhookEcho === 'echoed' ? sentUrl : null }),
			mensagem: 'Processamento iniciado',
		},
	};
}

/** Accepts a batch: probes the webhook, charges, starts. */
async function submit(call: Call, kind: Kind, contacts: readonly Contact[], url?: string): Promise<Reply> {
	const { batches, settings, webhooks } = call.world;
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
		...(url !== undefined && settings.webhookEcho === 'echoed' ? { webhookUrl: url } : {}),
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
	batchStatus: ({ world, path, request }) => {
		const batch = world.batches.find(path.id_processamento);
		if (batch === undefined) throw new Refusal(404, 'not_found', 'No such processing.');
		request.fromCache = world.batches.isCached(batch);
		return { status: 200, text: world.batches.statusText(batch) };
	},
};
