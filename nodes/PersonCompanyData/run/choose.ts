import { atMost, attempt, groupInTurns } from '../../../core/base/async';
import type { Session } from '../../../core/client/session';
import { combine, type RunResult, type Output, type Problem } from '../../../core/output/result';
import { Purchases, type Status } from '../../../core/purchase/purchases';
import { refusal } from '../../../core/purchase/refusals';
import { affordable } from './affordable';
import type { CheckedItem, Items, Operation } from './operation';
import { isSubmitted, needsFinding, planOf, purchaseKeyOf, purchaseKeysOf, serviceFor } from './operation';

interface Chosen extends Partial<RunResult> {
	readonly fit: Items;
	/** Output before; only with Skip Records Enriched Before. */
	readonly skipped?: Items;
}

type Step = (session: Session, operation: Operation, items: Items) => Promise<Chosen>;

/**
 * Leaves out what another execution has sent and what exceeds the limits. Submissions are claimed once their
 * identifiers are found; with Skip Records Enriched Before all is claimed first, to save those lookups.
 */
export async function choose(
	session: Session,
	operation: Operation,
	items: Items,
): Promise<{ readonly fit: Items; readonly settled: RunResult; readonly skipped: Items }> {
	const finds = items.some((item) => needsFinding(operation, item));
	const steps: readonly Step[] = [
		...(session.limits.skipsEnriched || !finds ? [claimItems] : []),
		affordable,
		...(finds ? [findAhead, claimItems, affordable] : []),
	];
	let fit = items;
	const results: Chosen[] = [];
	for (const step of steps) {
		const chosen = await step(session, operation, fit);
		fit = chosen.fit;
		results.push(chosen);
	}
	const needed = new Set(fit.flatMap(purchaseKeysOf));
	const unsent = items.flatMap(purchaseKeysOf).filter((key) => !needed.has(key));
	await Purchases.of(session).release([...new Set(unsent)]);
	return { fit, settled: combine(results), skipped: results.flatMap(({ skipped = [] }) => skipped) };
}

/** Claims submissions and, with Skip Records Enriched Before, lookups, too. */
const claimItems: Step = async (session, operation, items) => {
	const purchases = Purchases.of(session);
	const { skipsEnriched } = session.limits;
	const keysOf = (of: Items): string[] => [...new Set(of.flatMap(purchaseKeysOf))];
	const submitted = items.filter((item) => isSubmitted(operation, item));
	const asked = skipsEnriched ? items.filter((item) => !isSubmitted(operation, item)) : [];
	const statuses = new Map([
		...(await purchases.claim(keysOf(submitted))),
		...(await purchases.claim(keysOf(asked), true)),
	]);
	const statusOf = (item: CheckedItem): Status => {
		// Output by an earlier turn of this execution.
		if (skipsEnriched && purchases.ledger.isOutput(item.purchaseKey)) return 'delivered';
		const all = purchaseKeysOf(item).map((key) => statuses.get(key) ?? 'free');
		// A submission of this execution is resumed, whatever the other identifier says.
		return all.find((status) => status === 'sent') ?? all.find((status) => status !== 'free') ?? 'free';
	};
	const groups = await groupInTurns(items, statusOf);
	const by = (...wanted: readonly Status[]): Items => wanted.flatMap((status) => groups.get(status) ?? []);
	const fit = new Set(by('free', 'sent'));
	return {
		fit: items.filter((item) => fit.has(item)),
		problems: (['pending', 'done'] as const).flatMap((status) =>
			by(status).map(({ item }): Problem => ({ items: [item], error: refusal(status, 'This record was') })),
		),
		skipped: by('delivered'),
	};
};

/** Finds identifiers to submit, such as a company's ID; unclaimed, as repeating it is free (credit rule 1). */
const findAhead: Step = async (session, operation, items) => {
	const { find } = operation;
	if (find === undefined) return { fit: items };
	const { ledger } = Purchases.of(session);
	const outputs: Output[] = [];
	const problems: Problem[] = [];
	const fit = items.filter((item) => !needsFinding(operation, item));
	const toFind = items.filter((item) => needsFinding(operation, item));
	// Requests are left for submissions, results, the balance and registry lookups.
	const submissions = new Set(
		items.flatMap((item) => planOf(operation, item).filter(({ creates }) => creates)),
	);
	const lookups = new Set(items.flatMap((item) => (isSubmitted(operation, item) ? [] : item.purchaseKey)));
	const balance = session.usage.ceilings.balance === undefined ? 0 : 1;
	const requests = 2 * submissions.size + lookups.size + balance;
	await atMost(session.limits.concurrency, toFind, async (item) => {
		const service = serviceFor(session, operation, item.options, requests);
		const findIt = async () => {
			// Do not look up what cannot be submitted.
			for (const call of planOf(operation, item)) session.throwIfStopped(call);
			return await find(item.input, service);
		};
		const found = await attempt(findIt());
		if (!found.ok) {
			// Already paid for: output it even if its identifier can no longer be found.
			if (ledger.find(item.purchaseKey) !== undefined) fit.push(item);
			else problems.push({ items: [item.item], error: found.error });
			return;
		}
		session.noteAnswered(item.purchaseKey);
		if ('output' in found.value) outputs.push({ json: { ...found.value.output }, items: [item.item] });
		else {
			const input = { ...item, input: found.value.input };
			fit.push({ ...input, foundKey: purchaseKeyOf(operation, input) });
		}
	});
	return { fit: fit.sort((a, b) => a.item - b.item), outputs, problems };
};
