import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../../core/base/clock';
import { fingerprint } from '../../core/base/fingerprint';
import { asText, isObject } from '../../core/base/json';
import { Memory } from '../../core/base/memory';
import type { ServiceEvent } from './event';
import { Unconfirmed } from './unconfirmed';

/** The service stops retrying after minutes; a day allows for a wrong clock. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;
const MOST_EVENTS = 2000;
const HASH_LENGTH = 20;

/** Events that have started a workflow, with their time, the oldest first. */
class Started {
	private times = new Map<string, number>();
	/** What this process has stored last. */
	private stored = '';

	has(key: string): boolean {
		const time = this.times.get(key);
		return time !== undefined && time > clock.now() - REMEMBERED_MS;
	}

	add(key: string): void {
		this.times.delete(key);
		this.times.set(key, clock.now());
		this.trim();
	}

	/** Adds what is stored, perhaps by another process. */
	merge(stored: string): void {
		if (stored === this.stored) return;
		const now = clock.now();
		const others: Array<[string, number]> = [];
		for (const entry of stored.split(' ').slice(-MOST_EVENTS)) {
			const key = entry.slice(0, HASH_LENGTH);
			// A time to come would outlast all others.
			const time = Math.min(now, parseInt(entry.slice(HASH_LENGTH), 36));
			if (time > now - REMEMBERED_MS && !this.times.has(key)) others.push([key, time]);
		}
		if (others.length === 0) return;
		this.times = new Map([...this.times, ...others].sort(([, a], [, b]) => a - b));
		this.trim();
	}

	forget(key: string): void {
		this.times.delete(key);
	}

	/** What is stored of them. One text: an object with a name for each takes many times as long to make. */
	newest(): string {
		const entries = [...this.times].slice(-MOST_EVENTS);
		this.stored = entries.map(([key, time]) => key + time.toString(36)).join(' ');
		return this.stored;
	}

	private trim(): void {
		const since = clock.now() - REMEMBERED_MS;
		for (const [oldest, time] of this.times) {
			// Room for the events stored by other processes, too.
			if (time > since && this.times.size <= 2 * MOST_EVENTS) break;
			this.times.delete(oldest);
		}
	}
}

/** What this process knows about the events of a trigger. */
interface Known {
	readonly started: Started;
	/** Events being processed. */
	readonly underWay: Set<string>;
	readonly unconfirmed: Unconfirmed;
}

const MOST_TRIGGERS = 1000;
const ofTriggers = new Memory<Known>(MOST_TRIGGERS, REMEMBERED_MS);

const nothingKnown = (): Known => ({
	started: new Started(),
	underWay: new Set(),
	unconfirmed: new Unconfirmed(),
});

/**
 * Remembers which events have started a workflow, in the process and in the workflow's static data: the
 * service sends an event up to three times. n8n saves static data after the execution that an event starts, before
 * it answers, and loads it again for each call, so concurrent calls rely on the process.
 */
export class SeenEvents {
	private readonly known: Known;
	private readonly data: IDataObject;

	constructor(context: IWebhookFunctions) {
		const place = `${context.getWorkflow().id} ${context.getNode().id} ${context.getMode()}`;
		this.known = ofTriggers.use(place, nothingKnown);
		const data: unknown = context.getWorkflowStaticData('node');
		// What is damaged counts as nothing: an event may then start the workflow once more, and is never lost.
		this.data = isObject(data) ? data : {};
		this.known.started.merge(asText(this.data.seen) ?? '');
	}

	get unconfirmed(): Unconfirmed {
		return this.known.unconfirmed;
	}

	/** Whether the event has started a workflow. */
	hasStarted(event: ServiceEvent): boolean {
		return this.known.started.has(keyOf(event));
	}

	/** Claims an event; false when it has already started a workflow or is being processed. */
	take(event: ServiceEvent): boolean {
		const key = keyOf(event);
		const { started, underWay } = this.known;
		if (underWay.has(key) || started.has(key)) return false;
		underWay.add(key);
		return true;
	}

	/** Releases an event that starts no workflow: if it arrives again, it is new. */
	drop(event: ServiceEvent): void {
		const { started, underWay } = this.known;
		underWay.delete(keyOf(event));
		started.forget(keyOf(event));
	}

	/** Records that the event starts a workflow. */
	start(event: ServiceEvent): void {
		const { started, underWay } = this.known;
		underWay.delete(keyOf(event));
		started.add(keyOf(event));
		this.store();
		// When n8n prepares an execution, it forgets that static data has changed. It saves what changes after that.
		void clock.sleep(0).then(() => this.store());
	}

	private store(): void {
		this.data.seen = this.known.started.newest();
	}
}

const keyOf = ({ kind, id, status }: ServiceEvent): string =>
	fingerprint(kind, id, status ?? '').slice(0, HASH_LENGTH);
