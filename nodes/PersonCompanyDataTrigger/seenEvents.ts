import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../../core/base/clock';
import { fingerprint } from '../../core/base/fingerprint';
import { asText, isObject } from '../../core/base/json';
import { Memory } from '../../core/base/memory';
import type { ServiceEvent } from './event';

const REMEMBERED_MS = 24 * 60 * 60 * 1000;
const MOST_EVENTS = 2000;
const MOST_TRIGGERS = 1000;
const HASH_LENGTH = 20;

/** What this process knows about the events of a trigger. */
interface Known {
	/** Events that have started a workflow, the oldest first. */
	started: Set<string>;
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
		this.known = ofTriggers.use(place, () => ({ started: new Set(), underWay: new Set(), stored: '' }));
		const data: unknown = context.getWorkflowStaticData('node');
		this.data = isObject(data) ? data : {};
		const stored = asText(this.data.seen) ?? '';
		if (stored !== this.known.stored)
			this.known.started = new Set([...stored.split(' ').slice(-MOST_EVENTS), ...this.known.started]);
	}

	/** Whether the event has started a workflow. */
	hasStarted(event: ServiceEvent): boolean {
		return this.known.started.has(keyOf(event));
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
		this.known.underWay.delete(keyOf(event));
		this.known.started.add(keyOf(event));
		this.store();
		// When n8n prepares an execution, it forgets that static data has changed. It saves what changes after that.
		void clock.sleep(0).then(() => this.store());
	}

	/** Stores the newest as one text: an object with a name for each takes many times as long to make. */
	private store(): void {
		const { known } = this;
		known.started = new Set([...known.started].slice(-MOST_EVENTS));
		known.stored = [...known.started].join(' ');
		this.data.seen = known.stored;
	}
}

const keyOf = ({ kind, id, status }: ServiceEvent): string =>
	fingerprint(kind, id, status).slice(0, HASH_LENGTH);
