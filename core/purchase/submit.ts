import type { IDataObject } from 'n8n-workflow';

import { isClaimed } from '../../contract/model/billing';
import { attempt, turnIfDue } from '../base/async';
import { isTool } from '../base/tool';
import { fingerprint } from '../base/fingerprint';
import { ServiceFailure } from '../client/failure';
import { purchaseCall, type Call, type Reply } from '../client/request';
import type { Service } from '../client/service';
import { readFunds } from './balance';
import { Purchases } from './purchases';
import { lostBefore } from './refusals';

export interface Order {
	readonly call: Call;
	/** Subject and verb for messages: `The job was`, `12 records were`. */
	readonly what: string;
	/** Runs once it is certain that the call is to be sent; if it throws, nothing is. */
	readonly before?: () => Promise<void>;
}

/** Accepted without an ID: the answer is all there is. */
export const NO_ID = 'none';

interface Acknowledged {
	readonly id: string;
	/** What later attempts of this execution need; stored with it. */
	readonly remembered?: IDataObject;
}

export interface OrderKeys {
	/** In the execution: the run and its input items, which are the same in all attempts. */
	readonly own: string;
	/** Across executions: what is bought, without names, addresses and times. */
	readonly bought: string;
}

/** For calls that create something new each time (a job, saved filters): sent at most once per run of the node. */
export async function submitOnce(
	service: Service,
	{ own: ofRun, bought }: OrderKeys,
	order: Order,
	read: (reply: Reply) => Acknowledged,
): Promise<Acknowledged & { readonly earlier: boolean }> {
	const { session } = service;
	// An agent may call the node for several items at once, as the same turn.
	const own = isTool(session.context) ? bought : ofRun;
	const purchases = Purchases.of(session);
	return await session.once(fingerprint('submit', bought), async () => {
		// A further turn of the execution that buys the same gets what was bought.
		if (purchases.ledger.find(own, bought) === undefined && isClaimed(order.call.endpoint))
			await purchases.claimOne(bought, order.what);
		const earlier = purchases.ledger.find(own, bought);
		if (earlier?.id !== undefined) {
			purchases.decide([own, bought], 'answered');
			return { id: earlier.id, remembered: earlier.answer, earlier: true };
		}
		if (earlier !== undefined) throw lostBefore(order.what, earlier.at);
		await order.before?.();
		return { ...(await submit(service, [own, bought], order, read)), earlier: false };
	});
}

/** The keys must be claimed. @throws ServiceFailure, or what `read` throws for an acknowledgement without ID */
export async function submit<A extends Acknowledged>(
	service: Service,
	keys: readonly string[],
	{ call, what }: Order,
	read: (reply: Reply) => A,
): Promise<A> {
	const purchases = Purchases.of(service.session);
	await readFunds(service);
	// Recording thousands of keys takes a while, and parallel submissions do it at the same time.
	await turnIfDue();
	return await purchases.send(keys, async (submission) => {
		const sent = await attempt(service.call(purchaseCall(call)).then(read));
		if (sent.ok) {
			const { id, remembered } = sent.value;
			submission.id = id;
			if (remembered !== undefined) submission.answer = remembered;
			purchases.decide(keys, 'answered');
			// If the process is killed before the execution is stored, n8n has the ID nowhere else.
			if (id !== NO_ID) service.session.tellAccepted(what, id);
			return sent.value;
		}
		if (!(sent.error instanceof ServiceFailure) || sent.error.phase !== 'lost') throw sent.error;
		throw sent.error.with({ note: `${what} submitted at ${new Date(submission.at).toISOString()}.` });
	});
}
