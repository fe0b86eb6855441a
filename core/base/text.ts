/** What texts of others need before they are read. */

const ROUNDS = 3;

const NAMED: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	commat: '@',
	period: '.',
	sol: '/',
	plus: '+',
	equals: '=',
	lowbar: '_',
	hyphen: '-',
};
/** Combining marks by their names in entities such as `&atilde;`. */
const MARKS: Readonly<Record<string, string>> = {
	acute: '\u0301',
	grave: '\u0300',
	circ: '\u0302',
	tilde: '\u0303',
	uml: '\u0308',
	cedil: '\u0327',
};

const ENTITY = new RegExp(
	`&(?:#(\\d{1,7})|#x([0-9a-f]{1,6})|(${Object.keys(NAMED).join('|')})|([a-z])(${Object.keys(MARKS).join('|')}));`,
	'gi',
);

const characterOf = (code: number): string =>
	code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';

const withoutEntities = (text: string): string =>
	text.replace(ENTITY, (_, decimal?: string, hex?: string, name?: string, letter?: string, mark?: string) => {
		if (decimal !== undefined) return characterOf(Number(decimal));
		if (hex !== undefined) return characterOf(parseInt(hex, 16));
		if (name !== undefined) return NAMED[name.toLowerCase()];
		return `${letter}${MARKS[(mark ?? '').toLowerCase()]}`.normalize();
	});

/** JSON within JSON keeps its escapes. */
const withoutJsonEscapes = (text: string): string =>
	text
		.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
		.replace(/\\([/"'\\])/g, '$1');

/** Percent escapes; those that are no UTF-8 stay. */
const withoutPercents = (text: string): string =>
	text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
		try {
			return decodeURIComponent(escapes);
		} catch {
			return escapes;
		}
	});

/**
 * The text without JSON escapes, HTML entities and percent escapes, also where one wraps another: behind what services
 * and proxies do to a text on its way into a message, nothing stays hidden.
 */
export function decoded(text: string): string {
	let plain = text;
	for (let round = 0; round < ROUNDS; round++) {
		const next = withoutPercents(withoutEntities(withoutJsonEscapes(plain)));
		if (next === plain) break;
		plain = next;
	}
	return plain;
}

const ENGLISH = new Intl.NumberFormat('en-US');

/** A number as people read it: `12,000`. */
export const digits = (value: number): string => ENGLISH.format(value);

/** A number of things: `1 credit`, `12,000 credits`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
	`${digits(value)} ${value === 1 ? one : many}`;

/** A time as people say it, in minutes where it has no seconds besides: `1 second`, `30 minutes`. */
export const duration = (seconds: number): string =>
	seconds >= 60 && seconds % 60 === 0 ? plural(seconds / 60, 'minute') : plural(seconds, 'second');
