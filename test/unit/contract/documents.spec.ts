import { cnpjFrom, cpfFrom, normalizeCnpj, normalizeCpf } from '../../../contract/input';
import { wholeDocuments } from '../../../contract/documents';

const CPF = '00123456797';
const CNPJ = '00000000000191';
const LONG_CNPJ = cnpjFrom('003456780001');

describe('documents of an answer or a file', () => {
	it.each<[unknown, unknown]>([
		[{ cpf: 123_456_797 }, { cpf: CPF }],
		[{ CPF: '123456797' }, { CPF }],
		[{ Cpf: 12_345_678_909 }, { Cpf: '12345678909' }],
		[{ cnpj: 191 }, { cnpj: CNPJ }],
		[{ CNPJ: '191' }, { CNPJ }],
		[{ cpf_socio: 123_456_797 }, { cpf_socio: CPF }],
		[{ 'CPF do Sócio': '123456797' }, { 'CPF do Sócio': CPF }],
		[{ cnpjEmpresa_1: 191 }, { cnpjEmpresa_1: CNPJ }],
		[{ cpfs: [123_456_797, CPF] }, { cpfs: [CPF, CPF] }],
		// A name that says nothing else is believed, whatever the check digits.
		[{ cpf_1: 12 }, { cpf_1: '00000000012' }],
		[{ CNPJs: ['12'] }, { CNPJs: ['00000000000012'] }],
		[{ cpf_cnpj: Number(LONG_CNPJ) }, { cpf_cnpj: LONG_CNPJ }],
		[{ CNPJ: '191.0' }, { CNPJ }],
		[{ CEP: '1310100' }, { CEP: '01310100' }],
		[{ CEP: '1310100.0' }, { CEP: '01310100' }],
		[{ postal_code: 1_310_100 }, { postal_code: '01310100' }],
		[{ zip_code: 1_310_100 }, { zip_code: '01310100' }],
		[{ 'Codigo Postal': 1_310_100 }, { 'Codigo Postal': '01310100' }],
		[
			{ tipo_entrada: 'cnpj', valor_entrada: 191 },
			{ tipo_entrada: 'cnpj', valor_entrada: CNPJ },
		],
		[
			{ detalhes_contato: { informacoes_basicas: { cpf: 123_456_797 }, socios: [{ cpf: 123_456_797 }] } },
			{ detalhes_contato: { informacoes_basicas: { cpf: CPF }, socios: [{ cpf: CPF }] } },
		],
	])('are whole text in %j', (given, whole) => {
		expect(wholeDocuments(given)).toEqual(whole);
	});

	it.each<[unknown]>([
		[{ cpf: '123.456.789-09', nome: 'Ana' }],
		[{ cpf: null, cnpj: '***191' }],
		[{ cnpj: '12ABC34501DE35' }],
		// Parts of documents, numbers of them and flags.
		[{ cnpj_raiz: 12_345_678, cnpj_basico: 0, total_cpf: 123_456_797 }],
		[{ tem_cpf: true, tem_cnpj: 1, has_cpf: 0 }],
		...['raiz', 'basico', 'base', 'root', 'ordem', 'dv', 'count', 'total', 'quantidade', 'qtd'].map(
			(part): [unknown] => [{ [`cnpj_${part}`]: 191 }],
		),
		// Not only digits, or more than a document has.
		[{ cpf: '12x', cnpj: 123_456_789_012_345 }],
		// Whole already, or too short to lack just its zero.
		[{ cep: '01310100', zip_code: '131' }],
		[{ tipo_entrada: 'cnpj', outro: 191 }],
		[{ tipo_entrada: ['cnpj'], valor_entrada: 191 }],
		// It may be the one or the other.
		[{ cpf_cnpj: 191 }],
		// Its check digits are wrong, so it may be anything.
		[{ cpf_situacao: 12 }],
		[{ id_pessoa: 123_456_797, telefone: 1_199_999_999 }],
		[{ tipo_entrada: 'person_id', valor_entrada: 123_456_797 }],
		[['191', 191, null, true]],
		['191'],
	])('and everything else stay as they are in %j, uncopied', (given) => {
		expect(wholeDocuments(given)).toBe(given);
	});

	it.each<[string, (inner: unknown) => unknown]>([
		['lists', (inner) => [inner]],
		['objects', (inner) => ({ inner })],
	])('are not looked for endlessly in %s', (_, around) => {
		const within = (levels: number): unknown =>
			Array.from({ length: levels }).reduce<unknown>(around, { cpf: 123_456_797 });
		expect(JSON.stringify(wholeDocuments(within(50)))).toContain(CPF);
		const deep = within(150);
		expect(wholeDocuments(deep)).toBe(deep);
	});
});

describe('what is no document although its check digits hold', () => {
	it.each(['00000000000000', 0, '1111111111111', cnpjFrom('_03456780001'), cnpjFrom('00345678000_')])(
		'is no CNPJ: %j',
		(value) => expect(normalizeCnpj(value)).toBeUndefined(),
	);

	it.each(['00000000000', 0, '99999999999', cpfFrom('A23456789'), cpfFrom('12345678A'), `1${CPF}`])(
		'is no CPF: %j',
		(value) => expect(normalizeCpf(value)).toBeUndefined(),
	);

	it.each([-191, 1.91, 1e21, Number.NaN, Number.POSITIVE_INFINITY])('is no number: %d', (value) => {
		expect(normalizeCnpj(value)).toBeUndefined();
		expect(normalizeCpf(value)).toBeUndefined();
	});
});
