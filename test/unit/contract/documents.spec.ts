import { cnpjFrom, cpfFrom, normalizeCnpj, normalizeCpf } from '../../../contract/brazil';

describe('a CPF', () => {
	it.each<[string, string | number, string]>([
		['formatted', '529.982.247-25', '52998224725'],
		['with spaces', ' 529 982 247 25 ', '52998224725'],
		['as a number', 52998224725, '52998224725'],
		['without its leading zeros', 191, '00000000191'],
		['without one leading zero, as text', '1234567890', '01234567890'],
	])('is read %s', (_how, value, expected) => {
		expect(normalizeCpf(value)).toBe(expected);
	});

	it.each<[string, string | number]>([
		['wrong check digits', '529.982.247-24'],
		['equal digits', '111.111.111-11'],
		['nothing', ''],
		['zeros alone', 0],
		['too many digits', '529982247250'],
		['letters', '5299822472X'],
		['a fraction', 5299822472.5],
	])('is refused: %s', (_why, value) => {
		expect(normalizeCpf(value)).toBeUndefined();
	});

	it('is made from nine digits', () => {
		expect(cpfFrom('529982247')).toBe('52998224725');
	});
});

describe('a CNPJ', () => {
	it.each<[string, string | number, string]>([
		['formatted', '11.222.333/0001-81', '11222333000181'],
		['as a number', 11222333000181, '11222333000181'],
		['without its leading zeros', 191, '00000000000191'],
		['with letters', '12.ABC.345/01DE-35', '12ABC34501DE35'],
		['with small letters', '12.abc.345/01de-35', '12ABC34501DE35'],
	])('is read %s', (_how, value, expected) => {
		expect(normalizeCnpj(value)).toBe(expected);
	});

	it.each<[string, string | number]>([
		['wrong check digits', '11.222.333/0001-80'],
		['wrong check digits with letters', '12.ABC.345/01DE-36'],
		['equal digits', '00.000.000/0000-00'],
		['nothing', ''],
		['too many digits', '112223330001811'],
		['letters for check digits', '12ABC34501DEAB'],
	])('is refused: %s', (_why, value) => {
		expect(normalizeCnpj(value)).toBeUndefined();
	});

	it('is made from twelve characters', () => {
		expect(cnpjFrom('112223330001')).toBe('11222333000181');
		expect(cnpjFrom('12ABC34501DE')).toBe('12ABC34501DE35');
	});
});
