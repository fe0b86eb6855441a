import { asInteger, asText, defined, isObject } from '../../../core/base/json';

describe('values of JSON', () => {
	it.each([
		[{}, true],
		[{ a: 1 }, true],
		[[], false],
		[null, false],
		[undefined, false],
		['{}', false],
		[1, false],
	])('isObject(%j) is %s', (value, expected) => {
		expect(isObject(value)).toBe(expected);
	});

	it('defined leaves out what is undefined, and nothing else', () => {
		expect(Object.keys(defined({ a: undefined, b: null, c: 0, d: '' }))).toEqual(['b', 'c', 'd']);
	});

	it.each([
		['a', 'a'],
		[' a ', ' a '],
		[0, '0'],
		[12.5, '12.5'],
		[10n, '10'],
		['', undefined],
		[true, undefined],
		[null, undefined],
		[undefined, undefined],
		[{}, undefined],
		[['a'], undefined],
	])('asText(%p) is %p', (value, expected) => {
		expect(asText(value)).toBe(expected);
	});

	it.each([
		[5, 5],
		[0, 0],
		[-3, -3],
		['12', 12],
		[' 12 ', 12],
		['0', 0],
		['', undefined],
		['  ', undefined],
		['12x', undefined],
		[1.5, undefined],
		['1.5', undefined],
		[Number.NaN, undefined],
		[Number.POSITIVE_INFINITY, undefined],
		[2 ** 53, undefined],
		[true, undefined],
		[null, undefined],
		[undefined, undefined],
		[[5], undefined],
	])('asInteger(%p) is %p', (value, expected) => {
		expect(asInteger(value)).toBe(expected);
	});
});
