import * as input from '../../../contract/input';
import { integer } from '../../../contract/model/schema';
import { endpoints } from '../../../contract';
import { readValue } from '../../../core/form/value';
import { recognizeContact } from '../../../nodes/PersonCompanyData/shared/enrichment/recognize';
import { refusal, where } from '../../support/fieldReading';

/** Values as people have them, one table per kind; each case with its source. */

const [CNPJ, CPF] = ['19131243000197', '52998224725'];
const THOUSANDS = 'VitorLuizC/brazilian-values #10';
const COMMA_ZEROS = 'drawrowfly/amazon-product-api PR 8';
const EXPONENT = 'Apache POI NumberToTextConverter';
const FIXED_WIDTH = 'eduardordm/cnab240 PR 15';
const PLACEHOLDER = 'civio/onodo #24';
const NULLS = 'SalesforceFoundation/NPSP #1405';
const DOMAINS = 'ror-community/ror-roadmap #410';
const LINKS = 'twentyhq/twenty PR 21615';

it.each<[source: string, text: string, whole: ReturnType<typeof input.numberIn>, decimal?: number | string]>([
	['specification', '20', 20],
	['specification', ' 20\u200b', 20],
	[THOUSANDS, '1.000', 'ambiguous', 1],
	[THOUSANDS, '1,000', 'ambiguous'],
	[THOUSANDS, '1.000.000', 'ambiguous', 'noNumber'],
	[THOUSANDS, '-23.550', 'ambiguous', -23.55],
	[COMMA_ZEROS, '20.00', 20],
	[COMMA_ZEROS, '20,00', 20],
	[COMMA_ZEROS, '20,0', 20],
	[COMMA_ZEROS, '1,5', 1.5],
	[EXPONENT, '1.9131243000197E13', 19131243000197],
	[EXPONENT, '1,9131243000197E+13', 19131243000197],
	[EXPONENT, '1.23E+13', 'shortened'],
	[EXPONENT, '1E3', 'shortened'],
	[EXPONENT, '1e-7', 1e-7],
	['specification', '0x10', 'noNumber'],
	['specification', 'Infinity', 'noNumber'],
	['specification', '', 'noNumber'],
])('a number, %s: %j', (_, text, whole, decimal = whole) => {
	expect([input.numberIn(text, true), input.numberIn(text, false)]).toEqual([whole, decimal]);
});

describe('a number of a field', () => {
	const least = integer('Minimum Balance', { minimum: 0 });
	const revenue = endpoints.b2bCompanySearch.body.properties.filtros_empresa.properties.faixa_receita;

	it.each([
		[
			least,
			'1.000',
			`'Minimum Balance' has a point or comma that may separate thousands or decimals: "1.000"`,
		],
		[least, '1.23E+5', `'Minimum Balance' is a number that a spreadsheet has shortened: "1.23E+5"`],
		[
			revenue,
			{ receita_minima: '500.000' },
			`'Minimum Balance > Minimum (BRL)' has a point or comma that may separate thousands or decimals: "500.000"`,
		],
	])('that may be another one is refused: %#', (schema, value, message) => {
		expect(refusal(() => readValue(schema, value, where('Minimum Balance'))).message).toBe(message);
	});
});

it.each([
	[COMMA_ZEROS, '2500,00', '2500.00'],
	[COMMA_ZEROS, '2500', '2500.00'],
	[COMMA_ZEROS, '2500,5', '2500.50'],
	[THOUSANDS, '1.000', undefined],
	[THOUSANDS, '1.000,00', undefined],
])('an amount, %s: %j', (_, text, amount) => expect(input.amountIn(text)).toBe(amount));

it('a code of digits loses the decimals of a program', () => {
	const { lower } = endpoints.personCount.body.properties.age.properties;
	expect(readValue(lower, '30,0', where('From'))).toBe('30');
});

describe.each([
	['CNPJ', input.normalizeCnpj, CNPJ, ['1.9131243000197E13', '1,9131243000197E+13'], '1.23E+13'],
	['CPF', input.normalizeCpf, CPF, ['5.2998224725E10', '5,2998224725E+10'], '5,3E+10'],
] as const)('a %s', (_, read, plain, exact, shortened) => {
	it.each<[string, string | number]>([
		['specification', plain],
		[COMMA_ZEROS, `${plain},00`],
		[COMMA_ZEROS, `${plain},0`],
		[COMMA_ZEROS, `${plain}.00`],
		...exact.map((text): [string, string] => [EXPONENT, text]),
		[FIXED_WIDTH, `0${plain}`],
		[FIXED_WIDTH, `000${plain}`],
		['field notes', Number(plain)],
	])('%s: %j', (_source, text) => expect(read(text)).toBe(plain));

	it('is not what has lost digits, or what stands behind other digits than zeros', () => {
		for (const text of [shortened, `10${plain}`]) expect(read(text)).toBeUndefined();
		expect(input.isShortened(shortened)).toBe(true);
	});
});

it(`a CNPJ that ends with zeros has lost none by its exponent, ${EXPONENT}`, () => {
	expect(input.normalizeCnpj('1.913110100012E13')).toBe('19131101000120');
	expect(input.normalizeCnpj('1.91311120001E13')).toBe('19131112000100');
});

