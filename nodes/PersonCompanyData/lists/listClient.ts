import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { connect, type Connection } from '../../../core/client/connection';
import { LASTS_MS, ServiceFailure } from '../../../core/client/failure';
import { send, type FreeCall } from '../../../core/client/request';
import type { Body } from '../../../core/read/answer';
import { attempt } from '../../../core/base/async';
import { fingerprint } from '../../../core/base/fingerprint';
import { Memory } from '../../../core/base/memory';

/** The account's own data, such as saved filters, may change at any time; reference data rarely does. */
export const OWN_MS = 2 * 60_000;

/**
 * For a day, shared by all editors: an account has few requests. For an account that has used them up, its refusal,
 * so that no list asks.
 */
const answers = new Memory<Promise<Body>>(1000);

/** Requests lists, each once while it is remembered. */
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
	remembered(call: FreeCall): Promise<Body> | undefined {
		return answers.get(this.placeOf(call));
	}

	/** @throws ServiceFailure */
	async ask(call: FreeCall, keepMs?: number): Promise<Body> {
		const { account } = this.connection;
		const remembered = this.remembered(call) ?? answers.get(account);
		if (remembered !== undefined) return await remembered;
		const answer = send(this.context, this.connection, call).then(({ body }) => body);
		answers.keep(this.placeOf(call), answer, keepMs);
		const asked = await attempt(answer);
		if (asked.ok) return asked.value;
		answers.forget(this.placeOf(call));
		const lastsMs = asked.error instanceof ServiceFailure ? LASTS_MS[asked.error.kind] : undefined;
		if (lastsMs !== undefined) answers.keep(account, answer, lastsMs);
		throw asked.error;
	}

	private placeOf({ endpoint, query = {} }: FreeCall): string {
		return fingerprint(this.connection.account, endpoint.path, query);
	}
}
