import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { clock } from './clock';
import { isObject } from './read';

/** What is remembered of a submission: it was sent, and its batch ID once the service gave one. */
interface Entry {
	readonly sentAt: number;
	readonly batchId?: string;
}

/** Text that differs between different values and not with the order of an object's fields. */
const canonical = (value: unknown): string =>
	JSON.stringify(value, (_, inner: unknown) =>
		isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
	);

/** A short name for a value: equal values get the same one. */
export const fingerprint = (...parts: unknown[]): string =>
	createHash('sha256').update(canonical(parts)).digest('hex');

/**
 * Remembers, with the execution, which batches were submitted. n8n's "Retry On Fail" runs the whole node
 * again: what was submitted is then taken up where it was instead of being paid for once more.
 */
export class Submissions {
	private readonly entries: IDataObject;

	constructor(context: IExecuteFunctions) {
		const state = context.getContext('node');
		state.submissions ??= {};
		this.entries = state.submissions as IDataObject;
	}

	find(key: string): Entry | undefined {
		return this.entries[key] as unknown as Entry | undefined;
	}

	/** To be called before sending: should the answer be lost, the batch must not be sent again. */
	sending(key: string): void {
		this.entries[key] = { sentAt: clock.now() };
	}

	accepted(key: string, batchId: string): void {
		this.entries[key] = { sentAt: clock.now(), batchId };
	}

	/** The service took nothing; sending again is safe. */
	refused(key: string): void {
		delete this.entries[key];
	}
}
