import { isAllowed, wrongAddresses } from '../../../nodes/PersonCompanyDataTrigger/allowedAddresses';

describe('allowed addresses', () => {
	it.each([
		['', '203.0.113.7'],
		['203.0.113.7', '203.0.113.7'],
		['203.0.113.7', '::ffff:203.0.113.7'],
		['198.51.100.0/24, 203.0.113.7', '198.51.100.255'],
		['10.0.0.0/8', '10.255.0.1'],
		['0.0.0.0/0', '1.2.3.4'],
		['2001:DB8::1', '2001:db8::1'],
	])('%j lets %s in', (list, caller) => {
		expect(isAllowed(list, ['192.0.2.1', caller])).toBe(true);
	});

	it.each([
		['203.0.113.7', '203.0.113.70'],
		['198.51.100.0/24', '198.51.101.0'],
		['203.0.113.7/32', '203.0.113.6'],
		['2001:db8::1', '2001:db8::2'],
		['nonsense', '203.0.113.7'],
		['10.0.0.0/', '203.0.113.7'],
		['203.0.113.7', ''],
	])('%j keeps %j out', (list, caller) => {
		expect(isAllowed(list, [caller])).toBe(false);
	});

	it('names what is neither an address nor a range', () => {
		expect(wrongAddresses('203.0.113.7, 10.0.0.0/8; ::1')).toEqual([]);
		expect(wrongAddresses('10.0.0.0/33 300.1.1.1 host.example 1.2.3.4/8/9 ::1/64 abc')).toEqual([
			'10.0.0.0/33',
			'300.1.1.1',
			'host.example',
			'1.2.3.4/8/9',
			'::1/64',
			'abc',
		]);
	});
});
