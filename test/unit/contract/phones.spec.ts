import { readPhone, splitPhone } from '../../../contract/input';

it.each([
	['digits', '51999990000', '51', '999990000'],
	['a land line', '5133330000', '51', '33330000'],
	['a number', 51999990000, '51', '999990000'],
	['formatted', '(51) 99999-0000', '51', '999990000'],
	['with the country code', '+55 51 99999-0000', '51', '999990000'],
	['with spaces around it', '  +55 51 99999-0000 ', '51', '999990000'],
	['with the country code, a land line', '555133330000', '51', '33330000'],
	['copied with marks of direction', '\u202a+55 51 99999-0000\u202c', '51', '999990000'],
	['with a trunk zero', '051 3333.0000', '51', '33330000'],
	['with the decimal of a program that took it for a number', '5133330000.0', '51', '33330000'],
	['with that decimal and the country code', '555133330000.0', '51', '33330000'],
	['with two of them, of the area code 55', '5532221234.00', '55', '32221234'],
	['with that decimal, mobile', '51999990000.0', '51', '999990000'],
	['with the dashes of a word processor', '(51) 99999\u20110000', '51', '999990000'],
	['with the dashes of a word processor, a land line', '51 3333\u20130000', '51', '33330000'],
	['of the area code 55', '5599990000', '55', '99990000'],
	['of the area code 55, mobile', '55999990000', '55', '999990000'],
	['of the area code 55, with the country code', '+55 55 99999-0000', '55', '999990000'],
])('splits a phone number: %s', (_, written, ddd, phone) => {
	expect(splitPhone(written)).toEqual({ ddd, phone });
});

it.each([
	'',
	'99990000',
	'5199',
	'05199',
	'1234567890123456',
	'ramal 51999990000',
	'00999990000',
	'20999990000 x',
	'51999990000 x',
	'x51999990000',
	// A country code behind a zero.
	'0555133330000',
	// Their digits are those of somebody in Brazil.
	'+34 912 345 678',
	'+34 11 2345 67890',
	'+1 555 123 4567',
	'+51 999 990 000',
	// The country code, without an area code behind it.
	'+55 9999-0000',
	-5133330000,
	51999990000.5,
	5133330000.5,
])('takes %j for no phone number', (written) => expect(splitPhone(written)).toBeUndefined());

describe('the phone number of a lead', () => {
	const mobile = { number: '+5551999990000', type: 'mobile', withoutNinthDigit: '+555199990000' };

	it('is a mobile number with its ninth digit, whether it was given or not', () => {
		for (const written of ['51 99999-0000', '51 9999-0000']) expect(readPhone(written)).toEqual(mobile);
		expect(readPhone('51 6999-0000')).toEqual({
			number: '+5551969990000',
			type: 'mobile',
			withoutNinthDigit: '+555169990000',
		});
	});

	it('is a mobile number by its ninth digit, whatever follows', () => {
		expect(readPhone('51 93999-0000')).toMatchObject({ number: '+5551939990000', type: 'mobile' });
	});

	it.each([2, 5])('is a landline that begins with %d, and gains no digit', (first) => {
		expect(readPhone(`51 ${first}333-0000`)).toEqual({ number: `+5551${first}3330000`, type: 'landline' });
	});

	it('is a landline, whatever its first digit, if it is known to be one', () => {
		expect(readPhone('51 9333-0000', true)).toEqual({ number: '+555193330000', type: 'landline' });
		// With nine digits it cannot be.
		expect(readPhone('51 99999-0000', true)).toEqual(mobile);
	});

	it.each([
		'+34 912 345 678',
		'51 1333-0000',
		'51 0333-0000',
		'51 39999-0000',
		'51 29999-0000',
		'51 89999-0000',
		'none',
		'',
	])('is none: %j', (written) => expect(readPhone(written)).toBeUndefined());
});
