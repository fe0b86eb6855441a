import type { Wallet } from '../../../contract/model/billing';
import { groupInTurns, inTurns } from '../../../core/base/async';
import { digits, plural } from '../../../core/base/text';
import { NotSent } from '../../../core/client/failure';
import type { Session } from '../../../core/client/session';
import type { Usage } from '../../../core/client/usage';
import type { Problem } from '../../../core/output/result';
import { byProduct, inWords, costOf, estimate, mostOf, type Cost } from './estimate';
import { chargedAs, type CheckedItem, type Items, type Operation } from './operation';

const UNCOUNTED =
	"The rows of a file can't be counted before it is sent: remove it, or send the rows as items.";

/** Applies Maximum Credits and Minimum Balance to all that the execution spends; free items always fit. */
export async function affordable(
	session: Session,
	operation: Operation,
	items: Items,
): Promise<{ readonly fit: Items; readonly problems: readonly Problem[] }> {
	const { usage } = session;
	const { creditsLeft, ceilings } = usage;
	if (!usage.isLimited) return { fit: items, problems: [] };
	const mostFor = (item: CheckedItem): number => mostOf(costOf(session, operation, item));
	const problems: Problem[] = [];
	const leaveOut = (some: Items, why: string, advice: string): void => {
		if (some.length > 0)
			problems.push({ items: some.map(({ item }) => item), error: new NotSent(`Not sent: ${why}`, advice) });
	};
	const fitIn = (all: Items): Items => {
		const leftOut = new Set(problems.flatMap((problem) => problem.items));
		return all.filter(({ item }) => !leftOut.has(item));
	};

	const priced = (await groupInTurns(items, (item) => mostFor(item) > 0)).get(true) ?? [];
	const total = await estimate(session, operation, priced);
	if (creditsLeft !== undefined && mostOf(total) > creditsLeft) {
		const { credits = 0 } = ceilings;
		const used = credits > creditsLeft ? ` (${digits(credits - creditsLeft)} used)` : '';
		leaveOut(
			await beyond(creditsLeft, priced, mostFor),
			"above 'Maximum Credits'",
			`This could cost ${inWords(total)}, and 'Maximum Credits' is ${digits(credits)}${used}. ${total.isOpen ? UNCOUNTED : 'Raise or remove it.'}`,
		);
	}

	const rest = fitIn(priced);
	const due = await estimate(session, operation, rest);
	if (ceilings.balance !== undefined && isBelowMinimum(usage, due)) {
		const { left: balance = {}, unreadable } = session.state.funds ?? {};
		leaveOut(
			rest,
			"could fall below 'Minimum Balance'",
			`This could cost ${inWords(due)}, the balance is ${byProduct(balance, plural) || 'not known'}, and 'Minimum Balance' is ${digits(ceilings.balance)}. ${unreadable ?? (due.isOpen ? UNCOUNTED : 'Lower or remove it, or buy credits.')}`,
		);
	}
	return { fit: fitIn(items), problems };
}

/** In order, those that the credits are not sure to cover. */
async function beyond(credits: number, items: Items, mostFor: (item: CheckedItem) => number): Promise<Items> {
	const covered = new Set<string>();
	const uncovered: CheckedItem[] = [];
	let remaining = credits;
	for await (const item of inTurns(items)) {
		if (covered.has(chargedAs(item))) continue;
		const most = mostFor(item);
		if (most > remaining) uncovered.push(item);
		else {
			covered.add(chargedAs(item));
			remaining -= most;
		}
	}
	return uncovered;
}

/** Each product has its own balance. */
const isBelowMinimum = (usage: Usage, { products, isOpen }: Cost): boolean =>
	isOpen ||
	Object.entries(products).some(([name, { most }]) => {
		const wallet = name === 'other' ? undefined : (name as Wallet);
		return most > 0 && most > (usage.aboveMinimum(wallet) ?? most);
	});
