import type { IDataObject } from 'n8n-workflow';

import { isHtml, messagePlaces } from '../../contract/errors';
import { isFilled, isObject } from '../base/json';
import { LONGEST_READ } from '../base/redact';
import { stateOf } from './coerce';

/** The only code that knows the shapes of errors (`messagePlaces`). */

const LONGEST_PAGE = 20_000;

/** Names that report a failure; a message alone may be friendly. */
const ERROR_NAMES = ['error', 'erro'];
const NAMES = [...new Set(messagePlaces.map(({ path }) => path[0]))];

const lineOf = (text: string): string | undefined =>
	text.slice(0, LONGEST_PAGE).replace(/\s+/g, ' ').trim().slice(0, LONGEST_READ) || undefined;

function wordsIn(value: unknown): string | undefined {
	const words = isObject(value) ? value.description : value;
	return typeof words === 'string' ? lineOf(words) : undefined;
}

/** Falls back to JSON: the shape of a record's error is not documented. */
const shownOf = (value: unknown): string | undefined =>
	wordsIn(value) ??
	(typeof value === 'object' && isFilled(value) ? lineOf(JSON.stringify(value)) : undefined);

/** Why an answer, record, batch or job failed, in the service's words. */
export const reasonIn = (record: IDataObject): string | undefined =>
	NAMES.map((name) => shownOf(record[name])).find((text) => text !== undefined);

function pageText(page: string): string | undefined {
	const [, title = ''] = /<title[^<>]*>([^<]*)/i.exec(page) ?? [];
	return lineOf(title) ?? lineOf(page.replace(/<[^<>]*>/g, ' '));
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** The whole response if no known place has a message. */
export function messageIn(text: string): string | undefined {
	if (isHtml(text)) return pageText(text.slice(0, LONGEST_PAGE));
	const body = parsed(text);
	const places = isObject(body) ? NAMES.map((name) => body[name]) : [body];
	const known = places.map(wordsIn).find((words) => words !== undefined);
	return known ?? (isFilled(body) ? lineOf(text) : undefined);
}

const STATE_NAMES = ['status', 'code', 'success', 'sucesso', 'timestamp'];
const PAGE_NAMES = ['count', 'total', 'pagina', 'por_pagina', 'chave_cache'];
/** Fields about an answer; its data has others. */
const ABOUT = new Set([...NAMES, ...STATE_NAMES, ...PAGE_NAMES]);

/** A failure reported with status 200. With data, an answer is a result, whatever else it says. */
export function failureIn(body: unknown): { readonly reason?: string } | undefined {
	if (!isObject(body)) return undefined;
	if (Object.entries(body).some(([name, value]) => !ABOUT.has(name) && isFilled(value))) return undefined;
	const { status, code, success, sucesso } = body;
	const reason = reasonIn(body);
	const saysError = ERROR_NAMES.some((name) => body[name] === true || shownOf(body[name]) !== undefined);
	const isDenied = success === false || sucesso === false || stateOf({ status }) === 'failed';
	const mayHaveSucceeded = success === true || sucesso === true || isFilled(status) || isFilled(code);
	return saysError || isDenied || (!mayHaveSucceeded && reason !== undefined) ? { reason } : undefined;
}
