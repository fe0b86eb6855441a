import pickBy from 'lodash/pickBy';

import { groupInTurns, mapInTurns } from '../../../core/base/async';
import { digits, plural } from '../../../core/base/text';
import type { Wallet } from '../../../contract/model/billing';
import { NotSent } from '../../../core/client/failure';
import type { Session } from '../../../core/client/session';
import type { Usage } from '../../../core/client/usage';
import type { Problem } from '../../../core/output/outcome';
import {
	byProduct, chargedAs, dueIn, estimate, sumOf, type ChargesOf, type Estimate, type Items,
} from './cost'; // prettier-ignore
import type { CheckedItem, Operation } from './operation';
import type { RunOptions } from './options/options';

/** Items not sent, with the reason as part of a sentence. */
export interface Left {
	readonly items: Items;
	readonly why: string;
	readonly advice: string;
}

interface Affordable {
	readonly fit: Items;
	readonly left: readonly Left[];
}

/** Applies Maximum Credits and Minimum Balance to all that the execution spends; free items always fit. */
export async function affordable(
	session: Session,
	operation: Operation,
	items: Items,
	options: RunOptions,
): Promise<Affordable> {
	const { usage } = session;
	if (!usage.isLimited) return { fit: items, left: [] };
	const dueOf = dueIn(session, operation);
	const due = new Map(await mapInTurns(items, (item) => [item, dueOf(item)] as const));
	const charges: ChargesOf = (item) => due.get(item) ?? [];
	const priced = items.filter((item) => sumOf(charges(item)).most !== 0);
	const { fit, left } = await withinMaximum(usage, charges, priced, options);
	const why = belowMinimum(usage, await estimate(charges, fit));
	const all = why === undefined ? left : [...left, { items: fit, ...why }];
	const out = new Set(all.flatMap((each) => each.items));
	return { fit: items.filter((item) => !out.has(item)), left: all };
}

/** All items or none or, with Send What Fits, those in order that the maximum is sure to cover. */
async function withinMaximum(
	{ creditsLeft, ceilings: { credits: most = 0 } }: Usage,
	charges: ChargesOf,
	items: Items,
	{ ifAboveMaxCredits }: RunOptions,
): Promise<Affordable> {
	const total = await estimate(charges, items);
	const { most: credits = Number.POSITIVE_INFINITY } = total;
	if (creditsLeft === undefined || credits <= creditsLeft) return { fit: items, left: [] };
	const isFitting = ifAboveMaxCredits === 'fitting';
	const paid = new Set<string>();
	let left = isFitting ? creditsLeft : -1;
	const fits = (item: CheckedItem): boolean => {
		if (paid.has(chargedAs(item))) return true;
		const cost = sumOf(charges(item)).most ?? Number.POSITIVE_INFINITY;
		if (cost > left) return false;
		paid.add(chargedAs(item));
		left -= cost;
		return true;
	};
	const groups = await groupInTurns(items, fits);
	const spent = most - creditsLeft;
	const before = spent > 0 ? ` (${digits(spent)} used)` : '';
	const why = `${couldCost(total)}, and 'Maximum Credits' is ${digits(most)}${before}`;
	const raise = isFitting
		? "To send these rows too, raise 'Maximum Credits'."
		: "Raise 'Maximum Credits', or set 'If Above Maximum Credits' to 'Send What Fits'.";
	// No maximum is sure to cover an unknown number.
	const advice = total.most === undefined ? "To send it anyway, remove 'Maximum Credits'." : raise;
	return {
		fit: groups.get(true) ?? [],
		left: [{ items: groups.get(false) ?? [], why, advice: `${ofThemFree(total)}${advice}` }],
	};
}

const couldCost = ({ most }: Pick<Estimate, 'most'>): string =>
	most === undefined
		? 'the rows of a file have an unknown price'
		: `this could cost ${plural(most, 'credit')}`;

const ofThemFree = ({ freeSoFar }: Pick<Estimate, 'freeSoFar'>): string =>
	freeSoFar === 0
		? ''
		: `Up to ${digits(freeSoFar)} of them are to find companies, which has been free so far. `;

/** `undefined` when the balance cannot fall below the minimum. */
function belowMinimum(usage: Usage, total: Estimate): Omit<Left, 'items'> | undefined {
	const { funds, ceilings } = usage;
	if (ceilings.balance === undefined || total.most === 0) return undefined;
	const minimum = `'Minimum Balance' is ${digits(ceilings.balance)}`;
	const advice = "Lower 'Minimum Balance', or buy credits.";
	if (funds?.unreadable !== undefined)
		return { why: `the balance could not be read, and ${minimum}`, advice: funds.unreadable };
	if (total.most === undefined)
		return {
			why: `${couldCost(total)}, and ${minimum}`,
			advice: "To send it anyway, remove 'Minimum Balance'.",
		};
	const products = Object.entries(total.products);
	const isBelow = products.some(([name, { most }]) => {
		const wallet = name === 'other' ? undefined : (name as Wallet);
		return most > (usage.aboveMinimum(wallet) ?? most);
	});
	if (!isBelow) return undefined;
	// Each product has its own balance, so costs are not added up.
	const isOne = products.length === 1;
	const each = byProduct(total.products, ({ most }, noun) => plural(most, noun));
	const isOther = !isOne || total.products.other !== undefined;
	const left = pickBy(funds?.left, (_, name) => isOther || name in total.products);
	const balance = byProduct(left, plural) || 'not known for this product';
	const cost = isOne ? couldCost(total) : `this could cost ${each}`;
	return {
		why: `${cost}, the balance is ${balance}, and ${minimum}`,
		advice: `${ofThemFree(total)}${advice}`,
	};
}

export const whyNotSent = ({ why, advice }: Left): string => `Not sent: ${why}. ${advice}`;

export const notSent = (left: readonly Left[]): Problem[] =>
	left.flatMap((each) =>
		each.items.map(({ item, foundKey }): Problem => {
			const charged =
				foundKey === undefined
					? 'Nothing was charged for this item.'
					: 'Finding its ID may have been charged.';
			return { items: [item], error: new NotSent(`Not sent: ${each.why}`, `${charged} ${each.advice}`) };
		}),
	);
