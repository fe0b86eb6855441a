import type { INode } from 'n8n-workflow';

import type { At } from '../../../core/form/field';
import { readDocument, skipDocumentCheck } from '../../../nodes/PersonCompanyData/families/common/document';

const at: At = (field) => ({ node: { name: 'Node' } as INode, item: 0, field });

const problemOf = (
	...[kind, value]: Parameters<typeof readDocument> extends [infer K, infer V, ...unknown[]] ? [K, V] : never
): string => {
	try {
		readDocument(kind, value, at);
	} catch (error) {
		return (error as Error).message;
	}
	return 'none';
};

describe('a CPF or CNPJ of the form', () => {
	it('is read as its plain characters', () => {
		expect(readDocument('cpf', '001.234.567-97', at)).toBe('00123456797');
		expect(readDocument('cnpj', 191, at)).toBe('00000000000191');
		expect(readDocument('cnpj', '1000000000154.0', at)).toBe('01000000000154');
	});

	it('is the same where its check is skipped and it is right', () => {
		expect(readDocument('cpf', '001.234.567\u201197', at, true)).toBe('00123456797');
		expect(readDocument('cnpj', 191, at, true)).toBe('00000000000191');
	});

	it('is the same however it is written where its check is skipped and it is wrong', () => {
		expect(readDocument('cpf', '123.456.789-00', at, true)).toBe('12345678900');
		expect(readDocument('cnpj', ' 11.222.333/0001\u201300', at, true)).toBe('11222333000100');
		expect(readDocument('cnpj', '12.abc.345/01de-00', at, true)).toBe('12ABC34501DE00');
		expect(readDocument('cnpj', 1_222_333_000_100, at, true)).toBe('01222333000100');
		expect(readDocument('cpf', '123456789', at, true)).toBe('00123456789');
	});

	it('is sent as it is where its check is skipped and it has another length', () => {
		expect(readDocument('cpf', '123-x', at, true)).toBe('123-x');
		// What a program has added is none of it.
		expect(readDocument('cpf', '12345678.0', at, true)).toBe('12345678');
		expect(readDocument('cnpj', 12, at, true)).toBe('12');
		expect(skipDocumentCheck.property).toMatchObject({
			displayName: 'Skip Document Check',
			// An option that was added is meant.
			default: true,
			description: expect.stringContaining('wrong check digits'),
		});
	});

	it('is refused with what to do', () => {
		expect(() => readDocument('cpf', '123', at)).toThrow(
			expect.objectContaining({
				message: 'CPF is not valid.',
				description: expect.stringMatching(/check digits are wrong.*Skip Document Check/),
			}),
		);
	});

	it.each([
		'12.345.678/0001-00',
		// A CPF, a name, too short, too long.
		'123.456.789-0',
		'Maria da Silva',
		'1234567',
		'123456789012345678901',
		'Ana 12345678 é',
		'é 12345678',
		'Ana1234567',
	])('is not quoted, as messages are stored and logged: %j', (value) => {
		expect(problemOf('cnpj', value)).toBe('CNPJ is not valid.');
	});

	it.each([
		['cnpj', '529.982.247-25', 'CNPJ holds a CPF (11 digits), which names a person.', 'Person > Get'],
		[
			'cpf',
			'12.345.678/0001-95',
			'CPF holds a CNPJ (14 characters), which names a company.',
			'Company > Get',
		],
		['cpf', '12abc34501de35', 'CPF holds a CNPJ (14 characters), which names a company.', 'Company > Get'],
	] as const)('that is the other one says where it belongs: %s, %s', (kind, value, message, operation) => {
		expect(() => readDocument(kind, value, at)).toThrow(
			expect.objectContaining({
				message,
				description: `${operation} and List > Enrich take it. Nothing was sent for this item.`,
			}),
		);
	});

	it('that is a list says which operation takes one', () => {
		expect(() => readDocument('cnpj', '12.345.678/0001-95 12.345.678/0001-95', at)).toThrow(
			expect.objectContaining({
				message: 'CNPJ holds a list.',
				description: expect.stringContaining('List > Enrich takes a list'),
			}),
		);
	});

	it('is never quoted where it should be a CPF', () => {
		expect(problemOf('cpf', '12345678000100')).toBe('CPF is not valid.');
	});
});