it.each([
	['000000000787', { problem: expect.stringMatching(/^is both a CPF and a CNPJ/) }],
	['0000000000000787', { problem: expect.stringMatching(/^is both a CPF and a CNPJ/) }],
	// Its length is that of one.
	['00000000787', { contact: { name: 'cpf', value: '00000000787' } }],
	['00000000000787', { contact: { name: 'cnpj', value: '00000000000787' } }],
	['000.000.007-87', { contact: { name: 'cpf', value: '00000000787' } }],
	['00.000.000/0007-87', { contact: { name: 'cnpj', value: '00000000000787' } }],
	[`0${CNPJ}`, { contact: { name: 'cnpj', value: CNPJ } }],
	[`000${CPF}`, { contact: { name: 'cpf', value: CPF } }],
])(`a number that may be a CPF or a CNPJ, ${FIXED_WIDTH}: %s`, (text, recognized) => {
	expect(recognizeContact(text)).toMatchObject(recognized);
	if (!('problem' in recognized)) return;
	expect(recognizeContact(text, 'cpf')).toMatchObject({ about: 'person' });
	expect(recognizeContact(text, 'cnpj')).toMatchObject({ about: 'company' });
});

it.each([
	...['-', '--', '\u2013', '\u2014', 'N/A', 'n/a', 'NA', 'n/d', '#N/D', '#N/A'].map((text) => [
		PLACEHOLDER,
		text,
	]),
	...['nan', 'NaN', 'NULL', 'null', 'None', 'undefined'].map((text) => [NULLS, text]),
	...['', '  ', '\u200b', '___.___.___-__', '..-', '  .   .   /    -  ', '(__) _____-____'].map((text) => [
		PLACEHOLDER,
		text,
	]),
])('nothing, %s: %j', (_, text) => {
	expect(input.isMissing(text)).toBe(true);
	expect(recognizeContact(text)).toEqual({ problem: 'is empty.' });
	expect(input.splitPhone(text)).toBeUndefined();
});

it.each([0, false, '0', 'n/a b', 'Ana', '-1', 'Nana', '000.000.000-00', [0]])('something: %j', (value) =>
	expect(input.isMissing(value)).toBe(false),
);

it.each([
	[DOMAINS, 'company.com', 'company.com'],
	[DOMAINS, 'https://www.Company.com/about?x=1#y', 'company.com'],
	[DOMAINS, 'http://company.com', 'company.com'],
	[DOMAINS, 'www.company.com/', 'company.com'],
	[LINKS, ' COMPANY.com.br. ', 'company.com.br'],
	[LINKS, 'company.com:443', 'company.com'],
	[LINKS, 'www.com', 'www.com'],
	[LINKS, 'a\u00e7o.com.br', 'a\u00e7o.com.br'],
	[LINKS, 'company', undefined],
	[LINKS, 'ana@company.com', undefined],
	[LINKS, 'company com.br', undefined],
	[LINKS, 'a..b', undefined],
	[LINKS, 'https://', undefined],
	[LINKS, `${'a'.repeat(300)}.com`, undefined],
])('a domain, %s: %j', (_, text, domain) => expect(input.domainIn(text)).toBe(domain));

it.each([
	[LINKS, 'Ana@Example.COM', 'ana@example.com'],
	[LINKS, 'mailto:ana@example.com', 'ana@example.com'],
	[LINKS, 'MAILTO:ana@example.com?subject=x', 'ana@example.com'],
	[LINKS, '<ana@example.com>', 'ana@example.com'],
	[LINKS, 'ana@example.com.', 'ana@example.com'],
	[LINKS, 'a?b@example.com', 'a?b@example.com'],
	[LINKS, 'ana@example', undefined],
	[LINKS, '@example.com', undefined],
	[LINKS, 'a@b.com; c@d.com', undefined],
	[LINKS, `${'a'.repeat(400)}@b.com`, undefined],
])('an email, %s: %j', (_, text, email) => expect(input.emailIn(text)).toBe(email));

it.each([
	['field notes', '90010-000', '90010000'],
	['field notes', '90.010-000', '90010000'],
	['field notes', '90010000', '90010000'],
	[COMMA_ZEROS, '1310100,0', '01310100'],
	['field notes', '900', undefined],
	['field notes', '90010-00x', undefined],
])('a postal code, %s: %j', (_, text, code) => expect(input.postalCodeIn(text)).toBe(code));

it('a profile URL has no slash at its end, nor what was clicked', () => {
	expect(input.plainProfile('https://social.example/in/ana//?trk=x')).toBe('https://social.example/in/ana');
});

const [COLUMN, CITATIONS] = ['georgevbsantiago/qsacnpj #26', 'datacite/bracco #277'];
it.each([
	[COLUMN, 'a@x.com; b@y.com', ['a@x.com', 'b@y.com']],
	[COLUMN, 'A@x.com,b@y.com', ['A@x.com', 'b@y.com']],
	[COLUMN, 'a@x.com b@y.com\nc@z.com', ['a@x.com', 'b@y.com', 'c@z.com']],
	[CITATIONS, 'mailto:a@x.com', ['a@x.com']],
	[CITATIONS, 'Ana <a@x.com>', ['a@x.com']],
	[COLUMN, 'a @ x.com', ['a @ x.com']],
	[COLUMN, 'none', []],
])('the emails of an answer, %s: %j', (_, text, emails) => expect(input.splitEmails(text)).toEqual(emails));
