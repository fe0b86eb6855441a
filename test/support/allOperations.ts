import { isCharged } from '../../contract/model/billing';
import type { Operation } from '../../nodes/PersonCompanyData/run/operation';
import { resources } from '../../nodes/PersonCompanyData/operations';

/** An operation, with the names under which the node has it; `name` is `resource.key`. */
export type Entry = readonly [name: string, resource: string, key: string, operation: Operation];

/** Every operation of the node. */
export const ALL: readonly Entry[] = Object.entries(resources).flatMap(([resource, { operations }]) =>
	Object.entries(operations).map(([key, operation]): Entry => [
		`${resource}.${key}`,
		resource,
		key,
		operation,
	]),
);

/** Those with a call that may be charged. */
export const CHARGED = ALL.filter(([, , , { calls }]) => calls.some(({ billing }) => isCharged(billing)));
