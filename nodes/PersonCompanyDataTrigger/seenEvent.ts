import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../../core/base/clock';
import { fingerprint } from '../../core/base/fingerprint';
import { asText, isObject } from '../../core/base/json';
import { Memory } from '../../core/base/memory';
import type { ServiceEvent } from './event';

const MOST_EVENTS = 2000;
const HASH_LENGTH = 20;

type State = 'new' | 'started' | 'taken';

/** The service sends an event three times within minutes. */
const states = new Memory<State>(100_000, 60 * 60_000);

/**
 * Whether an event has started a workflow; known in the process and, to other processes, by static data, which n8n
 * saves after the execution and loads for each call.
 */
export class SeenEvent {
	private readonly hash: string;
	private readonly place: string;
	private readonly data: IDataObject;

	constructor(context: IWebhookFunctions, { kind, id, status }: ServiceEvent) {
		this.hash = fingerprint(kind, id, status).slice(0, HASH_LENGTH);
		this.place = [context.getWorkflow().id, context.getNode().id, context.getMode(), this.hash].join(' ');
		const data: unknown = context.getWorkflowStaticData('node');
		this.data = isObject(data) ? data : {};
	}

	get state(): State {
		return states.get(this.place) ?? (this.stored.includes(this.hash) ? 'started' : 'new');
	}

	become(state: State): void {
		states.keep(this.place, state);
		if (state !== 'started') return;
		this.store();
		// n8n forgets changes made before it prepares an execution, but saves later ones.
		void clock.sleep(0).then(() => this.store());
	}

	/** One text: an object with a key per event takes many times as long to build. */
	private store(): void {
		this.data.seen = [...new Set([...this.stored, this.hash])].slice(-MOST_EVENTS).join(' ');
	}

	private get stored(): string[] {
		return asText(this.data.seen)?.split(' ') ?? [];
	}
}
