import type { Problem } from '../../../core/output/outcome';
import { NotSent } from '../../../core/client/failure';
import { estimate, fitting } from './estimate';
import type { CheckedItem, Operation } from './operation';

/** Splits items into those within the user's Maximum Credits and the rest, which are reported as not sent. */
export function affordable(
	operation: Operation,
	items: readonly CheckedItem[],
): { readonly fit: readonly CheckedItem[]; readonly left: readonly Problem[] } {
	const { maxCredits, ifAboveMaxCredits } = items[0]?.options ?? {};
	if (maxCredits === undefined) return { fit: items, left: [] };
	const { creditsAtMost } = estimate(operation, items);
	if (creditsAtMost !== undefined && creditsAtMost <= maxCredits) return { fit: items, left: [] };
	const { fit, rest } =
		ifAboveMaxCredits === 'fitting' ? fitting(operation, items, maxCredits) : { fit: [], rest: items };
	const cost =
		creditsAtMost === undefined
			? 'an unknown number of credits because the records are in a file'
			: `up to ${creditsAtMost} credits`;
	const error = new NotSent(
		`Not sent: this run would cost ${cost}, but Maximum Credits is ${maxCredits}. Nothing was charged for this item.`,
	);
	return { fit, left: [{ items: rest.map(({ item }) => item), error }] };
}
