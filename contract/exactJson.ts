/** Reading JSON without what JavaScript and n8n cannot hold: numbers of many digits, and endless nesting. */

/** Levels of JSON that n8n can store. */
const DEEPEST = 500;
const TOO_DEEP = '(nested too deeply to be output)';
/** Numbers with fewer digits are exact. */
const LONG_DIGITS = 16;

const [QUOTE, BACKSLASH, MINUS, ZERO, NINE] = [0x22, 0x5c, 0x2d, 0x30, 0x39];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The place of the quote that closes a text. */
function textEnd(json: string, start: number): number {
	for (let quote = json.indexOf('"', start); quote >= 0; quote = json.indexOf('"', quote + 1)) {
		let backslashes = 0;
		while (json.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++;
		if (backslashes % 2 === 0) return quote;
	}
	return json.length;
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

/** A number from its first character on. */
function numberAt(json: string, start: number): string {
	let end = start + 1;
	while (end < json.length && /[\d.eE+-]/.test(json[end])) end++;
	return json.slice(start, end);
}

const isInexact = (number: string): boolean =>
	number.length >= LONG_DIGITS && /^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number));

/** The JSON with quotes around each whole number that has no exact value, and the number of its levels. */
function quotedNumbers(json: string): { readonly json: string; readonly levels: number } {
	const parts: string[] = [];
	let [from, level, levels] = [0, 0, 0];
	for (let at = 0; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (code === QUOTE) at = textEnd(json, at + 1);
		else if (code === OBJECT || code === LIST) levels = Math.max(levels, ++level);
		else if (code === OBJECT_END || code === LIST_END) level--;
		else if (code === MINUS || isDigit(code)) {
			const number = numberAt(json, at);
			if (isInexact(number)) {
				parts.push(json.slice(from, at), `"${number}"`);
				from = at + number.length;
			}
			at += number.length - 1;
		}
	}
	return { json: parts.join('') + json.slice(from), levels };
}

/** The value without the levels below the deepest, which say so instead. */
function shallow(value: unknown, level = 0): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (level === DEEPEST) return TOO_DEEP;
	if (Array.isArray(value)) return value.map((inner) => shallow(inner, level + 1));
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shallow(inner, level + 1)]));
}

/** What some programs write before a text to name its encoding. */
const MARK = /^\ufeff/;

/**
 * The value of JSON. A whole number that JavaScript would change, such as an ID of 19 digits, becomes text, and what is
 * nested too deeply a remark.
 * @throws SyntaxError when the text is not JSON
 */
export function parseExact(text: string): unknown {
	const { json, levels } = quotedNumbers(text.replace(MARK, ''));
	const value: unknown = JSON.parse(json);
	return levels > DEEPEST ? shallow(value) : value;
}
