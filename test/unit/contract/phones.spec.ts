import { knownPhone, splitPhone } from '../../../contract/input';

it.each([
	['with the country code', '+55 51 99999-0000', '51', '999990000'],
	['copied with marks of direction', '\u202a+55 51 99999-0000\u202c', '51', '999990000'],
	['with a trunk zero', '051 3333.0000', '51', '33330000'],
	['with the decimal of a program that took it for a number', '5133330000.0', '51', '33330000'],
	['with two of them, of the area code 55', '5532221234.00', '55', '32221234'],
	['with the dashes of a word processor', '(51) 99999\u20110000', '51', '999990000'],
	['of the area code 55', '5599990000', '55', '99990000'],
	['of the area code 55, with the country code', '+55 55 99999-0000', '55', '999990000'],
])('splits a phone number: %s', (_, written, ddd, phone) => {
	expect(splitPhone(written)).toEqual({ ddd, phone });
});

it.each([
	'5199',
	'ramal 51999990000',
	// A country code behind a zero; digits as those of somebody in Brazil; no area code behind the country code.
	'0555133330000',
	'+34 912 345 678',
	'+51 999 990 000',
	'+55 9999-0000',
	51999990000.5,
])('takes %j for no phone number', (written) => expect(splitPhone(written)).toBeUndefined());

const mobile = { number: '+5551999990000', type: 'mobile', withoutNinthDigit: '+555199990000' } as const;

it.each<[written: string, isLandline: boolean, phone: ReturnType<typeof knownPhone>]>([
	['51 99999-0000', false, mobile],
	['51 9999-0000', false, mobile],
	['51 6999-0000', false, { number: '+5551969990000', type: 'mobile', withoutNinthDigit: '+555169990000' }],
	['51 2333-0000', false, { number: '+555123330000', type: 'landline' }],
	['51 5333-0000', false, { number: '+555153330000', type: 'landline' }],
	// Known to be a landline; with nine digits it cannot be.
	['51 9333-0000', true, { number: '+555193330000', type: 'landline' }],
	['51 99999-0000', true, mobile],
	['+34 912 345 678', false, undefined],
	['51 1333-0000', false, undefined],
	['51 89999-0000', false, undefined],
	['20 99999-0000', false, undefined],
])('the phone number of a lead: %s, a landline: %s', (written, isLandline, phone) => {
	expect(knownPhone(written, isLandline)).toEqual(phone);
});
