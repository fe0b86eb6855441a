import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { Endpoint } from '../../../contract/model/endpoint';
import type { ListEntry } from '../../../core/read/entries';
import { connect, type Connection } from '../../../core/client/connection';
import { ServiceFailure, type FailureKind } from '../../../core/client/failure';
import { send, type FreeCall } from '../../../core/client/request';
import { asBody, type Body } from '../../../core/read/answer';
import { attempt } from '../../../core/base/async';
import { fingerprint } from '../../../core/base/fingerprint';
import { Memory } from '../../../core/base/memory';

const MINUTE = 60_000;

/** Reference data rarely changes. */
export const REFERENCE_MS = 24 * 60 * MINUTE;
/** The account's own data, such as saved filters, may change at any time. */
export const OWN_MS = 2 * MINUTE;

/**
 * What all open editors share, because an account has few requests per day: responses and failures by what they hold for,
 * and what was learned about the service.
 */
const memory = new Memory<unknown>(1000, REFERENCE_MS);

/** Failures that affect every call of the account. */
const OF_THE_ACCOUNT: readonly FailureKind[] = ['unauthorized', 'dailyLimit', 'monthlyLimit', 'limit'];

/** How long calls like the failed one are not sent. */
export function standsForMs(failure: ServiceFailure): number {
	// An equal call would be rejected again.
	if (isRefusal(failure)) return 60 * MINUTE;
	// Limits, the key and the account's permissions do not change between keystrokes.
	return failure.phase === 'blocked' ? 5 * MINUTE : MINUTE;
}

/** Requests lists from the service, each at most once while it is cached. */
export class ListClient {
	private constructor(
		readonly context: ILoadOptionsFunctions,
		private readonly connection: Connection,
	) {}

	/** @throws NodeOperationError when the credential is invalid. */
	static async with(context: ILoadOptionsFunctions): Promise<ListClient> {
		return new ListClient(context, await connect(context));
	}

	/** The account the lists belong to. */
	get account(): string {
		return this.connection.account;
	}

	/** The response to an equal call, if it is cached or in progress. */
	known(call: FreeCall): Promise<Body> | undefined {
		return memory.get(this.keyOf(call)) as Promise<Body> | undefined;
	}

	/**
	 * The response body of a call. Equal calls share one request. After a failure, similar calls are not sent
	 * for a while, so that keystrokes do not use up the account's requests.
	 * @throws ServiceFailure, new or cached.
	 */
	async ask(call: FreeCall, keepMs?: number): Promise<Body> {
		const key = this.keyOf(call);
		const known = this.placesOf(call.endpoint, key).map((place) => memory.get(place));
		const found = known.find((one) => one !== undefined);
		if (found instanceof ServiceFailure) throw found;
		if (found !== undefined) return asBody(await found);
		const answer = send(this.context, this.connection, call).then(({ body }) => body);
		memory.keep(key, answer, keepMs);
		const settled = await attempt(answer);
		if (settled.ok) return settled.value;
		memory.forget(key);
		if (settled.error instanceof ServiceFailure) this.remember(settled.error, key);
		throw settled.error;
	}

	/** What was learned about the service for the account. */
	learned<T>(): Partial<T> {
		return (memory.get(this.placeOfLearned) as Partial<T> | undefined) ?? {};
	}

	learn(news: object): void {
		memory.keep(this.placeOfLearned, { ...this.learned(), ...news });
	}

	private get placeOfLearned(): string {
		return fingerprint(this.account, 'learned');
	}

	private keyOf({ endpoint, query }: FreeCall): string {
		return fingerprint(this.account, endpoint.path, query ?? {});
	}

	/**
	 * The scopes a failure can apply to: this call, every call to its endpoint, every call of the account.
	 */
	private placesOf(endpoint: Endpoint, key: string): readonly [string, string, string] {
		return [key, fingerprint(this.account, endpoint.path), this.account];
	}

	private remember(failure: ServiceFailure, key: string): void {
		const [call, endpoint, account] = this.placesOf(failure.endpoint, key);
		const others = OF_THE_ACCOUNT.includes(failure.kind) ? account : endpoint;
		memory.keep(isRefusal(failure) ? call : others, failure, standsForMs(failure));
	}
}

/** Whether the service rejected this particular call, so that a different one may succeed. */
export const isRefusal = (error: Error): boolean =>
	error instanceof ServiceFailure && (error.kind === 'rejected' || error.kind === 'notFound');

/** Entries of a list, and whether they are complete. */
export interface Rows {
	readonly entries: readonly ListEntry[];
	readonly isWhole: boolean;
	/** Entries of the whole list, if the service tells. */
	readonly total?: number;
}

/** Returns the entries of a list that match the typed text; for an empty text, all or the first ones. */
export type ListSource = (client: ListClient, filter: string) => Promise<Rows>;

/** The same rows with other entries. */
export const withEntries = (rows: Rows, entries: readonly ListEntry[]): Rows => ({ ...rows, entries });

/** No entries, also until enough is typed: n8n's editor takes the search box away when a list throws. */
export const NOTHING: Rows = { entries: [], isWhole: true };
