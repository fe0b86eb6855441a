import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../../core/base/clock';
import { fingerprint } from '../../core/base/fingerprint';
import { asInteger, asObject } from '../../core/base/json';
import { Memory } from '../../core/base/memory';
import type { ServiceEvent } from './event';

/** The service gives up after minutes; a day leaves room for a clock that is wrong. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;
const MOST_EVENTS = 2000;
const HASH_LENGTH = 20;

/** What this process knows of the events of a trigger. */
interface Known {
	/** Events that have started a workflow, with the time. */
	readonly started: Memory<number>;
	/** Events that are being looked at. */
	readonly underWay: Set<string>;
}

const MOST_TRIGGERS = 1000;
const ofTriggers = new Memory<Known>(MOST_TRIGGERS, REMEMBERED_MS);

const nothingKnown = (): Known => ({
	// What other processes have stored comes on top of what this one knows.
	started: new Memory(2 * MOST_EVENTS, REMEMBERED_MS),
	underWay: new Set(),
});

/**
 * Remembers which events have started a workflow, in this process and with the workflow: the service sends an
 * event up to three times. n8n stores data of the workflow with the execution that an event starts; it loads
 * them for each call anew, so that calls at the same time rely on the process.
 */
export class SeenEvents {
	private readonly known: Known;
	private readonly data: IDataObject;

	constructor(context: IWebhookFunctions) {
		const place = `${context.getWorkflow().id} ${context.getNode().id} ${context.getMode()}`;
		this.known = ofTriggers.use(place, nothingKnown);
		this.data = context.getWorkflowStaticData('node');
		const { started } = this.known;
		for (const [key, stored] of Object.entries(asObject(this.data.seen))) {
			const time = asInteger(stored) ?? 0;
			if (started.get(key) === undefined) started.keep(key, time, time + REMEMBERED_MS - clock.now());
		}
	}

	/** Takes an event up; false when it has started a workflow already, or is being looked at. */
	take(event: ServiceEvent): boolean {
		const key = keyOf(event);
		const { started, underWay } = this.known;
		if (underWay.has(key) || started.get(key) !== undefined) return false;
		underWay.add(key);
		return true;
	}

	/** The event starts no workflow: when it comes again, it is new. */
	drop(event: ServiceEvent): void {
		this.known.underWay.delete(keyOf(event));
	}

	/** The event starts a workflow; n8n stores that together with it. */
	start(event: ServiceEvent): void {
		const { started, underWay } = this.known;
		underWay.delete(keyOf(event));
		started.keep(keyOf(event), clock.now());
		const byTime = started.entries().sort(([, a], [, b]) => a - b);
		// A new object: n8n stores what has changed, not what was changed within.
		this.data.seen = Object.fromEntries(byTime.slice(-MOST_EVENTS));
	}
}

const keyOf = ({ kind, id, status }: ServiceEvent): string =>
	fingerprint(kind, id, status).slice(0, HASH_LENGTH);
