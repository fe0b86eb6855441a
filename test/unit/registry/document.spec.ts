import type { INode } from 'n8n-workflow';

import type { At } from '../../../core/form/field';
import { readDocument } from '../../../nodes/PersonCompanyData/shared/document';

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

	it('is refused with what to do', () => {
		expect(() => readDocument('cpf', '123', at)).toThrow(
			expect.objectContaining({
				message: 'CPF is not valid.',
				description: expect.stringMatching(/check digits are wrong/),
			}),
		);
	});

	it.each(['12.345.678/0001-00', 'Maria da Silva', '123456789012345678901'])(
		'is not quoted, as messages are stored and logged: %j',
		(value) => {
			expect(problemOf('cnpj', value)).toBe('CNPJ is not valid.');
		},
	);

	it.each([
		['cnpj', '529.982.247-25', 'CNPJ holds a CPF (11 digits), which names a person.', 'Person > Get'],
		[
			'cpf',
			'12.345.678/0001-95',
			'CPF holds a CNPJ (14 characters), which names a company.',
			'Company > Get',
		],
	] as const)('that is the other one says where it belongs: %s, %s', (kind, value, message, operation) => {
		expect(() => readDocument(kind, value, at)).toThrow(
			expect.objectContaining({
				message,
				description: `${operation} and List > Enrich take it. Nothing was sent for this item.`,
			}),
		);
	});
});
