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
	/** Items that were not enriched before. */
	readonly fresh: Items;
	/** Notes what was, or may have been, charged for them. */
	readonly settle: (outcome: Outcome) => Promise<void>;
}

/** Leaves out what was enriched before, where the user wants that. */
export async function leaveOutEnriched(session: Session, operation: Operation, items: Items): Promise<Fresh> {
	const { skipEnriched = 'never' } = items[0].options;
	if (skipEnriched === 'never') return { fresh: items, settle: async () => undefined };
	const enriched = new EnrichedBefore(
		session,
		skipEnriched,
		(item) => identityOf(operation, item),
		operation.runAll !== undefined,
	);
	const { fresh, before } = await enriched.divide(items);
	if (before.length > 0) {
		session.hint(
			`${before.length} of ${items.length} items were enriched, or may have been charged, by an earlier run and are left out.`,
		);
	}
	return {
		fresh,
		settle: async (outcome) => {
			if (fresh.length === 0) return;
			if (!(await attempt(enriched.settle(fresh, outcome))).ok) session.hint(STORE_FAILED);
		},
	};
}

/**
 * Remembers across runs which records were enriched, in n8n's own store of what a workflow has processed (as
 * hashes), so that a scheduled workflow pays once per record. What is submitted together is noted before it is
 * sent, so that two runs at the same time do not both pay for it; what is sent one by one, and would not be
 * paid for twice by the idempotency key, once it was enriched.
 */
class EnrichedBefore {
	constructor(
		private readonly session: Session,
		private readonly scope: EnrichedBy,
		private readonly identityOf: (item: CheckedItem) => string,
		private readonly together: boolean,
	) {}

	/** Divides items into those that are new and those that were enriched before. */
	async divide(items: Items): Promise<{ readonly fresh: CheckedItem[]; readonly before: CheckedItem[] }> {
		const { context } = this.session;
		const identities = [...new Set(items.map(this.identityOf))];
		const processed = await add(context, this.scope, identities);
		// What an earlier try of this very run has noted is still to be brought to its end.
		const claimed = this.claimed();
		const known = new Set(processed.filter((identity) => !(fingerprint(identity) in claimed)));
		const fresh = items.filter((item) => !known.has(this.identityOf(item)));
		for (const item of fresh) claimed[fingerprint(this.identityOf(item))] = true;
		const noted = identities.filter((identity) => !processed.includes(identity));
		if (!this.together && noted.length > 0) await remove(context, this.scope, noted);
		return { fresh, before: items.filter((item) => known.has(this.identityOf(item))) };
	}

	/** Notes what was, or may have been, charged; the rest is tried again in the next run. */
	async settle(items: Items, { outputs, problems }: Outcome): Promise<void> {
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

	/** What this run has taken up; another turn of a loop is another run. */
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
