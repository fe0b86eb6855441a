import { isUncharged } from '../../../core/client/failure';
import { fingerprint } from '../../../core/base/fingerprint';
import type { Outcome, Prepared } from './operation';
import type { Request } from './prepare';
import { note, strike } from '../../../core/once/processed';
import { asObject } from '../../../core/base/json';
import type { Session } from '../../../core/client/session';
import { NotSent, RefundedRecord, UnfinishedWork } from '../../../core/output/unfinished';

/** Which runs count: those of this node, or of all nodes of the workflow. */
export type EnrichedBy = 'node' | 'workflow';

type Item = Prepared<Request>;

/**
 * Remembers across runs which records were enriched, in n8n's own store of what a workflow has processed (as
 * hashes), so that a scheduled workflow pays once per record. What is submitted together is noted before it is
 * sent, so that two runs at the same time do not both pay for it; what is sent one by one, and would not be
 * paid for twice by the idempotency key, once it was enriched.
 */
export class EnrichedBefore {
	constructor(
		private readonly session: Session,
		private readonly scope: EnrichedBy,
		private readonly identityOf: (item: Item) => string,
		private readonly together: boolean,
	) {}

	/** Divides items into those that are new and those that were enriched before. */
	async divide(items: readonly Item[]): Promise<{ readonly fresh: Item[]; readonly before: Item[] }> {
		const { context } = this.session;
		const identities = [...new Set(items.map(this.identityOf))];
		const processed = await note(context, this.scope, identities);
		// What an earlier try of this very run has noted is still to be brought to its end.
		const claimed = this.claimed();
		const known = new Set(processed.filter((identity) => !(fingerprint(identity) in claimed)));
		const fresh = items.filter((item) => !known.has(this.identityOf(item)));
		for (const item of fresh) claimed[fingerprint(this.identityOf(item))] = true;
		const noted = identities.filter((identity) => !processed.includes(identity));
		if (!this.together && noted.length > 0) await strike(context, this.scope, noted);
		return { fresh, before: items.filter((item) => known.has(this.identityOf(item))) };
	}

	/** Notes what was, or may have been, charged; the rest is tried again in the next run. */
	async settle(items: readonly Item[], { outputs, problems }: Outcome): Promise<void> {
		const { context } = this.session;
		const free = new Set([
			...outputs.filter(({ json }) => json.outcome === 'failed').flatMap((output) => output.items),
			...problems.filter(({ error }) => isFree(error)).flatMap((problem) => problem.items),
		]);
		const identitiesOf = (some: readonly Item[]): string[] => [...new Set(some.map(this.identityOf))];
		const struck = identitiesOf(items.filter(({ item }) => free.has(item)));
		const charged = identitiesOf(items.filter(({ item }) => !free.has(item)));
		if (this.together && struck.length > 0) await strike(context, this.scope, struck);
		if (!this.together && charged.length > 0) await note(context, this.scope, charged);
	}

	/** What this run has taken up; another turn of a loop is another run. */
	private claimed(): Record<string, unknown> {
		const claimed = asObject((this.session.context.getContext('node').claimed ??= {}));
		return asObject((claimed[fingerprint(this.session.runKey)] ??= {}));
	}
}

const isFree = (error: Error): boolean =>
	error instanceof RefundedRecord ||
	error instanceof NotSent ||
	(error instanceof UnfinishedWork && error.isRefunded) ||
	(!(error instanceof UnfinishedWork) && isUncharged(error));
