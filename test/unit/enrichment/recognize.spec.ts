import { cnpjFrom } from '../../../contract/input';
import { identifierIn, recognizeIn } from '../../../nodes/PersonCompanyData/shared/enrichment/columns';
import { partsIn, recognizeContact } from '../../../nodes/PersonCompanyData/shared/enrichment/recognize';

const person = (name: string, value: string | number) => ({ about: 'person', contact: { name, value } });
const company = (name: string, value: string | number) => ({ about: 'company', contact: { name, value } });

describe('a value by itself', () => {
	it.each<[unknown, ReturnType<typeof person>]>([
		['12.345.678/0001-95', company('cnpj', '12345678000195')],
		[12_345_678_000_195, company('cnpj', '12345678000195')],
		// As word processors and web pages write the hyphen.
		['12.345.678/0001\u201195', company('cnpj', '12345678000195')],
		['12.345.678/0001\u201395', company('cnpj', '12345678000195')],
		['123.456.789\u201309', person('cpf', '12345678909')],
		['12.ABC.345/01DE-35', company('cnpj', '12ABC34501DE35')],
		// As programs write it that took it for a number; with the zero, the last one has right check digits.
		['12345678909.0', person('cpf', '12345678909')],
		['12345678000195.0', company('cnpj', '12345678000195')],
		['1000000000154.0', company('cnpj', '01000000000154')],
		// The letter is no exponent.
		[cnpjFrom('1E0000000195'), company('cnpj', cnpjFrom('1E0000000195'))],
		['123.456.789-09', person('cpf', '12345678909')],
		['12345678909', person('cpf', '12345678909')],
		[' Name@Email.com ', person('email', 'name@email.com')],
		['name@www.email.com', person('email', 'name@www.email.com')],
		// With characters that nobody sees, the same would be paid for again.
		['\u202aname@email.com\u202c', person('email', 'name@email.com')],
		['na\u00adme@email\u200b.com\u200e', person('email', 'name@email.com')],
		['\u200e123.456.789-\u200b09', person('cpf', '12345678909')],
		['\ufeff12.345.678/0001-95\u200e', company('cnpj', '12345678000195')],
		['https://social.example/in/maria\u200e', person('url_social', 'https://social.example/in/maria')],
		[
			'https://social.example/in/maria-silva/?x=1',
			person('url_social', 'https://social.example/in/maria-silva'),
		],
		['www.social.example/company/acme', company('url_social', 'www.social.example/company/acme')],
		['social.example/school/acme', company('url_social', 'social.example/school/acme')],
	])('%j', (value, recognized) => {
		expect(recognizeContact(value)).toEqual(recognized);
	});

	it.each<[unknown, RegExp, string?]>([
		['', /^is empty/],
		['   ', /^is empty/],
		[undefined, /^is empty/],
		[null, /^is empty/],
		[true, /^is not a text or number/],
		['529.982.247-25', /^is not valid/, 'cnpj'],
		['12.345.678/0001-95', /^is not valid/, 'cpf'],
		[['a@b.co'], /^holds several values/],
		[1234567.5, /^is not a whole number/],
		[-5, /^is neither a CPF nor a CNPJ/],
		['12.345.678/0001-96', /^is neither a CPF nor a CNPJ/],
		['12.ABC.345/01DE-36', /^is not valid/],
		['maria@', /^is not an email/],
		['https://acme.example/about', /does not say whether/],
		['http://name@acme.example', /does not say whether/],
		['https://social.example/in/', /does not say whether/],
		['Maria da Silva', /^is not recognized/],
		[191, /^is a number that may be/],
		['1'.repeat(5000), /^is not recognized/],
		['11122233344455566', /^is neither a CPF nor a CNPJ/],
		['0', /^is not an ID/, 'id_pessoa'],
		['1,23E+13', /^is a number that a spreadsheet has shortened/, 'cnpj'],
		['1.23456E+10', /^is a number that a spreadsheet has shortened/, 'cpf'],
		['1E13', /^is a number that a spreadsheet has shortened/],
		['CNPJ 12.345.678/0001-96', /^is not valid/, 'cnpj'],
		['1212345678000195 x', /^is not valid/, 'cnpj'],
		['Maria 52998224725', /^is not recognized/],
		['Maria 52998224725', /^is not valid/, 'cnpj'],
	])('%j is nobody', (...[value, problem, name]) => {
		expect(recognizeContact(value, name)).toEqual({ problem: expect.stringMatching(problem) });
	});
});

