import type { IDataObject } from 'n8n-workflow';

import { recognise } from '../../contract/errors';
import { repeatAfterLoss } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { attempt } from '../base/async';
import { clock } from '../base/clock';
import { fingerprint } from '../base/fingerprint';
import { asInteger } from '../base/json';
import { cacheKeyIn } from '../read/answer';
import { failureIn } from '../read/error';
import { chargedCredits, mostCredits } from './cost';
import { explain, explained } from './explain';
import { isUncharged, ServiceFailure } from './failure';
import { waitBeforeRepeat } from './repeat';
import {
	isReplayed,
	merge,
	send,
	type Call,
	type FreeCall,
	type Overrides,
	type Reply,
	type SendableCall,
} from './request';
import type { Session } from './session';

/**
 * Operations call the service only through this class and `core/purchase`, which passes on the calls that may be charged.
 * A call passes these stages in order:
 * 1. `ask`: equal calls of this run share one request, and a response kept by an earlier attempt is reused;
 * 2. `call`: it is retried as long as its price allows (`waitBeforeRepeat`), and its cost is counted;
 * 3. `try`: it fails if the run was stopped, waits for its turn (`Pace`), and is sent (`send`).
 *
 * Polls enter at `try`.
 */
export class Service {
	constructor(
		readonly session: Session,
		/** The endpoints that the user's overrides apply to; others, such as status polls, are not changed. */
		private readonly main: readonly Endpoint[],
		private readonly overrides: Overrides = {},
	) {}

	/**
	 * Calls the service like `call`, but sends equal calls only once: all callers in this run and n8n's retry
	 * attempts get the same reply.
	 * @throws ServiceFailure when the call finally fails
	 */
	async ask(call: FreeCall): Promise<Reply> {
		return await this.shared(call, async () => await this.result(call));
	}

	/**
	 * The reply to a call, sent at most once in this run and n8n's retry attempts.
	 * @param get gets the reply when there is none yet
	 */
	async shared(call: Call, get: () => Promise<Reply>): Promise<Reply> {
		const { earlier, tally } = this.session;
		const key = this.keyOf(call);
		return await this.session.once(key, async () => {
			const known = earlier.find(key);
			const reply = known ?? (await get());
			if (known === undefined) earlier.keep(key, reply);
			else tally.saved++;
			return reply;
		});
	}

	/** Drops the kept reply to a call that came to nothing and was refunded: a retry asks again. */
	unkeep(call: Call): void {
		this.session.earlier.drop(this.keyOf(call));
	}

	/** Whether an earlier attempt of the run has got the reply to a call. */
	hasReply(call: Call): boolean {
		return this.session.earlier.find(this.keyOf(call)) !== undefined;
	}

	/**
	 * Calls the service; retries a failed call only where the endpoint's price allows it.
	 * @throws ServiceFailure when the call finally fails.
	 */
	async call(call: SendableCall): Promise<Reply> {
		this.refuseWhenStopped(call.endpoint);
		const release = this.session.budget.reserve(call.endpoint, this.mostOf(call));
		try {
			let lost: ServiceFailure | undefined;
			for (let tries = 1; ; tries++) {
				const sent = await attempt(this.try(call));
				if (sent.ok) {
					// A reply replayed after a lost response was charged by the lost attempt of this same call.
					if (lost !== undefined || !isReplayed(sent.value)) this.charge(call, sent.value);
					return lost === undefined ? sent.value : { ...sent.value, afterLoss: true };
				}
				if (!(sent.error instanceof ServiceFailure)) throw sent.error;
				if (sent.error.phase === 'lost') lost = sent.error;
				const waitMs = waitBeforeRepeat(sent.error, tries);
				if (waitMs === undefined) throw this.final(call, lost, sent.error);
				const slept = await attempt(this.sleep(waitMs, call.endpoint));
				if (!slept.ok) throw this.final(call, lost, slept.error as ServiceFailure);
			}
		} finally {
			release();
		}
	}

	/**
	 * Calls the service for a result.
	 * @throws ServiceFailure also when the response has status 200 but reports a failure instead of a result
	 */
	async result(call: SendableCall): Promise<Reply> {
		const reply = await this.call(call);
		this.refuseReported(call, reply);
		return reply;
	}

	/** @throws ServiceFailure when a response reports a failure instead of a result. */
	refuseReported(call: Call, { status, headers, body }: Reply): void {
		const reported = failureIn(body);
		if (reported === undefined) return;
		const failure = new ServiceFailure({
			kind: recognise(status, headers, JSON.stringify(body)),
			endpoint: call.endpoint,
			serviceText: reported.reason && this.session.connection.redact(reported.reason),
			isChargedAgain: this.isChargedAgain(call),
		});
		this.stopAfter(failure);
		throw failure;
	}

