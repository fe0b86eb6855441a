import type { INode } from 'n8n-workflow';

import type { At } from '../../../core/form/field';
import { readDocument } from '../../../nodes/PersonCompanyData/shared/enrichment/recognise';

const at: At = (field) => ({ node: { name: 'Node' } as INode, item: 0, field });

const problemOf = (kind: 'cpf' | 'cnpj', value: string): string => {
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
		expect(problemOf('cnpj', value)).toBe("'CNPJ' is not valid: its length or check digits are wrong");
	});

	it.each([
		['cnpj', '529.982.247-25', "'CNPJ' is a CPF (11 digits), not a CNPJ (14 characters)"],
		['cpf', '12.345.678/0001-95', "'CPF' is a CNPJ (14 characters), not a CPF (11 digits)"],
		['cpf', '12abc34501de35', "'CPF' is a CNPJ (14 characters), not a CPF (11 digits)"],
		['cnpj', '12.345.678/0001-95 12.345.678/0001-95', "'CNPJ' holds a list or several values"],
	] as const)('that is something else says what it is: %s, %s', (kind, value, message) => {
		expect(problemOf(kind, value)).toBe(message);
	});
});
