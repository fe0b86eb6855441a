import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../../core/base/clock';
import { fingerprint } from '../../core/base/fingerprint';
import { asText, isObject } from '../../core/base/json';
import { Memory } from '../../core/base/memory';
import type { ServiceEvent } from './event';

const MOST_EVENTS = 2000;
const MOST_TRIGGERS = 1000;
const HASH_LENGTH = 20;

interface Known {
	/** Oldest first. */
	started: Set<string>;
	readonly underWay: Set<string>;
	/** What this process stored last. */
	stored: string;
}

const ofTriggers = new Memory<Known>(MOST_TRIGGERS);

/**
 * The service sends an event up to three times. Kept in the process and in static data, which n8n saves after the
 * execution and loads for each call, so that concurrent calls rely on the process.
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

	hasStarted(event: ServiceEvent): boolean {
		return this.known.started.has(keyOf(event));
	}

	/** False when the event has started a workflow or is being processed. */
	take(event: ServiceEvent): boolean {
		const key = keyOf(event);
		if (this.known.underWay.has(key) || this.hasStarted(event)) return false;
		this.known.underWay.add(key);
		return true;
	}

	/** If it arrives again, it counts as new. */
	drop(event: ServiceEvent): void {
		this.known.underWay.delete(keyOf(event));
		this.known.started.delete(keyOf(event));
	}

	start(event: ServiceEvent): void {
		this.known.underWay.delete(keyOf(event));
		this.known.started.add(keyOf(event));
		this.store();
		// n8n forgets changes made before it prepares an execution, but saves later ones: store again after that.
		void clock.sleep(0).then(() => this.store());
	}

	/** One text: an object with a key per event takes many times as long to build. */
	private store(): void {
		const { known } = this;
		known.started = new Set([...known.started].slice(-MOST_EVENTS));
		known.stored = [...known.started].join(' ');
		this.data.seen = known.stored;
	}
}

const keyOf = ({ kind, id, status }: ServiceEvent): string =>
	fingerprint(kind, id, status).slice(0, HASH_LENGTH);
