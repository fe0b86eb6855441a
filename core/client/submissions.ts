import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { clock } from '../base/clock';
import { asInteger, asObject, asText, isObject } from '../base/json';

/** What is remembered of a submission: it was sent, and the ID (of a batch or job) once the service gave one. */
interface Entry {
	readonly sentAt: number;
	readonly id?: string;
	/** The balance before it was sent, in words, where it was read. */
	readonly balance?: string;
	/** What else of the answer is needed later. */
	readonly answer?: IDataObject;
}

/**
 * Remembers, with the execution, which charged calls were sent. n8n's "Retry On Fail" runs the whole node
 * again, and a failed execution can be retried: what was submitted is then taken up where it was instead of
 * being paid for once more.
 */
export class Submissions {
	private readonly entries: IDataObject;

	constructor(context: IExecuteFunctions) {
		const state = context.getContext('node');
		state.submissions ??= {};
		this.entries = asObject(state.submissions);
	}

	find(key: string): Entry | undefined {
		const entry = asObject(this.entries[key]);
		const sentAt = asInteger(entry.sentAt);
		if (sentAt === undefined) return undefined;
		return {
			sentAt,
			id: asText(entry.id),
			balance: asText(entry.balance),
			...(isObject(entry.answer) && { answer: entry.answer }),
		};
	}

	/** To be called before sending: should the answer be lost, it is known that the call was sent. */
	sending(key: string, balance?: string): void {
		this.entries[key] = { sentAt: clock.now(), ...(balance !== undefined && { balance }) };
	}

	accepted(key: string, id: string, answer?: IDataObject): void {
		this.entries[key] = { sentAt: clock.now(), id, ...(answer && { answer }) };
	}

	/** The call is over, or the service took nothing: sending again is safe. */
	forget(key: string): void {
		delete this.entries[key];
	}
}
