import type { DeduplicationScope, IExecuteFunctions } from 'n8n-workflow';

import { keyedHash } from '../base/fingerprint';

/** Without a maximum, n8n never drops entries. */
const entries = { mode: 'entries' } as const;

/**
 * n8n's store of processed entries. n8n keeps a plain hash of each, from which a short number such as a CPF is found by
 * trying all of them. It is therefore given hashes with a key: the ID of the n8n instance, the only one that is the same
 * for every worker and every API key of an account. With another key, what was paid for would not be recognised.
 */
export class HiddenEntries {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly scope: DeduplicationScope,
	) {}

	async size(): Promise<number> {
		return await this.context.helpers.getProcessedDataCount(this.scope, entries);
	}

	/** Adds entries; returns those that were there. */
	async add(wanted: readonly string[]): Promise<Set<string>> {
		const byHash = new Map(wanted.map((entry) => [this.hidden(entry), entry]));
		const { helpers } = this.context;
		const { processed } = await helpers.checkProcessedAndRecord([...byHash.keys()], this.scope, entries);
		return new Set(processed.flatMap((hash) => byHash.get(String(hash)) ?? []));
	}

	async remove(unwanted: readonly string[]): Promise<void> {
		const hashes = unwanted.map((entry) => this.hidden(entry));
		await this.context.helpers.removeProcessed(hashes, this.scope, entries);
	}

	private hidden(entry: string): string {
		return keyedHash(this.context.getInstanceId(), entry);
	}
}
