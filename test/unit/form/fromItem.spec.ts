import { fromItem } from '../../../core/form/field';
import { fieldIn, meantBy } from '../../../core/form/fromItem';

it('is read back without n8n, as is what n8n writes when a field is dragged', () => {
	expect(fieldIn(fromItem('cnpj'))).toBe('cnpj');
	expect(fieldIn('={{$json.a}}')).toBe('a');
	for (const other of [
		'cnpj',
		'={{ $json.a ?? $json.b }}',
		'={{ $json.a || $json.b }}',
		'={{ $json.a.b }}',
		'={{ $json["a"] }}',
		'={{ }}',
	]) {
		expect(fieldIn(other)).toBeUndefined();
	}
});

it.each([
	['cnpj', { cnpj: '1', CNPJ: '2' }, 'cnpj'],
	['cnpj', { CNPJ: '2' }, 'CNPJ'],
	['cnpj', { cnpj: null, Cnpj: '2' }, 'Cnpj'],
	['phone', { Telefone: '2' }, 'Telefone'],
	['cnpj', { cnpj: null }, undefined],
	['email', { Email: 'a' }, 'Email'],
	['personId', { id_pessoa: 7 }, 'id_pessoa'],
	['personId', { personId: 1, id_pessoa: 7 }, 'personId'],
	['cnpj', { 'Nº CNPJ': '1' }, undefined],
	['email', {}, undefined],
])('%s of %j is in %s', (name, json, field) => {
	expect(meantBy(name, json)).toBe(field);
});