describe('the columns of a row', () => {
	it.each<[object, unknown, string?]>([
		[{ id: 3, Contato: 'a', cnpj: 'b' }, 'b', 'cnpj'],
		[{ id: 3, Contato: 'a', cnpj: '' }, undefined],
		[{ id: 3, Contato: 'a@b.co', cnpj: '' }, 'a@b.co'],
		[{ id: 3, Contato: '51 99999-0013', cnpj: '' }, undefined],
		[{ id: 3, Contato: 51_999_990_013, 'E-mail': null }, undefined],
		[{ id: 3, Contato: '51 99999-0013' }, undefined],
		[{ contact: '52998224725' }, '52998224725'],
		[{ identificador: 'a', contatos: 'b@c.co', x: 1 }, 'b@c.co'],
		[{ 'ID Empresa': 5, CNPJ: 'x' }, 5, 'id_empresa'],
		[{ 'Endereço de e-mail': 'a' }, 'a', 'email'],
		[{ cnpj: ' ', email: 'a@b.co', cpf: null }, 'a@b.co', 'email'],
		[{ 'CPF ou CNPJ': 1, x: 2 }, 1],
		[{ whatever: 'a' }, 'a'],
		[{ a: 1, b: 2 }, undefined],
		[{}, undefined],
	])('%j', (...[row, value, name]) => {
		const found = { value: undefined, name: undefined, ...identifierIn(row) };
		expect([found.value, found.name]).toEqual([value, name]);
	});

	const [cnpj, cpf, email] = ['12.345.678/0001-95', '529.982.247-25', 'ana@b.co'];
	it.each<[object, unknown, string?]>([
		...[
			'Nº CNPJ',
			'CNPJ/MF',
			'cnpj_cliente',
			'CNPJ do cliente',
			'Documento (CNPJ)',
			'clienteCnpj',
			'CNPJs',
		].map((column): [object, unknown, string] => [{ Nome: 'Acme', [column]: cnpj }, cnpj, 'cnpj']),
		...[
			'Email corporativo',
			'email_comercial',
			'E-mail do contato',
			'contatoEmail',
			'EMailCliente',
			'e_mail2',
		].map((column): [object, unknown, string] => [{ Nome: 'Ana', [column]: email }, email, 'email']),
		[{ Nome: 'Ana', 'CPF do sócio': cpf }, cpf, 'cpf'],
		[{ Nome: 'Ana', 'CPF/CNPJ do cliente': cpf }, cpf],
		// A number has lost its zeros; wrong check digits are told.
		[{ x: 1, nr_cnpj: 345_678_000_195 }, 345_678_000_195, 'cnpj'],
		[{ x: 1, nr_cnpj: '12.345.678/0001-96' }, '12.345.678/0001-96', 'cnpj'],
		[{ 'Data do CNPJ': '20200101', 'Nº CNPJ': cnpj }, cnpj, 'cnpj'],
		[{ Contato: 'Ana', 'CNPJ do cliente': cnpj }, cnpj, 'cnpj'],
		// As with usual names, a CNPJ goes before an email, and an email before a CPF; the first of a kind is taken.
		[{ 'CPF do sócio': cpf, 'Email comercial': email, 'CNPJ matriz': cnpj }, cnpj, 'cnpj'],
		[{ 'CPF do sócio': cpf, 'Email comercial': email }, email, 'email'],
		[{ 'Email 1': '', 'Email 2': email, 'Email 3': 'c@d.co' }, email, 'email'],
		// What a column does not hold, it is not taken for.
		[{ 'Data do CNPJ': '20200101', Nome: 'x' }, undefined],
		[{ 'Data do CNPJ': '2020-01-01T00:00:00', Nome: 'x' }, undefined],
		[{ cnpj_updated_at: 1_700_000_000_000, Nome: 'x' }, undefined],
		[{ 'Tipo (CPF/CNPJ)': 'pessoajuridica', CNPJ: cnpj }, cnpj, 'cnpj'],
		[{ 'Situação CNPJ': 'ativa', 'Nº CNPJ': cnpj }, cnpj, 'cnpj'],
		[{ 'Email enviado': true, Contato: email }, email],
		[{ 'Email enviado': 'sim', 'CPF do sócio': cpf }, cpf, 'cpf'],
		// A word, not a part of one.
		[{ cnpjcliente: cnpj, Nome: 'x' }, undefined],
		[{ mailing: email, Nome: 'x' }, undefined],
		[{ cnpj: '', 'Email comercial': email }, email, 'email'],
		[{ [`${'a'.repeat(1000)} cnpj`]: cnpj, Nome: 'x' }, undefined],
	])('with a telling name %j', (...[row, value, name]) => {
		const found = { value: undefined, name: undefined, ...identifierIn(row) };
		expect([found.value, found.name]).toEqual([value, name]);
	});

	it('are of no account to a single value', () => {
		expect(identifierIn('cnpj')).toEqual({ value: 'cnpj' });
		expect(identifierIn(['a'])).toEqual({ value: ['a'] });
	});
});

