import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { connect, type Connection } from '../../../core/client/connection';
import { ServiceFailure } from '../../../core/client/failure';
import { send, type FreeCall } from '../../../core/client/request';
import type { Body } from '../../../core/read/answer';
import { attempt } from '../../../core/base/async';
import { fingerprint } from '../../../core/base/fingerprint';
import { Memory } from '../../../core/base/memory';

const MINUTE = 60_000;

/** Reference data rarely changes. */
const REFERENCE_MS = 24 * 60 * MINUTE;
/** The account's own data, such as saved filters, may change at any time. */
export const OWN_MS = 2 * MINUTE;

/** Answers, failures and the form of call, shared by all editors: an account has few requests per day. */
const memory = new Memory<Promise<Body> | ServiceFailure | number>(1000, REFERENCE_MS);

/** Whether only this call was rejected, so that a different one may succeed. */
export const isRefusal = (error: Error): boolean =>
	error instanceof ServiceFailure && (error.kind === 'rejected' || error.kind === 'notFound');

/** For how long similar calls are not sent, in ms. */
export function standsForMs(failure: ServiceFailure): number {
	// An equal call would be rejected again.
	if (isRefusal(failure)) return 60 * MINUTE;
	// Limits, the key and the account's permissions do not change between keystrokes.
	return failure.phase === 'blocked' ? 5 * MINUTE : MINUTE;
}

/** Requests lists, each at most once while it is remembered. */
export class ListClient {
	private constructor(
		private readonly context: ILoadOptionsFunctions,
		private readonly connection: Connection,
	) {}

	/** @throws NodeOperationError when the credential is invalid. */
	static async with(context: ILoadOptionsFunctions): Promise<ListClient> {
		return new ListClient(context, await connect(context));
	}

	/** The answer to an equal call that is remembered or in flight. */
	known(call: FreeCall): Promise<Body> | undefined {
		const known = memory.get(this.keyOf(call));
		return known instanceof Promise ? known : undefined;
	}

	/**
	 * Equal calls share a request. After a failure the account sends nothing for a while, so that keystrokes do not
	 * use up its requests; after a refusal, only this call is held back.
	 * @throws ServiceFailure, new or remembered
	 */
	async ask(call: FreeCall, keepMs?: number): Promise<Body> {
		const key = this.keyOf(call);
		const known = memory.get(key) ?? memory.get(this.connection.account);
		if (known instanceof ServiceFailure) throw known;
		if (known instanceof Promise) return await known;
		const answer = send(this.context, this.connection, call).then(({ body }) => body);
		memory.keep(key, answer, keepMs);
		const settled = await attempt(answer);
		if (settled.ok) return settled.value;
		const { error } = settled;
		memory.forget(key);
		if (error instanceof ServiceFailure)
			memory.keep(isRefusal(error) ? key : this.connection.account, error, standsForMs(error));
		throw error;
	}

	/** The index of the form of call that the service has understood. */
	get form(): number | undefined {
		const known = memory.get(this.keyOfForm);
		return typeof known === 'number' ? known : undefined;
	}

	set form(form: number) {
		memory.keep(this.keyOfForm, form);
	}

	private get keyOfForm(): string {
		return fingerprint(this.connection.account, 'form');
	}

	private keyOf({ endpoint, query = {} }: FreeCall): string {
		return fingerprint(this.connection.account, endpoint.path, query);
	}
}
