import { asInteger, asText, parseJson } from '../../../core/base/json';

describe('values of JSON', () => {
	it.each([
		['a', 'a'],
		[' a ', ' a '],
		[0, '0'],
		[10n, '10'],
		[{}, undefined],
	])('asText(%p) is %p', (value, expected) => {
		expect(asText(value)).toBe(expected);
	});

	it.each([
		[5, 5],
		['12', 12],
		[' 12 ', 12],
		['12x', undefined],
		['1.5', undefined],
		[Number.NaN, undefined],
		[2 ** 53, undefined],
	])('asInteger(%p) is %p', (value, expected) => {
		expect(asInteger(value)).toBe(expected);
	});
});

it('texts, names and numbers of JSON are cleaned, but no place in a list', () => {
	const clean = (text: string): string => text.replaceAll('1', '***');
	const kept = '"b":["a","***",{"***a":"***23"}]';
	expect(JSON.stringify(parseJson('{"b":["a","\\u0031",{"1a":123}],"c":null}', clean))).toBe(
		`{${kept},"c":null}`,
	);
	expect(parseJson('["\\u0031"]', clean)).toEqual(['***']);
});
