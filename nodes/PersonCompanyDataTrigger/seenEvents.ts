import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../../core/base/clock';
import { fingerprint } from '../../core/base/fingerprint';
import { asText, isObject } from '../../core/base/json';
import { Memory } from '../../core/base/memory';
import type { ServiceEvent } from './event';

/** The service stops retrying after minutes; a day allows for a wrong clock. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;
const MOST_EVENTS = 2000;
const MOST_TRIGGERS = 1000;
const HASH_LENGTH = 20;

/** What this process knows about the events of a trigger. */
interface Known {
	/** When events have started a workflow, the oldest first. */
	started: Map<string, number>;
	readonly underWay: Set<string>;
	/** What this process has stored last. */
	stored: string;
}

const ofTriggers = new Memory<Known>(MOST_TRIGGERS, REMEMBERED_MS);

/**
 * Remembers which events have started a workflow, in the process and in the workflow's static data: the service sends
 * an event up to three times. n8n saves static data after the execution that an event starts, before it answers, and
 * loads it again for each call, so concurrent calls rely on the process.
 */
export class SeenEvents {
	private readonly known: Known;
	private readonly data: IDataObject;

	constructor(context: IWebhookFunctions) {
		const place = `${context.getWorkflow().id} ${context.getNode().id} ${context.getMode()}`;
		this.known = ofTriggers.use(place, () => ({ started: new Map(), underWay: new Set(), stored: '' }));
		const data: unknown = context.getWorkflowStaticData('node');
		// What is damaged counts as nothing: an event may then start the workflow once more, and is never lost.
		this.data = isObject(data) ? data : {};
		this.merge(asText(this.data.seen) ?? '');
	}

	/** Whether the event has started a workflow. */
	hasStarted(event: ServiceEvent): boolean {
		const time = this.known.started.get(keyOf(event));
		return time !== undefined && isRecent(time);
	}

	/** Claims an event; false when it has already started a workflow or is being processed. */
	take(event: ServiceEvent): boolean {
		const key = keyOf(event);
		if (this.known.underWay.has(key) || this.hasStarted(event)) return false;
		this.known.underWay.add(key);
		return true;
	}

	/** Releases an event that starts no workflow: if it arrives again, it is new. */
	drop(event: ServiceEvent): void {
		this.known.underWay.delete(keyOf(event));
		this.known.started.delete(keyOf(event));
	}

	/** Records that the event starts a workflow. */
	start(event: ServiceEvent): void {
		const { started, underWay } = this.known;
		underWay.delete(keyOf(event));
		started.delete(keyOf(event));
		started.set(keyOf(event), clock.now());
		this.store();
		// When n8n prepares an execution, it forgets that static data has changed. It saves what changes after that.
		void clock.sleep(0).then(() => this.store());
	}

	/** Adds what another process has stored. */
	private merge(stored: string): void {
		const { known } = this;
		if (stored === known.stored) return;
		const others = stored
			.split(' ')
			.slice(-MOST_EVENTS)
			.map((entry): [string, number] => {
				// A time to come would outlast all others.
				const time = Math.min(clock.now(), parseInt(entry.slice(HASH_LENGTH), 36));
				return [entry.slice(0, HASH_LENGTH), time];
			})
			.filter(([key, time]) => isRecent(time) && !known.started.has(key));
		if (others.length > 0)
			known.started = new Map([...known.started, ...others].sort(([, a], [, b]) => a - b));
	}

	/** Stores the newest as one text: an object with a name for each takes many times as long to make. */
	private store(): void {
		const { known } = this;
		const newest = [...known.started].filter(([, time]) => isRecent(time)).slice(-MOST_EVENTS);
		known.started = new Map(newest);
		known.stored = newest.map(([key, time]) => key + time.toString(36)).join(' ');
		this.data.seen = known.stored;
	}
}

const isRecent = (time: number): boolean => time > clock.now() - REMEMBERED_MS;

const keyOf = ({ kind, id, status }: ServiceEvent): string =>
	fingerprint(kind, id, status ?? '').slice(0, HASH_LENGTH);
