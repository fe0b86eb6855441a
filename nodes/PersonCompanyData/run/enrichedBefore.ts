import { runStateOf } from '../../../core/client/runState';
import { isUncharged, NotSent } from '../../../core/client/failure';
import { fingerprint } from '../../../core/base/fingerprint';
import { attempt } from '../../../core/base/async';
import { identityOf } from './estimate';
import { STORE_FAILED } from './hints';
import type { CheckedItem, Operation } from './operation';
import type { Outcome } from '../../../core/output/outcome';
import { add, remove } from '../../../core/once/processed';
import { asObject } from '../../../core/base/json';
import type { EnrichedBy } from './options';
import type { Session } from '../../../core/client/session';
import { RefundedRecord, UnfinishedWork } from '../../../core/output/unfinished';

type Items = readonly CheckedItem[];

interface Fresh {
	/** Items not enriched before. */
	readonly fresh: Items;
	/** Records which of them were, or may have been, charged. */
	readonly noteCharged: (outcome: Outcome) => Promise<void>;
}

/** Skips previously enriched records if the user enabled that. */
export async function leaveOutEnriched(session: Session, operation: Operation, items: Items): Promise<Fresh> {
	const { skipEnriched = 'never' } = items[0].options;
	if (skipEnriched === 'never') return { fresh: items, noteCharged: async () => undefined };
	const enriched = new EnrichedBefore(
		session,
		skipEnriched,
		(item) => identityOf(operation, item),
		operation.runAll !== undefined,
	);
	const { fresh, before } = await enriched.divide(items);
	if (before.length > 0) {
		session.hint(
			`${before.length} of ${items.length} items were skipped: an earlier run enriched them or may have been charged for them.`,
		);
	}
	return {
		fresh,
		noteCharged: async (outcome) => {
			if (fresh.length === 0) return;
			if (!(await attempt(enriched.record(fresh, outcome))).ok) session.hint(STORE_FAILED);
		},
	};
}

/**
 * Remembers enriched records across runs in n8n's processed-data store (as hashes), so that a scheduled
 * workflow is charged once per record. Records submitted together are stored before sending, so that two
 * concurrent runs are not both charged. Records sent one by one are stored after enrichment: their idempotency
 * key already prevents a second charge.
 */
class EnrichedBefore {
	constructor(
		private readonly session: Session,
		private readonly scope: EnrichedBy,
		private readonly identityOf: (item: CheckedItem) => string,
		private readonly together: boolean,
	) {}

	/** Splits items into new and previously enriched ones. */
	async divide(items: Items): Promise<{ readonly fresh: CheckedItem[]; readonly before: CheckedItem[] }> {
		const { context } = this.session;
		const identities = [...new Set(items.map(this.identityOf))];
		const processed = await add(context, this.scope, identities);
		// Records stored by an earlier attempt of this run still have to be finished.
		const claimed = this.claimed();
		const known = new Set(processed.filter((identity) => !(fingerprint(identity) in claimed)));
		const fresh = items.filter((item) => !known.has(this.identityOf(item)));
		for (const item of fresh) claimed[fingerprint(this.identityOf(item))] = true;
		const noted = identities.filter((identity) => !processed.includes(identity));
		if (!this.together && noted.length > 0) await remove(context, this.scope, noted);
		return { fresh, before: items.filter((item) => known.has(this.identityOf(item))) };
	}

	/** Stores records that were, or may have been, charged; the next run retries the rest. */
	async record(items: Items, { outputs, problems }: Outcome): Promise<void> {
		const { context } = this.session;
		const free = new Set([
			...outputs.filter(({ json }) => json.outcome === 'failed').flatMap((output) => output.items),
			...problems.filter(({ error }) => isFree(error)).flatMap((problem) => problem.items),
		]);
		const identitiesOf = (some: Items): string[] => [...new Set(some.map(this.identityOf))];
		const struck = identitiesOf(items.filter(({ item }) => free.has(item)));
		const charged = identitiesOf(items.filter(({ item }) => !free.has(item)));
		if (this.together && struck.length > 0) await remove(context, this.scope, struck);
		if (!this.together && charged.length > 0) await add(context, this.scope, charged);
	}

	/** Records claimed by this run; each loop iteration counts as its own run. */
	private claimed(): Record<string, unknown> {
		const claimed = (runStateOf(this.session.context).claimed ??= {});
		return asObject((claimed[fingerprint(this.session.runKey)] ??= {}));
	}
}

const isFree = (error: Error): boolean =>
	error instanceof RefundedRecord ||
	error instanceof NotSent ||
	(error instanceof UnfinishedWork && error.isRefunded) ||
	(!(error instanceof UnfinishedWork) && isUncharged(error));
