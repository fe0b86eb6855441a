import { limits } from '../../../contract/model/limits';
import type { Contact, Kind } from '../../batches/contact';
import { isNth } from '../../batches/results';
import { statusRecord } from '../../batches/statusRecord';
import type { Call, Handlers, Reply } from '../../world/call';
import { charge } from '../../world/charge';

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
