import { hash } from 'node:crypto';
import mapValues from 'lodash/mapValues';
import sortBy from 'lodash/sortBy';
import uniqBy from 'lodash/uniqBy';
import type { IDataObject } from 'n8n-workflow';

import { isObject } from './json';

const sortedFields = (fields: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.keys(fields)
			.sort()
			.map((name) => [name, fields[name]]),
	);

const canonical = (value: unknown): string =>
	JSON.stringify(value, (_, inner: unknown) => (isObject(inner) ? sortedFields(inner) : inner));

/** SHA-256 (hex), independent of the order of object fields. */
export const fingerprint = (...parts: unknown[]): string => hash('sha256', canonical(parts));

/** Of keys stored with an execution, which may have thousands. */
export const HASH_LENGTH = 12;
export const shortHash = (key: string): string => fingerprint(key).slice(0, HASH_LENGTH);

/** Keyed, so that a short text such as a CPF cannot be found by trying all of them. */
export const keyedHash = (key: string, text: string): string => hash('sha256', `${key} ${text}`, 'base64url');

/** Lists without duplicates and order: another order may be charged as a new search (credit rule 2). */
export function stableOrder(value: unknown): unknown {
	if (Array.isArray(value)) return uniqBy(sortBy(value.map(stableOrder), textOf), textOf);
	return isObject(value) ? sortedFields(mapValues(value, stableOrder) as IDataObject) : value;
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? '';
