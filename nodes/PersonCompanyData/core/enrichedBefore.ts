import type { IExecuteFunctions } from 'n8n-workflow';

import { isUncharged } from './failure';
import { fingerprint } from './fingerprint';
import type { Outcome, Prepared } from './operation';
import type { Request } from './prepare';
import { note, strike } from './processed';
import { asObject } from './read';
import { NotSent, RefundedRecord, UnfinishedWork } from './unfinished';

/** Which runs count: those of this node, or of all nodes of the workflow. */
export type EnrichedBy = 'node' | 'workflow';

type Item = Prepared<Request>;

/**
 * Remembers across runs which records were enriched, in n8n's own store of what a workflow has processed (as
 * hashes), so that a scheduled workflow pays once per record. A record is noted before it is sent, so that a
 * run that is cut short does not pay for it again, and struck out when it turns out not to be charged.
 */
export class EnrichedBefore {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly scope: EnrichedBy,
		private readonly identityOf: (item: Item) => string,
	) {}

	/** Notes the items and divides them into those that are new and those that were enriched before. */
	async divide(items: readonly Item[]): Promise<{ readonly fresh: Item[]; readonly before: Item[] }> {
		const identities = [...new Set(items.map(this.identityOf))];
		const processed = await note(this.context, this.scope, identities);
		// What an earlier try of this very run has noted is still to be brought to its end.
		const claimed = this.claimed();
		const known = new Set(processed.filter((identity) => !(fingerprint(identity) in claimed)));
		const fresh = items.filter((item) => !known.has(this.identityOf(item)));
		for (const item of fresh) claimed[fingerprint(this.identityOf(item))] = true;
		return { fresh, before: items.filter((item) => known.has(this.identityOf(item))) };
	}

	/** Strikes out what was not charged, or given back: it is tried again in the next run. */
	async settle(items: readonly Item[], { outputs, problems }: Outcome): Promise<void> {
		const free = new Set([
			...outputs.filter(({ json }) => json.outcome === 'failed').flatMap((output) => output.items),
			...problems.filter(({ error }) => isFree(error)).flatMap((problem) => problem.items),
		]);
		const struck = items.filter(({ item }) => free.has(item)).map(this.identityOf);
		if (struck.length > 0) {
			await strike(this.context, this.scope, [...new Set(struck)]);
		}
	}

	private claimed(): Record<string, unknown> {
		return asObject((this.context.getContext('node').claimed ??= {}));
	}
}

const isFree = (error: Error): boolean =>
	error instanceof RefundedRecord ||
	error instanceof NotSent ||
	(error instanceof UnfinishedWork && error.isRefunded) ||
	(!(error instanceof UnfinishedWork) && isUncharged(error));
