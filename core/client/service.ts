import type { IDataObject } from 'n8n-workflow';

import { recognize } from '../../contract/errors';
import { repeatAfterLoss } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { attempt } from '../base/async';
import { fingerprint } from '../base/fingerprint';
import { asInteger, merge } from '../base/json';
import { serviceSays } from '../base/redact';
import { cacheKeyIn } from '../read/answer';
import { failureIn } from '../read/error';
import { chargedCredits, mostCredits } from './usage';
import { isUncharged, ServiceFailure } from './failure';
import { waitBeforeRepeat } from './repeat';
import { isReplayed, send, type Call, type FreeCall, type Reply, type SendableCall } from './request';
import type { Session } from './session';

/** The user's additions to a request, and how long it may take. */
export interface Overrides {
	readonly query?: IDataObject;
	readonly body?: IDataObject;
	readonly timeoutSeconds?: number;
}

/**
 * Operations call the service only through this class and `core/purchase`, which passes on what may be charged.
 * 1. `ask`: equal calls of a run share one request, and a response kept by an earlier attempt is reused.
 * 2. `call`: repeated as far as its price allows (`waitBeforeRepeat`); its cost is counted.
 * 3. `try`: fails if the run was stopped, waits for its turn (`Pace`) and is sent. Polls enter here.
 */
export class Service {
	constructor(
		readonly session: Session,
		/** What the user's additions apply to; not status polls, for example. */
		private readonly main: readonly Endpoint[],
		private readonly overrides: Overrides = {},
		/** Requests that its calls leave for others. */
		private readonly leaves = 0,
	) {}

	async ask(call: FreeCall): Promise<Reply> {
		const key = fingerprint(this.signature(call));
		return await this.session.once(key, async () => await this.result(call));
	}

	async call(call: SendableCall): Promise<Reply> {
		this.session.throwIfStopped(call.endpoint, this.leaves);
		const release = this.session.usage.reserve(call.endpoint, this.mostOf(call));
		try {
			let lost: ServiceFailure | undefined;
			for (let tries = 1; ; tries++) {
				const sent = await attempt(this.try(call));
				if (sent.ok) {
					// A replay after a loss was charged by the lost attempt of this same call.
					if (lost !== undefined || !isReplayed(sent.value)) this.charge(call, sent.value);
					return lost === undefined ? sent.value : { ...sent.value, afterLoss: true };
				}
				const { error } = sent;
				const failure = error instanceof ServiceFailure ? error : undefined;
				if (failure?.phase === 'lost') lost = failure;
				const waitMs = failure && waitBeforeRepeat(failure, tries);
				if (waitMs === undefined) throw this.final(call, lost, error);
				const slept = await attempt(this.session.sleep(waitMs));
				if (!slept.ok) throw this.final(call, lost, slept.error);
			}
		} finally {
			release();
		}
	}

	/** @throws ServiceFailure also for a response with status 200 that reports a failure */
	async result(call: SendableCall): Promise<Reply> {
		const reply = await this.call(call);
		this.throwIfReported(call, reply);
		return reply;
	}

	throwIfReported(call: Call, { status, headers, body }: Reply): void {
		const reported = failureIn(body);
		if (reported === undefined) return;
		const failure = new ServiceFailure({
			kind: recognize(status, headers, JSON.stringify(body)),
			endpoint: call.endpoint,
			serviceText: reported.reason && this.session.connection.redact(reported.reason),
			isChargedAgain: this.isChargedAgain(call),
		});
		this.session.stopAfter(failure);
		throw failure;
	}

	/** The most credits, as the call will be sent; `undefined` when unknown in advance. */
	mostOf(call: Call): number | undefined {
		return mostCredits(call, this.session.remembers(call.body?.chave_cache));
	}

	async try(call: SendableCall): Promise<Reply> {
		const { context, connection, pace, usage } = this.session;
		const { endpoint } = call;
		// Before queuing, too: with many items, the wait is long.
		this.session.throwIfStopped(endpoint, this.leaves);
		const sleep = async (ms: number): Promise<void> => await this.session.sleep(ms);
		return await pace.run(sleep, async () => {
			this.session.throwIfStopped(endpoint, this.leaves);
			usage.spent.requests++;
			const { timeoutSeconds } = this.overrides;
			const sent = await attempt(send(context, connection, this.effective(call), timeoutSeconds));
			if (sent.ok) return sent.value;
			if (!(sent.error instanceof ServiceFailure)) throw sent.error;
			// Inside the pace, so that the next queued call is not sent.
			this.session.stopAfter(sent.error);
			throw sent.error.with({ isChargedAgain: this.isChargedAgain(call) });
		});
	}

	/** A later page is a new search whenever the service does not accept its cache key (credit rule 1). */
	private isChargedAgain(call: Call): boolean {
		const { endpoint, body } = call;
		return (
			endpoint.billing.kind === 'newSearch' && (asInteger(body?.pagina) ?? 1) > 1 && this.mostOf(call) !== 0
		);
	}

	/** Equal calls, as they will be sent, have equal signatures. */
	signature(call: Call): readonly unknown[] {
		const { endpoint, path = {}, query = {}, body = {} } = this.effective(call);
		return [endpoint.method, endpoint.path, path, query, body];
	}

	effective<C extends Call>(call: C): C {
		const { query, body } = this.overrides;
		if (!this.main.includes(call.endpoint)) return call;
		return {
			...call,
			query: merge(call.query, query),
			...(call.body && { body: merge(call.body, body) }),
		};
	}

	/** `call` and `ask` do this themselves. */
	charge(call: Call, { body }: Reply): void {
		const hasKnownKey = this.session.remembers(call.body?.chave_cache);
		this.session.usage.charge(call.endpoint, chargedCredits(call, body, hasKnownKey));
		if (call.endpoint.billing.kind === 'newSearch') this.session.remember(cacheKeyIn(body));
	}

	private final(call: Call, lost: ServiceFailure | undefined, last: Error): Error {
		const most = this.mostOf(call);
		const error = most === 0 || lost === undefined ? last : uncertain(lost, last);
		if (most !== 0 && error instanceof ServiceFailure && !isUncharged(error))
			this.session.usage.lose(call.endpoint, most);
		return error;
	}
}

/** A later failure is no proof that a lost call was not charged, unless it rejects what is free to repeat. */
function uncertain(lost: ServiceFailure, last: Error): Error {
	const failure = last instanceof ServiceFailure ? last : undefined;
	if (failure?.phase === 'lost') return last;
	if (failure?.phase === 'rejected' && repeatAfterLoss(lost.endpoint) === 'safe') return last;
	const later = `A later attempt ended with: ${last.message}. ${serviceSays(failure?.serviceText)}`;
	return lost.with({ note: `${later}${failure?.note ?? ''}`.trim() });
}