describe('a row as other nodes give it', () => {
	const cnpj = '19.131.243/0001-97';
	const isCompany = company('cnpj', '19131243000197');
	const isAna = person('email', 'ana@b.co');
	const noColumn = /^has no filled column with a usual name/;
	it.each<[source: string, row: object, outcome: ReturnType<typeof person> | RegExp]>([
		// The name of the column says what is empty, or wrong.
		['', { Nome: 'x', 'Nº CNPJ': '' }, /^is missing: the column 'Nº CNPJ' is empty\.$/],
		['', { Nome: 'x', 'Nº CNPJ': '19.131' }, /^in the column 'Nº CNPJ' is not valid/],
		[
			'',
			{ Contato: 'Ana', 'Nº CNPJ': '1,23E+13' },
			/^in the column 'Nº CNPJ' is a number that a spreadsheet/,
		],
		['', { 'Situação CNPJ': 'ativa', Nome: 'x' }, /^in the column 'Situação CNPJ' is not valid/],
		['', { x: '52998224725', y: 1 }, noColumn],
		['', { id: 1, contato: '52998224725' }, /^may be a document or a phone number/],
		['', { Telefone: 51_999_990_013 }, /^may be a document or a phone number/],
		// What stands for nothing hides nothing.
		...['-', 'N/A', '#N/D', 'nan', '__.___.___/____-__'].flatMap(
			(none): Array<[string, object, typeof isAna]> => [
				['civio/onodo #24', { CNPJ: none, 'E-mail': 'ana@b.co' }, isAna],
				['SalesforceFoundation/NPSP #1405', { 'Nº CNPJ': none, 'E-mail do contato': 'ana@b.co' }, isAna],
			],
		),
		['civio/onodo #24', { a: 1, cnpj: 'N/A' }, /^is missing: the column 'cnpj' is empty/],
		['civio/onodo #24', { Empresas: '-' }, noColumn],
		[
			'pipedrive/client-nodejs #248',
			{
				id: 1,
				email: [
					{ value: 'x@b.co', primary: false },
					{ value: 'ana@b.co', primary: true },
				],
			},
			isAna,
		],
		['pipedrive/client-nodejs #248', { id: 1, emails: [{ value: 'ana@b.co', primary: false }] }, isAna],
		['pipedrive/client-nodejs #248', [{ label: 'work', value: 'ana@b.co', primary: true }], isAna],
		[
			'pipedrive/client-nodejs #248',
			{ id: 1, email: [{ value: '', primary: true }] },
			/^is missing: the column 'email' is empty/,
		],
		['pipedrive/client-nodejs #248', { cpf: [{ value: '', primary: true }], email: 'ana@b.co' }, isAna],
		[
			'josdejong/csv42 #7',
			{ 'cnpj;nome;e-mail': '19131243000197;Acme;ana@b.co' },
			/^is not found: this row has one column, 'cnpj;nome;e-mail'\. Read the file again with the delimiter ;\.$/,
		],
		[
			'josdejong/csv42 #7',
			{ [`Nº CNPJ;email;${'x'.repeat(90)}`]: '19131243000197;ana@b.co;1' },
			/one column, 'Nº CNPJ;email;x{86}'/,
		],
		[
			'allanbmartins/Projeto_ETL_RFB_IBGE_ANP #7',
			{ cnpj_basico: 19_131_243, cnpj_ordem: '1', cnpj_dv: '97', correio: 'a' },
			isCompany,
		],
		[
			'allanbmartins/Projeto_ETL_RFB_IBGE_ANP #7',
			{ CNPJ_BASICO: '191', CNPJ_ORDEM: 1, CNPJ_DV: 0 },
			/^in the column 'cnpj' is not valid/,
		],
		[
			'allanbmartins/Projeto_ETL_RFB_IBGE_ANP #7',
			{ CNPJ_BASICO: '0', CNPJ_ORDEM: 1, CNPJ_DV: 91 },
			company('cnpj', '00000000000191'),
		],
		...[{ cnpj_basico: 19_131_243, nome: 'x' }, { 'CNPJ Básico': '19131243' }, { cnpj_raiz: cnpj }].map(
			(row): [string, object, RegExp] => ['allanbmartins/Projeto_ETL_RFB_IBGE_ANP #7', row, noColumn],
		),
		['allanbmartins/Projeto_ETL_RFB_IBGE_ANP #7', { cnpj_basico: 19_131_243, email: 'ana@b.co' }, isAna],
		[
			'developers.hubspot.com/docs/api-reference/legacy/crm-companies-v2',
			{ portalId: 62515, companyId: 184896670, email: 'ana@b.co' },
			isAna,
		],
	])('%s: %j', (_source, row, outcome) => {
		expect(recognizeIn(row)).toEqual(
			outcome instanceof RegExp ? { problem: expect.stringMatching(outcome) as string } : outcome,
		);
	});
});