	/** The most credits that a call can cost as it will be sent; `undefined` when unknown in advance. */
	mostOf({ endpoint, body = {}, records }: Call): number | undefined {
		return mostCredits(endpoint, body, this.session.searchKeys.has(body.chave_cache)) ?? records;
	}

	/**
	 * Calls the service once, without retries.
	 * @throws ServiceFailure when there is no usable response.
	 */
	async try(call: SendableCall): Promise<Reply> {
		const { context, connection, pace, tally } = this.session;
		const { endpoint } = call;
		// Fail before queuing: with many items, the wait would be long.
		this.refuseWhenStopped(endpoint);
		return await pace.run(endpoint, async () => {
			await call.before?.();
			this.refuseWhenStopped(endpoint);
			tally.send();
			const sentAt = clock.now();
			const sent = await attempt(send(context, connection, call, this.overridesOf(endpoint)));
			if (sent.ok) {
				this.session.noteSuccess(sentAt);
				return sent.value;
			}
			if (!(sent.error instanceof ServiceFailure)) throw sent.error;
			// Inside the pace, so that the next queued call is not sent.
			this.stopAfter(sent.error);
			throw new ServiceFailure({ ...sent.error, isChargedAgain: this.isChargedAgain(call) });
		});
	}

	/**
	 * Whether a call is charged each time that it is sent although its search is not: a page behind the first is a new
	 * search whenever the service does not accept its cache key (credit rule 1).
	 */
	private isChargedAgain(call: Call): boolean {
		const { endpoint, body } = call;
		return (
			endpoint.billing.kind === 'newSearch' && (asInteger(body?.pagina) ?? 1) > 1 && this.mostOf(call) !== 0
		);
	}

	/** Waits; fails as soon as the user stops the execution. */
	async sleep(ms: number, endpoint: Endpoint): Promise<void> {
		await this.session.sleep(ms, endpoint);
	}

	/** Identifies a call within the run of the node. */
	private keyOf(call: Call): string {
		return fingerprint(this.session.runKey, this.signature(call));
	}

	/** Everything that identifies a call, as it will be sent: equal calls have equal signatures. */
	signature({ endpoint, path = {}, query = {}, body = {} }: Call): readonly unknown[] {
		const { query: added } = this.overridesOf(endpoint);
		return [endpoint.method, endpoint.path, path, merge(query, added), this.effectiveBody(endpoint, body)];
	}

	/** A body as it will be sent, with the user's overrides. */
	effectiveBody(endpoint: Endpoint, body: IDataObject): IDataObject {
		return merge(body, this.overridesOf(endpoint).body);
	}

	private overridesOf(endpoint: Endpoint): Overrides {
		const { timeoutSeconds } = this.overrides;
		return this.main.includes(endpoint) ? this.overrides : { timeoutSeconds };
	}

	/** Counts the cost of an answered call; `call` and `ask` do it themselves. */
	charge({ endpoint, body = {}, records }: Call, reply: Reply): void {
		const { searchKeys, tally } = this.session;
		const hasKnownKey = searchKeys.has(body.chave_cache);
		tally.charge(endpoint, chargedCredits(endpoint, body, reply.body, hasKnownKey) ?? records);
		if (endpoint.billing.kind === 'newSearch') searchKeys.add(cacheKeyIn(endpoint, reply.body));
	}

	/** The failure of a call after its last attempt, counted if the call may have been charged. */
	private final(call: Call, lost: ServiceFailure | undefined, last: ServiceFailure): ServiceFailure {
		const most = this.mostOf(call);
		const failure = most === 0 ? last : uncertain(lost, last);
		if (most !== 0 && !isUncharged(failure)) this.session.tally.lose(call.endpoint, most);
		return failure;
	}

	private stopAfter(failure: ServiceFailure): void {
		if (failure.phase === 'blocked' || failure.phase === 'stopped') this.session.stop(failure);
	}

	/** @throws ServiceFailure when no more calls to the endpoint are allowed. */
	refuseWhenStopped(endpoint: Endpoint): void {
		if (!this.session.mayRequest(endpoint)) throw new ServiceFailure({ kind: 'requestLimit', endpoint });
		const reason = this.session.reasonNotToCall(endpoint);
		if (reason === undefined || reason.kind === 'notSent') return;
		throw new ServiceFailure({ kind: 'notSent', endpoint, serviceText: explained(reason) });
	}
}

/**
 * After a lost response, a later failure does not prove that nothing was processed, unless a rejection settles it for
 * a call that is free to repeat.
 */
function uncertain(lost: ServiceFailure | undefined, last: ServiceFailure): ServiceFailure {
	if (lost === undefined || last.phase === 'lost') return last;
	if (last.phase === 'rejected' && repeatAfterLoss(last.endpoint) === 'safe') return last;
	const later = `A later attempt failed differently: ${explain(last).message}.`;
	return lost.withNote(last.note === undefined ? later : `${later} ${last.note}`);
}
