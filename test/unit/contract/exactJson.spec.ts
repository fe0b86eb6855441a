import { parseExact } from '../../../contract/exactJson';

it.each<[string, unknown]>([
	['{"id":9007199254740993,"n":-9007199254740993}', { id: '9007199254740993', n: '-9007199254740993' }],
	[
		'[1.234567890123456, 1234567890123456e2, 9007199254740991]',
		[1.234567890123456, 1234567890123456e2, 9007199254740991],
	],
	['\ufeff{"a":1}', { a: 1 }],
	['{"a\\"9007199254740993":"9007199254740993 \\\\"}', { 'a"9007199254740993': '9007199254740993 \\' }],
])('keeps what JavaScript would change as text: %s', (text, value) => {
	expect(parseExact(text)).toEqual(value);
});

it('says where it is nested too deeply, and refuses what is no JSON', () => {
	expect(JSON.stringify(parseExact(`${'['.repeat(10_000)}${']'.repeat(10_000)}`))).toContain(
		'nested too deeply',
	);
	expect(() => parseExact('{"a":9007199254740993')).toThrow(SyntaxError);
});
