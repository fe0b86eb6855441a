import type { Assumption } from './model/schema';

/**
 * Where an error response keeps its message, in order of lookup; the specification does not show the shape.
 * HTML pages and plain text are read too, and finally the messages of single fields.
 */
export const messagePlaces: readonly { readonly path: readonly string[]; readonly assumed: Assumption }[] = [
	{ path: ['error', 'description'], assumed: { sources: ['several'] } },
	{ path: ['error', 'message'], assumed: { sources: ['guess'] } },
	{ path: ['error'], assumed: { sources: ['several'] } },
	{ path: ['detail'], assumed: { sources: ['several'] } },
	{ path: ['message'], assumed: { sources: ['several'] } },
	{ path: ['mensagem'], assumed: { sources: ['guess'] } },
	{ path: ['erro'], assumed: { sources: ['guess'] } },
	{ path: ['errors'], assumed: { sources: ['guess'] } },
	{ path: ['description'], assumed: { sources: ['guess'] } },
];

/** Names of the text inside an object that stands for a message, such as an entry of `errors`. */
const TEXT_NAMES = [
	'description',
	'message',
	'detail',
	'msg',
	'mensagem',
	'descricao',
	'error',
	'erro',
	'errors',
	'erros',
	'title',
	'text',
	'texto',
	'reason',
	'motivo',
];

/** Where an error response keeps its code. */
export const codePlaces: readonly { readonly path: readonly string[]; readonly assumed: Assumption }[] = [
	{ path: ['error', 'code'], assumed: { sources: ['documented'] } },
	{ path: ['code'], assumed: { sources: ['guess'] } },
	{ path: ['errors', 'code'], assumed: { sources: ['guess'] } },
];

const LONGEST_MESSAGE = 500;
/** What a page says stands at its beginning; looking for tags in one that is all tags would take minutes. */
const LONGEST_PAGE = 20_000;
/** Entries of a list that are looked at. */
const MOST_ENTRIES = 100;
/** Lists and objects within others that are looked into. */
const DEEPEST = 5;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const at = (body: unknown, path: readonly string[]): unknown =>
	path.reduce<unknown>((value, name) => {
		const record: unknown = Array.isArray(value) ? value[0] : value;
		return isRecord(record) ? record[name] : undefined;
	}, body);

/** The text of a value: itself, the first in a list, or that of an object under a name for messages. */
export function textOf(value: unknown, depth = 0): string | undefined {
	if (typeof value === 'string')
		return value.replace(/\s+/g, ' ').trim().slice(0, LONGEST_MESSAGE) || undefined;
	if (depth === DEEPEST) return undefined;
	const entries = Array.isArray(value) ? value.slice(0, MOST_ENTRIES) : [];
	const places = isRecord(value) ? TEXT_NAMES.map((name) => value[name]) : entries;
	for (const place of places) {
		const text = textOf(place, depth + 1);
		if (text !== undefined) return text;
	}
	return undefined;
}

/** Parses JSON text; returns anything else unchanged. */
function parsed(body: unknown): unknown {
	if (typeof body !== 'string' || !/^\s*[{[]/.test(body)) return body;
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
}

/** Whether a response is a web page, which comes from something in front of the service. */
export const isHtml = (body: unknown): body is string => typeof body === 'string' && /^\s*</.test(body);

function titleOf(page: string): string | undefined {
	const title = /<title[^>]*>([^<]*)<\/title>/i.exec(page) ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(page);
	return textOf(title?.[1]) ?? textOf(page.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, ' '));
}

/** The messages of single fields, `{cnpj: ["is required"]}` (guess). */
function fieldMessages(body: Readonly<Record<string, unknown>>): string | undefined {
	const messages = Object.entries(body).flatMap(([name, value]) => {
		const text = textOf(value);
		return text === undefined ? [] : [`${name}: ${text}`];
	});
	return textOf(messages.join('; '));
}

/** The message of an error response, whatever its shape. */
export function messageIn(body: unknown): string | undefined {
	if (isHtml(body)) return titleOf(body.slice(0, LONGEST_PAGE));
	const content = parsed(body);
	for (const { path } of messagePlaces) {
		const text = textOf(at(content, path));
		if (text !== undefined) return text;
	}
	if (!isRecord(content)) return textOf(content);
	return (isRecord(content.errors) ? fieldMessages(content.errors) : undefined) ?? fieldMessages(content);
}

/** The code of an error response, such as `insufficient_credits`. */
export function codeIn(body: unknown): string | undefined {
	const content = parsed(body);
	for (const { path } of codePlaces) {
		const code = at(content, path);
		if (typeof code === 'string' || typeof code === 'number') return String(code);
	}
	// Some responses put the code where others put the message.
	const message = textOf(at(content, ['error']));
	return message !== undefined && /^[a-z0-9]+(_[a-z0-9]+)+$/i.test(message) ? message : undefined;
}
