import { splitPhone } from '../../../contract/brazil';

it.each([
	['digits', '51999990000', '51', '999990000'],
	['a land line', '5133330000', '51', '33330000'],
	['a number', 51999990000, '51', '999990000'],
	['formatted', '(51) 99999-0000', '51', '999990000'],
	['with the country code', '+55 51 99999-0000', '51', '999990000'],
	['with the country code, a land line', '555133330000', '51', '33330000'],
	['with a trunk zero', '051 3333.0000', '51', '33330000'],
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
	-5133330000,
	51999990000.5,
])('takes %j for no phone number', (written) => expect(splitPhone(written)).toBeUndefined());
