import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { asInteger, asObject } from '../base/json';
import type { Reply } from './request';

/** Headers of an answer that readers look at. */
const KEPT_HEADERS = ['location', 'retry-after', 'idempotency-replayed'];

/**
 * The answers that a run of the node has obtained, kept with the execution until the run has succeeded. When
 * n8n tries the node again ("Retry On Fail", or a failed execution retried from the list), calls that were
 * answered are not sent again, whatever they cost.
 */
export class Answers {
	private readonly context: IDataObject;

	constructor(context: IExecuteFunctions) {
		this.context = context.getContext('node');
	}

	find(key: string): Reply | undefined {
		const kept = asObject(asObject(this.context.answers)[key]);
		const status = asInteger(kept.status);
		if (status === undefined) return undefined;
		return { status, headers: asObject(kept.headers) as Reply['headers'], body: kept.body };
	}

	/** Returns the answer without the headers that nobody looks at: a large search has thousands of answers. */
	keep(key: string, reply: Reply): Reply {
		const { status, headers, body } = reply;
		const answers = asObject((this.context.answers ??= {}));
		const kept = Object.fromEntries(
			KEPT_HEADERS.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]),
		);
		answers[key] = { status, headers: kept, body: body as IDataObject };
		return { ...reply, headers: kept };
	}

	/** The run has succeeded: its answers are in its output. */
	forget(): void {
		delete this.context.answers;
	}
}
