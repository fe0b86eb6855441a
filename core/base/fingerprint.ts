import { createHash } from 'node:crypto';

import { isObject } from './json';

/** Text that differs between different values and not with the order of an object's fields. */
const canonical = (value: unknown): string =>
	JSON.stringify(value, (_, inner: unknown) =>
		isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
	);

/** A short name for a value: equal values get the same one. */
export const fingerprint = (...parts: unknown[]): string =>
	createHash('sha256').update(canonical(parts)).digest('hex');
