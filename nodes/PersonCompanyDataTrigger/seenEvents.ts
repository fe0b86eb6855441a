import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../../core/base/clock';
import { fingerprint } from '../../core/base/fingerprint';
import { asInteger, asObject } from '../../core/base/json';
import { Memory } from '../../core/base/memory';
import type { ServiceEvent } from './event';

/** The service stops retrying after minutes; a day allows for a wrong clock. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;
const MOST_EVENTS = 2000;
const HASH_LENGTH = 20;

/** What this process knows about the events of a trigger. */
interface Known {
	/** Events that have started a workflow, with their time. */
	readonly started: Memory<number>;
	/** Events being processed. */
	readonly underWay: Set<string>;
}

const MOST_TRIGGERS = 1000;
const ofTriggers = new Memory<Known>(MOST_TRIGGERS, REMEMBERED_MS);

const nothingKnown = (): Known => ({
	// Room for the events stored by other processes, too.
	started: new Memory(2 * MOST_EVENTS, REMEMBERED_MS),
	underWay: new Set(),
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
		this.data = context.getWorkflowStaticData('node');
		const { started } = this.known;
		for (const [key, stored] of Object.entries(asObject(this.data.seen))) {
			const time = asInteger(stored) ?? 0;
			if (started.get(key) === undefined) started.keep(key, time, time + REMEMBERED_MS - clock.now());
		}
	}

	/** Whether the event has started a workflow. */
	hasStarted(event: ServiceEvent): boolean {
		return this.known.started.get(keyOf(event)) !== undefined;
	}

	/** Claims an event; false when it has already started a workflow or is being processed. */
	take(event: ServiceEvent): boolean {
		const key = keyOf(event);
		const { started, underWay } = this.known;
		if (underWay.has(key) || started.get(key) !== undefined) return false;
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
		started.keep(keyOf(event), clock.now());
		this.store();
		// When n8n prepares an execution, it forgets that static data has changed. It saves what changes after that.
		void clock.sleep(0).then(() => this.store());
	}

	private store(): void {
		const byTime = this.known.started.entries().sort(([, a], [, b]) => a - b);
		// A new object: n8n does not detect changes inside an existing one.
		this.data.seen = Object.fromEntries(byTime.slice(-MOST_EVENTS));
	}
}

const keyOf = ({ kind, id, status }: ServiceEvent): string =>
	fingerprint(kind, id, status).slice(0, HASH_LENGTH);
