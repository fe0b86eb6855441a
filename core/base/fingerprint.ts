import { createHash, createHmac, randomUUID } from 'node:crypto';

import { isObject } from './json';

/** JSON that is the same for equal values, whatever the order of object fields. */
const canonical = (value: unknown): string =>
	JSON.stringify(value, (_, inner: unknown) =>
		isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
	);

/** SHA-256 hash (hex) of the values: equal values have equal hashes. */
export const fingerprint = (...parts: unknown[]): string =>
	createHash('sha256').update(canonical(parts)).digest('hex');

/** Keyed hash of a text: without the key, nobody can tell whether it is that of a certain CPF. */
export const keyedHash = (key: string, text: string): string =>
	createHmac('sha256', key).update(text).digest('base64url');

/** A text that occurs only once. */
export const uniqueText = (): string => randomUUID();
