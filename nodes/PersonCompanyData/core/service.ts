import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { repeatAfterLoss } from '../contract/billing';
import type { Endpoint } from '../contract/endpoint';
import { clock } from './clock';
import type { Connection } from './connection';
import { explain } from './explain';
import { ServiceFailure } from './failure';
import { decide, type Verdict } from './repeat';
import { merge, send, type Call, type Overrides, type Reply } from './request';
import { settle } from './settle';

/** What all items of one run share. */
export class Session {
	/** The failure after which nothing more is sent in this run. */
	stoppedBy?: ServiceFailure;
	private run?: readonly string[];
	private readonly hints = new Set<string>();
	private readonly answers = new Map<string, Promise<unknown>>();

	constructor(
		readonly context: IExecuteFunctions,
		readonly connection: Connection,
	) {}

	/** The run of the node within its execution: the same when n8n tries again, another in each turn of a loop. */
	get runKey(): readonly string[] {
		// Evaluating an expression takes n8n about as long as sending a request.
		this.run ??= [
			this.context.getExecutionId(),
			this.context.getNode().id,
			String(this.context.evaluateExpression('{{ $runIndex }}', 0)),
		];
		return this.run;
	}

	get signal(): AbortSignal | undefined {
		return this.context.getExecutionCancelSignal();
	}

	/** Shows a remark in the node's output pane, once per run; older n8n has no place for it. */
	hint(message: string): void {
		if (this.hints.has(message) || this.context.addExecutionHints === undefined) return;
		this.hints.add(message);
		this.context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}

	/** Does equal work once in this run and gives its result to everyone who asks. */
	once<T>(key: string, work: () => Promise<T>): Promise<T> {
		const known = this.answers.get(key) as Promise<T> | undefined;
		if (known !== undefined) return known;
		const answer = work();
		this.answers.set(key, answer);
		return answer;
	}
}

/** The only door of operations to the service. */
export class Service {
	constructor(
		readonly session: Session,
		private readonly overrides: Overrides = {},
	) {}

	/**
	 * Calls the service; a failed call is sent again where the endpoint's price allows it and never elsewhere.
	 * @throws ServiceFailure when it is given up.
	 */
	async call(call: Call): Promise<Reply> {
		for (let attempt = 1; ; attempt++) {
			this.refuseWhenStopped(call.endpoint);
			const sent = await settle(send(this.session.context, this.session.connection, call, this.overrides));
			if (sent.ok) return sent.value;
			if (!(sent.error instanceof ServiceFailure)) throw sent.error;
			const verdict = this.judge(sent.error, attempt);
			if (verdict.do === 'stopRun') this.session.stoppedBy ??= sent.error;
			if (verdict.do !== 'repeat') throw sent.error;
			await this.sleep(verdict.waitMs, call.endpoint);
		}
	}

	/** Waits; ends with a failure as soon as the user stops the execution. */
	async sleep(ms: number, endpoint: Endpoint): Promise<void> {
		const slept = await settle(clock.sleep(ms, this.session.signal));
		if (!slept.ok) throw new ServiceFailure({ kind: 'cancelled', endpoint });
	}

	private judge(failure: ServiceFailure, attempt: number): Verdict {
		return decide({
			phase: failure.phase,
			afterLoss: repeatAfterLoss(failure.endpoint),
			attempt,
			elapsedMs: failure.elapsedMs ?? 0,
			retryAfterSeconds: failure.retryAfterSeconds,
			holdSeconds: failure.endpoint.holdSeconds,
			random: clock.random(),
		});
	}

	/** All of a call that decides what it does, as it will be sent: equal calls have equal ones. */
	signature(endpoint: Endpoint, body: IDataObject): readonly unknown[] {
		const { path, query } = this.overrides;
		return [endpoint.method, path ?? endpoint.path, query ?? {}, this.effectiveBody(body)];
	}

	/** A body as it will be sent, with what the user adds or replaces. */
	effectiveBody(body: IDataObject): IDataObject {
		return merge(body, this.overrides.body);
	}

	private refuseWhenStopped(endpoint: Endpoint): void {
		const { stoppedBy } = this.session;
		if (stoppedBy === undefined) return;
		const { message, advice } = explain(stoppedBy);
		throw new ServiceFailure({ kind: 'notSent', endpoint, serviceText: `${message}. ${advice}` });
	}
}
