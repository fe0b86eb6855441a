import fc from 'fast-check';

import { cnpjFrom, cpfFrom, normalizeCnpj, normalizeCpf } from '../../contract/input';
import { identifiers } from '../../core/read/identifiers';
import { identifierIn } from '../../nodes/PersonCompanyData/shared/enrichment/columns';
import { recognizeContact } from '../../nodes/PersonCompanyData/shared/enrichment/recognize';
import { anyText, jsonNumber } from './arbitraries';
import { holds } from './holds';

/** What is recognized decides what is paid for. */

const digits = (length: number): fc.Arbitrary<string> =>
	fc
		.array(fc.constantFrom(...'0123456789'), { minLength: length, maxLength: length })
		.map((all) => all.join(''));

const marks = (text: string, shape: RegExp, written: string): string => text.replace(shape, written);
const cpf = digits(9)
	.map(cpfFrom)
	.filter((text) => normalizeCpf(text) === text);
const cnpj = digits(12)
	.map(cnpjFrom)
	.filter((text) => normalizeCnpj(text) === text);
const names = fc.constantFrom(undefined, ...Object.keys(identifiers));

const ofPerson = ['id_pessoa', 'cpf', 'email'];
const ofCompany = ['id_empresa', 'cnpj'];

holds(
	'whatever comes is one identifier of the kind that was asked for, or a problem in words without the value',
	fc.oneof(anyText, jsonNumber, fc.emailAddress(), fc.webUrl(), cpf, cnpj, fc.anything()),
	names,
	(value, name) => {
		const recognized = recognizeContact(value, name);
		if ('problem' in recognized) {
			expect(recognized.problem).toMatch(/^(is|holds) .*\.$/);
			expect(recognized).toEqual({ problem: expect.any(String) });
			return;
		}
		const { about, contact } = recognized;
		if (name !== undefined) expect(contact.name).toBe(name);
		expect(Object.keys(identifiers)).toContain(contact.name);
		expect(about === 'person' ? ofCompany : ofPerson).not.toContain(contact.name);
		// What was recognized is recognized as the same.
		expect(recognizeContact(contact.value, contact.name)).toEqual(recognized);
	},
);

holds('a CPF is one however it is written, and so is a CNPJ', cpf, cnpj, (person, company) => {
	const dotted = marks(person, /^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
	for (const value of [person, dotted, ` ${person} `])
		expect(recognizeContact(value)).toEqual({ about: 'person', contact: { name: 'cpf', value: person } });
	const slashed = marks(company, /^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
	for (const value of [company, slashed])
		expect(recognizeContact(value)).toEqual({ about: 'company', contact: { name: 'cnpj', value: company } });
	// In a column of that name, also as a number without its zeros.
	expect(recognizeContact(Number(person), 'cpf')).toMatchObject({ contact: { value: person } });
	expect(recognizeContact(Number(company), 'cnpj')).toMatchObject({ contact: { value: company } });
});

holds(
	'a short number is an ID where the column says whose, and nothing otherwise',
	fc.integer({ min: 1, max: 999_999_999 }),
	fc.constantFrom('person' as const, 'company' as const),
	(id, about) => {
		const name = about === 'person' ? 'id_pessoa' : 'id_empresa';
		expect(recognizeContact(id, name)).toEqual({ about, contact: { name, value: id } });
		expect(recognizeContact(String(id), name)).toEqual({ about, contact: { name, value: id } });
		expect(recognizeContact(id)).toEqual({ problem: expect.stringContaining('may be a person ID') });
	},
);

const heldIn = (value: unknown): unknown[] =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
		? [value, ...(Object.values(value) as unknown[])]
		: [value];

holds(
	'a row is searched without failing, and only what it holds is found',
	fc.oneof(
		fc.dictionary(fc.oneof(anyText, fc.constantFrom('CNPJ', 'E-mail', 'cpf')), fc.anything()),
		fc.anything(),
	),
	(row) => {
		const found = identifierIn(row);
		const value = 'problem' in found ? undefined : found.value;
		if (typeof row !== 'object' || row === null || Array.isArray(row)) expect(value).toBe(row);
		// A column may hold a row of a list of rows.
		else if (value !== undefined) expect(Object.values(row).flatMap(heldIn)).toContain(value);
	},
);
