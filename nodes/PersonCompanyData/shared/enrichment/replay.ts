import { batchIdIn } from '../../../../core/background/batch';
import { fetchStatus } from '../../../../core/background/batchWait';
import type { Replay } from '../../../../core/purchase/byKey';
import { asBody } from '../../../../core/read/answer';
import { outcomeOf, readStatus } from '../../../../core/read/batch';
import { attempt, type Reply, type Service } from '../prelude';

/** The current state of a replayed response to a synchronous enrichment. */
export async function readReplay(service: Service, replayed: Reply): Promise<Replay> {
	const reply = await closed(service, replayed);
	return { reply, hasFailed: hasFailed(reply) };
}

/** A failed record means that its credit was refunded. */
function hasFailed(reply: Reply): boolean {
	const status = readStatus(reply.body);
	const { records } = status;
	const allFailed = records.length > 0 && records.every((record) => outcomeOf(record) === 'failed');
	return reply.status === 200 && (status.isRefunded || allFailed);
}

/** A replay may be outdated: takes the batch's result if it has ended since. */
async function closed(service: Service, reply: Reply): Promise<Reply> {
	const { state } = readStatus(reply.body);
	const id = batchIdIn(reply);
	if (reply.status !== 202 || id === undefined || state !== 'processing') return reply;
	const read = await attempt(fetchStatus(service, id));
	return !read.ok || read.value.state === 'processing'
		? reply
		: { ...reply, status: 200, body: asBody(read.value.raw) };
}
