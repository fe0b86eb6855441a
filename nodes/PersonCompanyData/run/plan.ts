import { isCharged } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import { fingerprint } from '../../../core/base/fingerprint';
import { isFilled } from '../../../core/base/json';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import type { CheckedItem, Operation } from './operation';
import { overridesOf, type ItemOptions } from './options/overrides';

/**
 * Hash of what an item buys, with the overrides that change it; equal in every execution and for all operations that
 * buy the same. Equal purchaseKeys are charged once in a run.
 */
export function purchaseKeyOf(
	{ purchaseKey = (input) => input }: Operation,
	{ input, options }: Omit<CheckedItem, 'purchaseKey'>,
): string {
	const { query, body } = overridesOf(options);
	const overrides = Object.entries({ query, body }).filter(([, value]) => isFilled(value));
	return fingerprint(purchaseKey(input), overrides);
}

/** The work of an item by each known identifier. */
export const purchaseKeysOf = ({
	purchaseKey,
	foundKey = purchaseKey,
}: Pick<CheckedItem, 'purchaseKey' | 'foundKey'>): string[] =>
	foundKey === purchaseKey ? [purchaseKey] : [purchaseKey, foundKey];

export const planOf = (
	{ plan, calls }: Operation,
	{ input }: Pick<CheckedItem, 'input'>,
): readonly Endpoint[] => plan?.(input) ?? calls.filter(({ billing }) => isCharged(billing)).slice(0, 1);

export const isSubmitted = (operation: Operation, item: CheckedItem): boolean =>
	operation.submitsRecords === true && planOf(operation, item).some(({ creates }) => creates);

export const needsFinding = (operation: Operation, item: CheckedItem): boolean =>
	operation.find !== undefined && isSubmitted(operation, item) && planOf(operation, item).length > 1;

export const overridable = ({ overridable: some, calls: [main] }: Operation): readonly Endpoint[] =>
	some ?? [main];

export const serviceFor = (
	session: Session,
	operation: Operation,
	options: ItemOptions,
	leaves = 0,
): Service => new Service(session, overridable(operation), overridesOf(options), leaves);
