import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { Endpoint } from '../../../contract/model/endpoint';
import type { ListEntry } from '../../../core/output/listReader';
import { connect, type Connection } from '../../../core/client/connection';
import { ServiceFailure, type FailureKind } from '../../../core/client/failure';
import { send, type Call } from '../../../core/client/request';
import { attempt } from '../../../core/base/async';
import { fingerprint } from '../../../core/base/fingerprint';
import { Memory } from '../../../core/base/memory';

const MINUTE = 60_000;

/** Reference data hardly ever changes. */
export const REFERENCE_MS = 24 * 60 * MINUTE;
/** What the account itself changes, such as its saved filters, is wanted anew soon. */
export const OWN_MS = 2 * MINUTE;

/** What the lists of all open editors share: an account has few requests a day. */
const answers = new Memory<Promise<unknown>>(500, REFERENCE_MS);
const failures = new Memory<ServiceFailure>(500, MINUTE);

/** Failures that every other call of the account would meet, too. */
const OF_THE_ACCOUNT: readonly FailureKind[] = ['unauthorized', 'dailyLimit', 'monthlyLimit', 'limit'];

/** How long a failure keeps calls like the one that failed from being sent. */
export function standsForMs(failure: ServiceFailure): number {
	// An equal call would be refused again.
	if (isRefusal(failure)) return 60 * MINUTE;
	// Limits, the key and the account's permissions do not change from one keystroke to the next.
	return failure.phase === 'blocked' ? 5 * MINUTE : MINUTE;
}

/** Asks the service for lists, each at most once as long as it is remembered. */
export class ListClient {
	private constructor(
		readonly context: ILoadOptionsFunctions,
		private readonly connection: Connection,
	) {}

	/** @throws NodeOperationError when the credential is unfit. */
	static async with(context: ILoadOptionsFunctions): Promise<ListClient> {
		return new ListClient(context, await connect(context));
	}

	/** Whose lists these are. */
	get account(): string {
		return this.connection.account;
	}

	/** The answer to an equal call, when it is remembered or on its way. */
	known(call: Call): Promise<unknown> | undefined {
		return answers.get(this.keyOf(call));
	}

	/**
	 * The body of the answer to a call. Equal calls share one request; after a failure nothing like it is sent
	 * for a while, so that keystrokes do not use up the account's requests.
	 * @throws ServiceFailure, also one that is remembered.
	 */
	async ask(call: Call, keepMs?: number): Promise<unknown> {
		const key = this.keyOf(call);
		const known = answers.get(key);
		if (known !== undefined) return await known;
		for (const place of this.placesOf(call.endpoint, key)) {
			const failed = failures.get(place);
			if (failed !== undefined) throw failed;
		}
		const answer = send(this.context, this.connection, call).then(({ body }) => body);
		answers.keep(key, answer, keepMs);
		const settled = await attempt(answer);
		if (settled.ok) return settled.value;
		answers.forget(key);
		if (settled.error instanceof ServiceFailure) this.remember(settled.error, key);
		throw settled.error;
	}

	private keyOf({ endpoint, query }: Call): string {
		return fingerprint(this.account, endpoint.path, query ?? {});
	}

	/** What a failure can stand for: this call, every call to its endpoint, every call of the account. */
	private placesOf(endpoint: Endpoint, key: string): readonly [string, string, string] {
		return [key, fingerprint(this.account, endpoint.path), this.account];
	}

	private remember(failure: ServiceFailure, key: string): void {
		const [call, endpoint, account] = this.placesOf(failure.endpoint, key);
		const others = OF_THE_ACCOUNT.includes(failure.kind) ? account : endpoint;
		failures.keep(isRefusal(failure) ? call : others, failure, standsForMs(failure));
	}
}

/** Whether the service refused the call as it was, so that another one may do. */
export const isRefusal = (error: Error): boolean =>
	error instanceof ServiceFailure && (error.kind === 'rejected' || error.kind === 'notFound');

/** Gives the entries of a list that match what the user has typed; all of them, or the first, for empty text. */
export type ListSource = (client: ListClient, filter: string) => Promise<readonly ListEntry[]>;
