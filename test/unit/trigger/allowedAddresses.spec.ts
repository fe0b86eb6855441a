import { isAllowed, wrongAddresses } from '../../../nodes/PersonCompanyDataTrigger/allowedAddresses';

describe('allowed addresses', () => {
	it.each([
		['', '203.0.113.7'],
		['203.0.113.7', '203.0.113.7'],
		['203.0.113.7', '::ffff:203.0.113.7'],
		['198.51.100.0/24, 203.0.113.7', '198.51.100.255'],
		['10.0.0.0/8', '10.255.0.1'],
		['0.0.0.0/0', '1.2.3.4'],
		['203.0.113.7/32', '203.0.113.7'],
		['2001:DB8::1', '2001:db8::1'],
		['198.51.100.1 ,; 203.0.113.7;', '203.0.113.7'],
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
		['203.0.113.7', 'unknown'],
		// An IPv6 address that merely contains what an IPv4 address is wrapped in.
		['12.3.4.5', '1::ffff:2.3.4.5'],
	])('%j keeps %j out', (list, caller) => {
		expect(isAllowed(list, [caller])).toBe(false);
	});

	it('names what is neither an address nor a range', () => {
		expect(wrongAddresses('203.0.113.7, 10.0.0.0/8; ::1 0.0.0.0/0, 203.0.113.7/32')).toEqual([]);
		const wrong = ['10.0.0.0/33', '300.1.1.1', 'host.example', '1.2.3.4/8/9', '::1/64', 'abc'];
		expect(wrongAddresses(wrong.join(' '))).toEqual(wrong);
	});

	it.each([
		...['1.2.3', '1.2.3.4.5', '1e1.2.3.4', '-1.2.3.4', '1.2.3.4x', '1.2..4'],
		...['10.0.0.0/-8', '10.0.0.0/8.5', '10.0.0.0/1e1', '10.0.0.0/', 'g::1', '::1g'],
	])('takes for neither what just looks like one: %s', (entry) => {
		expect(wrongAddresses(entry)).toEqual([entry]);
		expect(isAllowed(entry, ['1.2.3.4', '10.0.0.1', '0.1.2.3', entry])).toBe(false);
	});
});
