import { presentable, withoutKey, withoutPersonalData } from '../../../core/base/redact';

const ECHOED = 'a/b+c=1234-Zk_9."x0';

it('finds no other text for the key', () => {
	const text = ECHOED.slice(1);
	expect(withoutKey(text, ECHOED)).toBe(text);
});

// Shapes of the field notes: documents with and without their mask, phones with their area code, emails.
it.each([
	['CPF 123.456.789-09 sem saldo', 'CPF *** sem saldo'],
	['cpf=12345678909;', 'cpf=***;'],
	['call (51) 99999-0002 or 51 3333-4444', 'call *** or ***'],
	['51999990002, 5199990002 and 5551999990002', '***, *** and ***'],
	['99999-0001', '***'],
	['"maria.silva+x@empresa.com.br" is taken', '"***" is taken'],
	['joão.silva@empresa.com.br, ana%40b.com', '***, ***'],
])('masks personal data in %j', (text, rest) => expect(withoutPersonalData(text)).toBe(rest));

it.each([
	'The IP 192.168.100.200 is not on the whitelist',
	'from 21/11/2026 09:10 to 2026-11-30T09:10:44Z, 2024-2025, CEP 90010-000',
	'at most 10,000 records, 1000000 credits, R$ 1.234.567,89, CNPJ 00.147.339/0001-15',
])('leaves %j as it is', (text) => expect(withoutPersonalData(text)).toBe(text));

const shown = (text: string): string => presentable(text, ECHOED);

it('is cut after it is cleaned, so that no half of a key is left', () => {
	expect(shown(`${'x'.repeat(190)} ${ECHOED}`)).toBe(`${'x'.repeat(190)} ***`);
	expect(shown(`${' '.repeat(1990)}${ECHOED}`)).toBe(' ***');
});
