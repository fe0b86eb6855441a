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
/** What a page or text says stands at its beginning. */
const LONGEST_PAGE = 20_000;
/** Entries of a list, or fields, that are looked at. */
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
export function textOf(value: unknown, longest = LONGEST_PAGE, depth = 0): string | undefined {
	if (typeof value === 'string')
		return value.slice(0, LONGEST_PAGE).replace(/\s+/g, ' ').trim().slice(0, longest) || undefined;
	if (depth === DEEPEST) return undefined;
	const entries = Array.isArray(value) ? value.slice(0, MOST_ENTRIES) : [];
	const places = isRecord(value) ? TEXT_NAMES.map((name) => value[name]) : entries;
	for (const place of places) {
		const text = textOf(place, longest, depth + 1);
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

/** Finds a text from a place on; once it is nowhere, without looking again. */
function finder(page: string, wanted: string): (from: number) => number {
	let isNowhere = false;
	return (from) => {
		const at = isNowhere ? -1 : page.indexOf(wanted, from);
		isNowhere = at < 0;
		return at;
	};
}

/** The text in the first element of a name, unless it has elements within. */
function elementText(page: string, name: string): string | undefined {
	const lower = page.toLowerCase();
	const start = lower.indexOf(`<${name}`);
	const from = start < 0 ? -1 : page.indexOf('>', start);
	const end = from < 0 ? -1 : page.indexOf('<', from);
	return end > 0 && lower.startsWith(`</${name}>`, end) ? page.slice(from + 1, end) : undefined;
}

/** Elements whose content is not shown. */
const NOT_SHOWN = ['script', 'style'];

/** The text of a page without its tags, each read once. */
function shownText(page: string): string {
	const lower = page.toLowerCase();
	const tagEnd = finder(page, '>');
	const elements = NOT_SHOWN.map((name) => ({ name, end: finder(lower, `</${name}>`) }));
	let text = '';
	let at = 0;
	for (let open = page.indexOf('<'); open >= 0; open = page.indexOf('<', at)) {
		const element = elements.find(({ name }) => lower.startsWith(name, open + 1));
		const close = element === undefined ? -1 : element.end(open);
		const end = close < 0 ? tagEnd(open) : close + `</${element?.name}`.length;
		if (end < 0) break;
		text += `${page.slice(at, open)} `;
		at = end + 1;
	}
	return text + page.slice(at);
}

const titleOf = (page: string): string | undefined =>
	textOf(elementText(page, 'title')) ?? textOf(elementText(page, 'h1')) ?? textOf(shownText(page));

/** The messages of single fields, `{cnpj: ["is required"]}` (guess). */
function fieldMessages(body: Readonly<Record<string, unknown>>): string | undefined {
	const messages = Object.entries(body)
		.slice(0, MOST_ENTRIES)
		.flatMap(([name, value]) => {
			const text = textOf(value);
			return text === undefined ? [] : [`${name.slice(0, LONGEST_MESSAGE)}: ${text}`];
		});
	return textOf(messages.join('; '));
}

/**
 * The message of an error response, whatever its shape.
 * @param longest where it is cut; what is still to be cleaned of a name is cut after that
 */
export function messageIn(body: unknown, longest = LONGEST_MESSAGE): string | undefined {
	if (isHtml(body)) return titleOf(body.slice(0, LONGEST_PAGE))?.slice(0, longest);
	const content = parsed(body);
	for (const { path } of messagePlaces) {
		const text = textOf(at(content, path), longest);
		if (text !== undefined) return text;
	}
	if (!isRecord(content)) return textOf(content, longest);
	const ofFields = isRecord(content.errors) ? fieldMessages(content.errors) : undefined;
	return (ofFields ?? fieldMessages(content))?.slice(0, longest);
}

/** The code of an error response, such as `insufficient_credits`. */
export function codeIn(body: unknown): string | undefined {
	const content = parsed(body);
	for (const { path } of codePlaces) {
		const code = at(content, path);
		if (typeof code === 'string' || typeof code === 'number') return String(code).slice(0, LONGEST_MESSAGE);
	}
	// Some responses put the code where others put the message.
	const message = textOf(at(content, ['error']), LONGEST_MESSAGE);
	return message !== undefined && /^[a-z0-9]+(_[a-z0-9]+)+$/i.test(message) ? message : undefined;
}
