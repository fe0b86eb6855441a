import { atMost, attempt } from '../../../core/base/async';
import type { Session } from '../../../core/client/session';
import { Purchases } from '../../../core/purchase/purchases';
import type { Outcome, Output, Problem } from '../../../core/output/outcome';
import type { Items } from './cost';
import type { Operation } from './operation';
import { isSubmitted, needsFinding, planOf, purchaseKeyOf, serviceFor } from './plan';

interface Ready {
	readonly ready: Items;
	readonly settled: Outcome;
}

/** Finds identifiers to submit, such as a company's ID; unclaimed, as repeating it is free (credit rule 1). */
export async function findAhead(session: Session, operation: Operation, items: Items): Promise<Ready> {
	const { find } = operation;
	if (find === undefined) return { ready: items, settled: { outputs: [], problems: [] } };
	const { ledger } = Purchases.of(session);
	const outputs: Output[] = [];
	const problems: Problem[] = [];
	const ready = items.filter((item) => !needsFinding(operation, item));
	const toFind = items.filter((item) => needsFinding(operation, item));
	const keptBack = requestsBeside(session, operation, items);
	await atMost(session.limits.concurrency, toFind, async (item) => {
		const service = serviceFor(session, operation, item.options);
		const plan = planOf(operation, item);
		session.keepsBack = { endpoint: plan[0], requests: keptBack };
		// Do not look up what cannot be submitted.
		const before = async (): Promise<void> => {
			await Promise.resolve();
			for (const call of plan) service.refuseWhenStopped(call);
		};
		const found = await attempt(find(item.input, service, before));
		if (found.ok) session.noteAnswered(item.purchaseKey);
		if (found.ok && 'input' in found.value) {
			const input = { ...item, input: found.value.input };
			ready.push({ ...input, foundKey: purchaseKeyOf(operation, input) });
		} else if (found.ok && 'output' in found.value)
			outputs.push({ json: { ...found.value.output }, items: [item.item] });
		// Already paid for: output it even if its identifier can no longer be found.
		else if (ledger.find(item.purchaseKey) !== undefined) ready.push(item);
		else if (!found.ok) problems.push({ items: [item.item], error: found.error });
	});
	session.keepsBack = undefined;
	return { ready: ready.sort((a, b) => a.item - b.item), settled: { outputs, problems } };
}

/** Requests reserved during the lookups: to submit, read results and the balance, and for registry lookups. */
function requestsBeside(session: Session, operation: Operation, items: Items): number {
	const submissions = new Set(
		items.flatMap((item) => planOf(operation, item).filter(({ creates }) => creates)),
	);
	const lookups = new Set(items.flatMap((item) => (isSubmitted(operation, item) ? [] : item.purchaseKey)));
	const balance = session.budget.ceilings.balance === undefined ? 0 : 1;
	return 2 * submissions.size + lookups.size + balance;
}
