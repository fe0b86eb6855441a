import { createHash, createHmac, randomUUID } from 'node:crypto';

import { isObject, sortedFields } from './json';

const canonical = (value: unknown): string =>
	JSON.stringify(value, (_, inner: unknown) => (isObject(inner) ? sortedFields(inner) : inner));

/** SHA-256 (hex), independent of the order of object fields. */
export const fingerprint = (...parts: unknown[]): string =>
	createHash('sha256').update(canonical(parts)).digest('hex');

/** Keyed, so that a short text such as a CPF cannot be found by trying all of them. */
export const keyedHash = (key: string, text: string): string =>
	createHmac('sha256', key).update(text).digest('base64url');

export const uniqueText = (): string => randomUUID();
