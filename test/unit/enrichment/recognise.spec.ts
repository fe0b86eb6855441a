import { identifierIn } from '../../../nodes/PersonCompanyData/families/enrichment/columns';
import { recogniseContact, type Known } from '../../../nodes/PersonCompanyData/families/enrichment/recognise';

const person = (name: string, value: string | number) => ({ about: 'person', contact: { name, value } });
const company = (name: string, value: string | number) => ({ about: 'company', contact: { name, value } });

describe('a value by itself', () => {
	it.each<[unknown, ReturnType<typeof person>]>([
		['12.345.678/0001-95', company('cnpj', '12345678000195')],
		[12_345_678_000_195, company('cnpj', '12345678000195')],
		['12.ABC.345/01DE-35', company('cnpj', '12ABC34501DE35')],
		['123.456.789-09', person('cpf', '12345678909')],
		['12345678909', person('cpf', '12345678909')],
		[' Name@Email.com ', person('email', 'Name@Email.com')],
		[
			'https://social.example/in/maria-silva/?x=1',
			person('url_social', 'https://social.example/in/maria-silva/'),
		],
		['www.social.example/company/acme', company('url_social', 'www.social.example/company/acme')],
		['social.example/school/acme', company('url_social', 'social.example/school/acme')],
	])('%j', (value, recognised) => {
		expect(recogniseContact(value)).toEqual(recognised);
	});

	it.each<[unknown, RegExp, Known?]>([
		['', /^is empty/],
		['   ', /^is empty/],
		[undefined, /^is not a text or number/],
		[['a@b.co'], /^is not a text or number/],
		[1234567.5, /^is not a whole number/],
		[-5, /^is neither a CPF nor a CNPJ/],
		['12.345.678/0001-96', /^is neither a CPF nor a CNPJ/],
		['12.ABC.345/01DE-36', /^is not a CNPJ/],
		['maria@', /^is not an email/],
		['https://acme.example/about', /does not say whether/],
		['https://social.example/in/', /does not say whether/],
		['Maria da Silva', /^is not recognised/],
		[191, /^is a number that may be/],
		['1'.repeat(5000), /^is not recognised/],
		['11122233344455566', /^is neither a CPF nor a CNPJ/],
		['12345678909', /^names a person, not a company|^is neither/, { about: 'company' }],
		['12345678000195', /^names a company, not a person/, { about: 'person' }],
		['a@b.co', /^names a person, not a company/, { about: 'company' }],
		['0', /^is not an ID/, { about: 'person' }],
	])('%j is nobody', (...[value, problem, known]) => {
		expect(recogniseContact(value, known)).toEqual({ problem: expect.stringMatching(problem) });
	});
});

it('a URL that does not say whose profile it is, is that of whom is asked for', () => {
	expect(recogniseContact('https://social.example/maria', { about: 'person' })).toMatchObject({
		about: 'person',
	});
});

describe('the columns of a row', () => {
	it.each<[object, unknown, string?]>([
		[{ id: 3, Contato: 'a', cnpj: 'b' }, 'a'],
		[{ 'ID Empresa': 5, CNPJ: 'x' }, 5, 'id_empresa'],
		[{ 'Endereço de e-mail': 'a' }, 'a', 'email'],
		[{ cnpj: ' ', email: 'a', cpf: null }, 'a', 'email'],
		[{ 'CPF ou CNPJ': 1, x: 2 }, 1],
		[{ whatever: 'a' }, 'a'],
		[{ a: 1, b: 2 }, undefined],
		[{}, undefined],
	])('%j', (...[row, value, name]) => {
		expect(identifierIn(row)).toEqual(name === undefined ? { value } : { value, name });
	});

	it('are of no account to a single value', () => {
		expect(identifierIn('cnpj')).toEqual({ value: 'cnpj' });
		expect(identifierIn(['a'])).toEqual({ value: ['a'] });
	});
});
