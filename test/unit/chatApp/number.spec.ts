import type { INode } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import { neutralNames } from '../../../contract/brandTerms';
import { readAnswer } from '../../../core/read/answer';
import type { Where } from '../../../core/form/field';
import {
	isActive,
	numberPurchaseKey,
	phoneField,
} from '../../../nodes/PersonCompanyData/operations/chatApp/number';

const where: Where = { node: { name: 'Node' } as INode, item: 0, field: 'Phone Number' };

describe('a phone number of the form', () => {
	const number = { ddd: '51', phone: '999990000' };

	it.each(['(51) 99999-0000', 51999990000])('is read in its parts: %j', (value) => {
		expect(phoneField.read(value, where)).toEqual(number);
	});

	it('is one unit of work, by all its digits', () => {
		expect(numberPurchaseKey(number)).toEqual({ number: '51999990000' });
	});

	it.each([
		['', 'is empty'],
		[undefined, 'is empty'],
		['mobile', 'is not a phone number'],
		[true, 'is not a phone number'],
		[['51999990000'], 'is not a phone number'],
	])('is refused: %j', (value, problem) => {
		expect(() => phoneField.read(value, where)).toThrow(
			expect.objectContaining({
				message: `Phone Number ${problem}.`,
				description: expect.stringContaining('Enter the area code and the number, for example 51999990000'),
			}),
		);
	});

	it('is asked for, and taken from the item', () => {
		expect(phoneField.property).toMatchObject({
			displayName: 'Phone Number',
			type: 'string',
			required: true,
			description: expect.stringContaining('Area code'),
			placeholder: expect.stringContaining('(51)'),
			default: '={{ $json.phone }}',
		});
	});
});

describe('whether a number is active', () => {
	it.each([
		[{ is_active: true }, true],
		[{ active: false }, false],
		[{ has_chatapp: true }, true],
		[{ has_other: true }, true],
		[{ status: 'ATIVO' }, true],
		[{ status: 'inativo' }, false],
		// A flag goes before a word.
		[{ status: 'ATIVO', active: false }, false],
		[{ is_active: 'yes', active: true }, true],
		[{ status: 'other' }, null],
		[{ is_active: 1 }, null],
		[{}, null],
	])('is said by %j: %j', (answer, said) => {
		const brandTerms = { ...neutralNames, chatApp: 'other' };
		const known = readAnswer(endpoints.chatAppCheck, answer, brandTerms);
		expect(isActive('fields' in known ? known.fields : {})).toBe(said);
	});
});
