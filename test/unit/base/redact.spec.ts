import { keyRemover, withoutPersonalData, withoutWhatWasSent } from '../../../core/base/redact';

it.each([
	['CPF 123.456.789-09 sem saldo', 'CPF *** sem saldo'],
	['cpf=12345678909;', 'cpf=***;'],
	['call (51) 99999-0002 or +55 51 99999-0002', 'call *** or ***'],
	['51999990002, 5199990002 and 5551999990002', '***, *** and ***'],
	['"maria.silva+x@empresa.com.br" is taken', '"***" is taken'],
])('takes personal data out of %j', (text, rest) => expect(withoutPersonalData(text)).toBe(rest));

it.each([
	'CNPJ 00.147.339/0001-15 or 00147339000115',
	'batch 3f2c12ab-5199-9990-9234-519999000212 of 2026-11-21T09:10:44Z',
	'id_pessoa 10000001 in 2024-2025',
	'at most 10,000 records, 1000000 credits',
])('leaves %j as it is', (text) => expect(withoutPersonalData(text)).toBe(text));

it('takes the key out as it is, percent-encoded, and as a header in base64', () => {
	const key = 'a/b+c=1234';
	const base64 = (text: string) => Buffer.from(text).toString('base64');
	const text = `${key} ${encodeURIComponent(key)} ${base64(key)} ${base64(`Token ${key}`)}`;
	expect(keyRemover(key)(text)).toBe('*** *** *** ***');
});

it('takes out what the request said of somebody, and leaves what it said of anything else', () => {
	const query = { name: 'Ana Nunes', uf: 'SP' };
	const body = { contatos: [{ nome: 'Rui Melo (x)', id_pessoa: 10_000_001 }], states: ['São Paulo'] };
	expect(withoutWhatWasSent('ANA NUNES and rui melo (X), not ana nunes of São Paulo, SP', query, body)).toBe(
		'*** and ***, not *** of São Paulo, SP',
	);
	expect(withoutWhatWasSent('10000001 is unknown', body, undefined)).toBe('10000001 is unknown');
});

it.each([
	['without its wildcards', { name: 'Ana Nunes*' }, 'Nobody is called Ana Nunes.', 'Nobody is called ***.'],
	['in parts', { nome: 'Helena*Ferraz' }, 'Helena, Ferraz?', '***, ***?'],
	['without accents', { name: 'Patrícia Conceição' }, 'PATRICIA CONCEICAO: no', '***: no'],
	['with accents', { name: 'Patricia Conceicao' }, 'Patrícia Conceição: no', '***: no'],
	['with accents of their own', { name: 'Patr\u00edcia' }, 'Patri\u0301cia: no', '***: no'],
])('takes out a name that is repeated %s', (_, sent, text, rest) => {
	expect(withoutWhatWasSent(text, sent)).toBe(rest);
});
