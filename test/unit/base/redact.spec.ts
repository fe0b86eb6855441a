import { presentable, withoutPersonalData, withoutWhatWasSent } from '../../../core/base/redact';

it.each([
	['CPF 123.456.789-09 sem saldo', 'CPF *** sem saldo'],
	['cpf=12345678909;', 'cpf=***;'],
	['call (51) 99999-0002 or +55 51 99999-0002', 'call *** or ***'],
	['51999990002, 5199990002 and 5551999990002', '***, *** and ***'],
	['"maria.silva+x@empresa.com.br" is taken', '"***" is taken'],
	['CPF 123 456 789 09, 123.456.789/09? 123 . 456 . 789 - 09', 'CPF ***, ***? ***'],
	['CPF 1 2 3 4 5 6 7 8 9 0 9 is unknown', 'CPF *** is unknown'],
	['call 51 9 9999 0002 or 51 99999.0002', 'call *** or ***'],
	['joão.silva@empresa.com.br, <a@b.co>.', '***, <***>.'],
	['CPF 529.982.247\u201125, 529/982/247-25, 529_982_247_25', 'CPF ***, ***, ***'],
	['CPF ５２９９８２２４７２５, 529\u200b982\u00ad247\u00a025', 'CPF ***, ***'],
	['call 99999-0001 or (51) 99999\u20130001', 'call *** or ***'],
	['phone: 9999-0001, telefone 3333 4444, celular 999990001', 'phone: ***, telefone ***, celular ***'],
	['maria.silva(at)x.com, rui [arroba] x.com, ana @ x.com', '***, ***, ***'],
])('takes personal data out of %j', (text, rest) => expect(withoutPersonalData(text)).toBe(rest));

it.each([
	'CNPJ 00.147.339/0001-15 or 00147339000115',
	'batch 3f2c12ab-5199-9990-9234-519999000212 of 2026-11-21T09:10:44Z',
	'id_pessoa 10000001 in 2024-2025',
	'at most 10,000 records, 1000000 credits',
	'R$ 1.234.567,89 of 2.000.000 for job 12345678, 50–100 employees',
	'from 21/11/2026 09:10 to 2026-11-30, 2024–2026, CEP 90010-000',
	'nº 3 (at most 5)… é ½',
])('leaves %j as it is', (text) => expect(withoutPersonalData(text)).toBe(text));

it('takes out what the request said of somebody, and leaves what it said of anything else', () => {
	const query = { name: 'Ana Nunes', uf: 'SP' };
	const body = { contatos: [{ nome: 'Rui Melo (x)', id_pessoa: 10_000_001 }], states: ['São Paulo'] };
	expect(withoutWhatWasSent('ANA NUNES and rui melo (X), not ana nunes of São Paulo, SP', query, body)).toBe(
		'*** and *** (***), not *** of São Paulo, SP',
	);
	expect(withoutWhatWasSent('10000001 is unknown', body, undefined)).toBe('10000001 is unknown');
});

it.each([
	['without its wildcards', { name: 'Ana Nunes*' }, 'Nobody is called Ana Nunes.', 'Nobody is called ***.'],
	['in parts', { nome: 'Helena*Ferraz' }, 'Helena, Ferraz?', '***, ***?'],
	['without accents', { name: 'Patrícia Conceição' }, 'PATRICIA CONCEICAO: no', '***: no'],
	['with accents', { name: 'Patricia Conceicao' }, 'Patrícia Conceição: no', '***: no'],
	['with accents of their own', { name: 'Patr\u00edcia' }, 'Patri\u0301cia: no', '***: no'],
	['in another order', { name: 'Ana Nunes' }, 'NUNES, Ana: no', '***, ***: no'],
	['in part', { name: 'Ana Maria Nunes' }, 'No surname Nunes', 'No surname ***'],
	['with other blanks', { name: 'Ana  Nunes' }, 'Ana Nunes, Ana_Nunes', '***, ***_***'],
	['as a company of one person', { razao_social: 'ANA NUNES 1234' }, 'Ana Nunes (ME)', '*** (ME)'],
	['with its particles', { name: 'Ana da Sá' }, 'Ana da Sá em casa', '*** em casa'],
	['as a document of another form', { cnpj: '12345678000195' }, '12.345.678/0001-95?', '***?'],
	['as a document with another hyphen', { cnpj: '12345678000195' }, '12.345.678/0001\u201195?', '***?'],
	['as a postal code with a dash', { zip_code: '90010-000' }, 'No 90010\u2013000', 'No ***'],
	['as part of a phone number', { phone: '5133334444' }, '3333-4444 has no owner', '*** has no owner'],
])('takes out a name that is repeated %s', (_, sent, text, rest) => {
	expect(withoutWhatWasSent(text, sent)).toBe(rest);
});

it('leaves the names of fields, in which a service says what is wrong', () => {
	const body = { export: true, name: 'Export of name and quantity', quantity: 0 };
	expect(withoutWhatWasSent('the quantity and name are required when export is True.', body)).toBe(
		'the quantity and name are required when export is True.',
	);
});

describe('a message of the service', () => {
	const asIs = (text: string): string => text;
	const sent = { name: 'João Ação' };

	it.each([
		'Jo&atilde;o A&ccedil;&atilde;o',
		'Jo&#227;o A&#xE7;&#xE3;o',
		'Jo%C3%A3o%20A%C3%A7%C3%A3o',
		'Jo%25C3%25A3o%2520A%25C3%25A7%25C3%25A3o',
		'Jo\\u00e3o A\\u00e7\\u00e3o',
	])('is cleaned after it is decoded: %s', (name) => {
		expect(presentable(`No ${name} here`, asIs, sent)).toBe('No *** here');
	});

	it('is decoded before CPFs and addresses are looked for', () => {
		expect(presentable('a&#64;b.com, ana%2540b.com, 123&#46;456&#46;789-09', asIs)).toBe('***, ***, ***');
	});

	it('is cut after it is cleaned, so that no half of a name is left', () => {
		const text = presentable(`${'x'.repeat(490)} Ana Nunes Barbosa`, asIs, { name: 'Ana Nunes Barbosa' });
		expect(text).toBe(`${'x'.repeat(490)} ***`);
		expect(presentable('word '.repeat(1000), asIs)).toHaveLength(500);
	});
});
