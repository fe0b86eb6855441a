import { limits } from '../../contract/model/limits';
import type { Clock } from '../base/clock';
import { callOut, type OutgoingResult } from '../base/http';
import { Refusal } from '../base/refusal';
import type { Configuration, Settings } from '../base/settings';
import { spelled } from '../base/spelling';

/** One call of the service to a webhook of the client. */
export interface Delivery {
	/** A push of a batch, an event of the account-wide webhook, or the result of checked numbers. */
	readonly kind: 'batch' | 'event' | 'callback';
	readonly url: string;
	/** From 1. */
	readonly attempt: number;
	readonly time: number;
	/** Status that the receiver answered. */
	readonly status?: number;
	/** Why there was no answer. */
	readonly error?: string;
	/** The JSON that was sent. */
	readonly text: string;
}

const isGood = ({ status = 0 }: OutgoingResult): boolean => status >= 200 && status < 300;

/** Probes webhooks and delivers to them; keeps every attempt. */
export class Webhooks {
	readonly deliveries: Delivery[] = [];
	private eventUrl?: string;

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
		private readonly config: Configuration,
	) {}

	/** Tests the URL that a batch brings; refuses it with 400 when it does not answer. */
	async probe(url: string): Promise<void> {
		if (this.settings.webhookProbe === 'head') await this.test(url);
	}

	/** Registers the account-wide webhook after testing that it is available. */
	async register(url: string): Promise<void> {
		await this.test(url);
		this.eventUrl = url;
	}

	/** Pushes a result to the address that came with its call. */
	push(kind: 'batch' | 'callback', url: string, result: unknown): void {
		this.deliver({ kind, url, text: JSON.stringify(spelled(result, this.config.brandTerms)) });
	}

	/** Tells the account-wide webhook, if there is one, of the end of a job. */
	pushEvent(jobId: number, jobType: 'enrichment' | 'prospecting', status: 'done' | 'error'): void {
		if (this.eventUrl === undefined) return;
		const text = JSON.stringify({ job_id: jobId, job_type: jobType, status });
		this.deliver({ kind: 'event', url: this.eventUrl, text });
	}

	private async test(url: string): Promise<void> {
		const result = await this.call('HEAD', url);
		if (isGood(result)) return;
		const seen = result.status ?? result.error ?? 'nothing';
		throw new Refusal(400, 'invalid_webhook', `The webhook URL does not accept HEAD: ${seen}.`);
	}

	private deliver(push: Pick<Delivery, 'kind' | 'url' | 'text'>, attempt = 1): void {
		const time = this.clock.now();
		void this.clock.during(
			this.call('POST', push.url, push.text).then((result) => {
				this.deliveries.push({ ...push, attempt, time, ...result });
				if (this.deliveries.length > this.config.keepRequests) this.deliveries.shift();
				// Only 200 is the required reply.
				if (result.status === 200 || attempt >= limits.webhookAttempts) return;
				this.clock.after(limits.webhookRetrySeconds * 1000, () => this.deliver(push, attempt + 1));
			}),
		);
	}

	private async call(method: 'HEAD' | 'POST', url: string, text?: string): Promise<OutgoingResult> {
		let callOff = (): void => undefined;
		const timedOut = new Promise<void>((resolve) => {
			callOff = this.clock.after(limits.webhookTimeoutSeconds * 1000, resolve);
		});
		try {
			return await callOut(method, url, timedOut, text);
		} finally {
			callOff();
		}
	}
}
