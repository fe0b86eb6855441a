/** Replaces removed text. */
export const HIDDEN = '***';

/** In shorter pieces of an encoded key, other words would be found. */
const SHORTEST_PIECE = 16;

const ENTITY_NAMES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
	'+': 'plus',
	'/': 'sol',
	'=': 'equals',
	'.': 'period',
	_: 'lowbar',
	':': 'colon',
};

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Hexadecimal digits of either case. */
const inHex = (digits: string): string =>
	digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** A character as it is, or escaped for JSON, a URL (also more than once) or HTML. */
function anyForm(character: string): string {
	const code = character.charCodeAt(0);
	const hex = inHex(code.toString(16).padStart(2, '0'));
	const name = ENTITY_NAMES[character];
	return `(?:${[
		...(/["/\\]/.test(character) ? [`\\\\{0,3}${literally(character)}`] : [literally(character)]),
		`\\\\{1,3}u00${hex}`,
		`%(?:25){0,3}${hex}`,
		`&(?:amp;)?#(?:0{0,4}${code}|[xX]0{0,4}${hex});`,
		...(name === undefined ? [] : [`&(?:amp;)?${name};`]),
	].join('|')})`;
}

/** Base64 in either alphabet, also within a URL. */
const inBase64 = (text: string): string =>
	text.replace(/[+/]/g, (sign) => `(?:${anyForm(sign)}|${sign === '+' ? '-' : '_'})`);

/** The characters of a longer base64 text that only the key decides, if this many bytes stand before it. */
function base64Within(key: string, before: number): string {
	const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(key)]);
	const [first, end] = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)];
	return whole.toString('base64').slice(first, end);
}

const END_OF_BASE64 = '[\\w+/-]?(?:=|%3[dD]){0,2}';

/** Every form in which a service or proxy may repeat the key, as one pattern without repetitions of its own. */
function formsOf(key: string): RegExp {
	const pieces = [0, 1, 2]
		.map((before) => base64Within(key, before))
		.filter(({ length }) => length >= SHORTEST_PIECE);
	const hex = Buffer.from(key).toString('hex');
	const whole = [`Token ${key}`, key].map((text) => Buffer.from(text).toString('base64').replace(/=+$/, ''));
	return new RegExp(
		[
			[...key].map(anyForm).join(''),
			...(hex.length >= SHORTEST_PIECE ? [inHex(hex)] : []),
			...[...whole, ...pieces].map((text) => `${inBase64(text)}${END_OF_BASE64}`),
		].join('|'),
		'g',
	);
}

/** So many letters and digits of the key, one after another, are a trace of it. */
const TRACE = 12;
/** Letters and digits; and tags, which are none of the text. */
const LETTERS = /<[^<>]{0,40}>|[a-z0-9]/gi;

const lettersIn = (text: string): string => text.replace(/[^a-z0-9]/gi, '').toLowerCase();

/** All traces of the key: as it is, in hex and in base64. */
function tracesOf(key: string): ReadonlySet<string> {
	const written = [
		key,
		Buffer.from(key).toString('hex'),
		...[0, 1, 2].map((before) => base64Within(key, before)),
		Buffer.from(`Token ${key}`).toString('base64'),
	];
	const traces = new Set<string>();
	for (const letters of written.map(lettersIn)) {
		for (let at = 0; at + TRACE <= letters.length; at++) traces.add(letters.slice(at, at + TRACE));
	}
	return traces;
}

/** Removes traces from a text, whatever their case and whatever stands between their letters. */
function withoutTraces(text: string, traces: ReadonlySet<string>): string {
	const places = [...text.matchAll(LETTERS)]
		.filter(([found]) => found.length === 1)
		.map(({ index }) => index);
	const letters = places
		.map((at) => text[at])
		.join('')
		.toLowerCase();
	let [left, kept, end] = ['', 0, 0];
	for (let at = 0; at + TRACE <= letters.length; at++) {
		if (!traces.has(letters.slice(at, at + TRACE))) continue;
		// It may go on with the trace before.
		if (places[at] >= end) left += `${text.slice(kept, places[at])}${HIDDEN}`;
		end = places[at + TRACE - 1] + 1;
		kept = end;
	}
	return left + text.slice(kept);
}

/** Finds the key in text, in any form in which a service or proxy may repeat it. */
export interface KeyFinder {
	/** Whether a text holds the key. */
	readonly isIn: (text: string) => boolean;
	readonly remove: (text: string) => string;
	/** Also removes long parts of the key, whatever stands between their letters: for messages, not for data. */
	readonly removeTraces: (text: string) => string;
}

/** A finder of this key. */
export function keyFinder(key: string): KeyFinder {
	const forms = formsOf(key);
	const traces = tracesOf(key);
	const remove = (text: string): string => text.replace(forms, HIDDEN);
	return {
		isIn: (text) => text.search(forms) >= 0,
		remove,
		removeTraces: (text) => withoutTraces(remove(text), traces),
	};
}
