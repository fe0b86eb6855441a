import { readApiKey, readBaseUrl } from '../../../core/base/baseUrl';

const MISSING = 'is empty';
const NO_URL = 'is not a valid URL';
const NOT_HTTPS = 'does not begin with https://';
const TOO_MUCH = 'has a user name, a query or a fragment';

describe('the base address', () => {
	it.each([
		['https://api.company.com/v1', 'https://api.company.com/v1'],
		['https://api.company.com/v1/', 'https://api.company.com/v1'],
		['  https://api.company.com/v1 \n', 'https://api.company.com/v1'],
		['https://api.company.com', 'https://api.company.com/v1'],
		['https://api.company.com/v2/', 'https://api.company.com/v2'],
		['api.company.com', 'https://api.company.com/v1'],
		['localhost:5678', 'https://localhost:5678/v1'],
		['http://localhost:5678/v1', 'http://localhost:5678/v1'],
		['http://[::1]:5678/v1', 'http://[::1]:5678/v1'],
	])('takes %j', (given, url) => {
		expect(readBaseUrl(given)).toEqual({ url });
	});

	it.each([
		[undefined, MISSING],
		['', MISSING],
		[42, MISSING],
		['company', NO_URL],
		['https://', NO_URL],
		['http://api.company.com/v1', NOT_HTTPS],
		['http://localhost.company.com/v1', NOT_HTTPS],
		['http://127.0.0.1.company.com/v1', NOT_HTTPS],
		['https://user@api.company.com/v1', TOO_MUCH],
		['https://api.company.com/v1?key=1', TOO_MUCH],
		['https://api.company.com/v1#top', TOO_MUCH],
	])('refuses %j', (given, why) => {
		expect(readBaseUrl(given)).toMatchObject({ problem: `'Base Address' in the credential ${why}` });
	});
});

describe('the API key', () => {
	it.each([
		['abc123', 'abc123'],
		['Token abc123', 'abc123'],
		['  Token   abc123\n', 'abc123'],
		['TokenABC', 'TokenABC'],
	])('is read from %j', (given, key) => {
		expect(readApiKey(given)).toEqual({ key });
	});

	it.each(['', '   ', 'Token ', 'Token', undefined, null, 42])('is missing in %j', (given) => {
		expect(readApiKey(given)).toMatchObject({ problem: "'API Key' in the credential is empty" });
	});

	it.each([
		'\u201cabc123\u201d',
		'abc\n123',
		'abc\r\n123',
		'abc 123',
		'abc Token',
		'abc\u00a0123',
		'abc\u200b123',
		'ab\u0007c',
		'chave-é',
	])('is refused instead of altered on its way: %j', (given) => {
		const read = readApiKey(given);
		expect(read).toMatchObject({ problem: expect.stringContaining('a character that no key has') });
		expect(JSON.stringify(read)).not.toContain('abc');
	});
});
