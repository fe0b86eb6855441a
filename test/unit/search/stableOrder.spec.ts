import { stableOrder } from '../../../core/base/fingerprint';

/** The text that goes over the wire, which shows the order of names too. */
const sent = (value: unknown): string => JSON.stringify(stableOrder(value));

describe('the stable order of filters', () => {
	it('sorts lists by code point, not by locale', () => {
		expect(stableOrder(['b', 'a', 'Z', 'á', 'A', '_', '1'])).toEqual(['1', 'A', 'Z', '_', 'a', 'b', 'á']);
	});

	it('sorts names by code point, not by locale', () => {
		expect(sent({ b: 1, B: 2, á: 3, a: 4 })).toBe('{"B":2,"a":4,"b":1,"á":3}');
	});

	it('drops repeated values', () => {
		expect(stableOrder(['SP', 'RS', 'SP'])).toEqual(['RS', 'SP']);
	});

	it('does not change what it was given', () => {
		const given = { b: ['y', 'x'], a: 1 };
		stableOrder(given);
		expect(JSON.stringify(given)).toBe('{"b":["y","x"],"a":1}');
	});
});
