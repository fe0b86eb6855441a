import { keyFinder } from '../../../core/base/keyForms';

const ECHOED = 'a/b+c=1234-Zk_9.x0';
const { isIn, remove, removeTraces } = keyFinder(ECHOED);

const inBytes = (text: string): number[] => [...Buffer.from(text)];
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const each = (write: (code: string, hex: string) => string): string =>
	inBytes(ECHOED)
		.map((code) => write(String(code), code.toString(16)))
		.join('');

const FORMS: Readonly<Record<string, string>> = {
	'as it is': ECHOED,
	'with escaped slashes': ECHOED.replaceAll('/', '\\/'),
	'with some JSON escapes': ECHOED.replace('=', '\\u003d').replace('+', '\\u002B'),
	'all in JSON escapes': each((_, hex) => `\\u00${hex}`),
	'in JSON within JSON': ECHOED.replaceAll('/', '\\\\/').replace('=', '\\\\u003D'),
	'percent-encoded': encodeURIComponent(ECHOED),
	'percent-encoded in lower case': encodeURIComponent(ECHOED).toLowerCase().replace('zk', 'Zk'),
	'percent-encoded twice': encodeURIComponent(encodeURIComponent(ECHOED)),
	'percent-encoded in all': each((_, hex) => `%${hex}`),
	'as decimal HTML': each((code) => `&#${code};`),
	'as hexadecimal HTML': each((_, hex) => `&#x00${hex.toUpperCase()};`),
	'as named HTML': ECHOED.replaceAll('/', '&sol;').replace('+', '&plus;').replace('=', '&equals;'),
	'as HTML within HTML': ECHOED.replace('=', '&amp;#61;').replace('/', '&amp;sol;'),
	'in hex': Buffer.from(ECHOED).toString('hex'),
	'in capital hex': Buffer.from(ECHOED).toString('hex').toUpperCase(),
	'in base64': base64(ECHOED),
	'in base64 with its word': base64(`Token ${ECHOED}`),
	'in base64url': base64url(ECHOED),
	'in base64url with its word': base64url(`Token ${ECHOED}`),
	'in base64, percent-encoded': encodeURIComponent(base64(ECHOED)),
};

it.each(Object.entries(FORMS))('finds the key %s', (_, form) => {
	expect(isIn(`before ${form} after`)).toBe(true);
	expect(remove(`before ${form} after, ${form}`)).toBe('before *** after, ***');
});

it.each(['Authorization: Token ', 'x', 'xy', 'xyz'])('finds it in base64 behind %j', (before) => {
	for (const encode of [base64, base64url]) {
		const left = remove(encode(`${before}${ECHOED}; done`)).replaceAll('***', '\n');
		for (const part of left.split('\n')) {
			for (const from of [0, 1, 2, 3]) {
				expect(Buffer.from(part.slice(from), 'base64').toString('latin1')).not.toMatch(/a\/b|1234|9\.x0/);
			}
		}
	}
});

it.each(['key', 'x', 'ab'])('finds no other words where the key is short: %s', (key) => {
	const text = 'a title of 6b6579 words, 50 % off & more: settled, axle';
	const plain = key === 'x' ? text.replaceAll('x', '***') : text;
	expect(keyFinder(key).remove(text)).toBe(key === 'ab' ? text : plain);
});

it('leaves a text without the key as it is', () => {
	const text = JSON.stringify({
		a: 'Jo\u00e3o \\ / "x" %20 &amp; YWJjZGVmZ2hpamtsbW5vcA==',
		b: ECHOED.slice(1),
	});
	expect(isIn(text)).toBe(false);
	expect(remove(text)).toBe(text);
});

describe('traces of a key in a message', () => {
	const LONG = 'k3y/AbC+9=dE_f-0123456789abcdefXYZ';
	const finder = keyFinder(LONG);
	const hex = Buffer.from(LONG).toString('hex');
	const wrapped = (text: string, by: string): string => (text.match(/.{1,20}/g) ?? []).join(by);

	it.each([
		['in capitals', LONG.toUpperCase()],
		['in small letters', LONG.toLowerCase()],
		['without its end', LONG.slice(0, 26)],
		['without its beginning', LONG.slice(8)],
		['with a blank for its plus', LONG.replace('+', ' ')],
		['in wrapped base64', wrapped(base64(LONG), '\r\n')],
		['in wrapped base64 with its word', wrapped(base64(`Token ${LONG}`), '\n')],
		['in hex with blanks', hex.replace(/../g, '$& ').trim()],
		['in hex with colons', hex.replace(/../g, '$&:')],
		['as quoted-printable', LONG.replace('=', '=3D')],
		['with soft hyphens', [...LONG].join('\u00ad')],
		['with a character that nobody sees', `${LONG.slice(0, 10)}\u200b${LONG.slice(10)}`],
		['with a tag', `${LONG.slice(0, 12)}</b>${LONG.slice(12)}`],
		['with blanks', [...LONG].join(' ')],
		['as a list of letters', JSON.stringify([...LONG])],
		['over two lines', `${LONG.slice(0, 16)}\n${LONG.slice(16)}`],
	])('are removed: %s', (_, form) => {
		const left = finder.removeTraces(`no such key ${form} here`);
		expect(left).toMatch(/^no such key .{0,12}\*\*\*.{0,12} here$/s);
		const letters = left.replace(/[^a-z0-9]/gi, '').toLowerCase();
		for (const written of [LONG, hex, base64(LONG), base64(`Token ${LONG}`)].map((text) =>
			text.replace(/[^a-z0-9]/gi, '').toLowerCase(),
		)) {
			for (let at = 0; at + 12 <= written.length; at++) {
				expect(letters).not.toContain(written.slice(at, at + 12));
			}
		}
	});

	it.each([
		'the key 0123456789 is short',
		'k3yAbC9dEf0',
		'Fields: name, cpf; at most 10,000',
		LONG.slice(0, 8),
	])('are not found in %j', (text) => expect(finder.removeTraces(text)).toBe(text));

	it('are also removed behind an escaped form', () => {
		expect(removeTraces(`a ${ECHOED} b ${encodeURIComponent(ECHOED)}`)).toBe('a *** b ***');
	});
});