describe('a line of a pasted list', () => {
	const [one, other, email] = ['19131243000197', '12.345.678/0001-95', 'ana@b.co'];
	it.each<[line: string, parts: readonly string[]]>([
		['19.131.243/0001-97, 11222333000181; ana@x.com', ['19.131.243/0001-97', '11222333000181', 'ana@x.com']],
		[`${one} ${other}\t${email}`, [one, other, email]],
		[`${one}, "${email}";`, [one, email]],
		[`["${one}","${email}"]`, [one, email]],
		['52998224725 52998224726', ['52998224725', '52998224726']],
		['https://a.example/in/ana,https://acme.example', ['https://a.example/in/ana', 'https://acme.example']],
		// With blanks around its marks.
		['19.131.243 / 0001 - 97 19.131.243/0001-97', ['19.131.243 / 0001 - 97', '19.131.243/0001-97']],
		['12.abc.345/01de – 35;12.345.678 /0001-95', ['12.abc.345/01de – 35', '12.345.678 /0001-95']],
		// What has the form of an identifier says on a row of its own what is wrong.
		[`${one} 19131243000198 12.345.678/0001-00 ana@`, [one, '19131243000198', '12.345.678/0001-00', 'ana@']],
		// Anything else stays whole.
		...[
			...[one, '', '   ', '19.131.243 / 0001-97', '529 982 247 25', '19.131.243 0001-97', '51 99999-0013'],
			...[`${one} (matriz)`, `CNPJ: ${one}`, `Acme; ${one}`, `Ana <${email}>`, `${one} e ${other}`],
			...[`(51) 99999-0013; ${email}`, '101 102', '1.234,56', 'https://a.example/in/ana;id=1'],
			...[`${one} ${'1'.repeat(3000)}`, `administrador ${one}`],
		].map((line): [string, string[]] => [line, [line]]),
	])('%j', (line, parts) => {
		expect(partsIn(line)).toEqual(parts);
	});
});
