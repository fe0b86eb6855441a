import { fieldsIn, fromItem } from '../../../core/form/fromItem';

/** Default values that find a field of the item however its name is written. */

it('is short, and spells abbreviations and words as people do', () => {
	expect(fromItem('cnpj')).toBe('={{ $json.cnpj ?? $json.CNPJ ?? $json.Cnpj }}');
	expect(fromItem('email')).toBe('={{ $json.email ?? $json.Email }}');
	expect(fromItem('id_pessoa')).toBe('={{ $json.id_pessoa }}');
	expect(fromItem('phone', 'telefone')).toBe(
		'={{ $json.phone ?? $json.Phone ?? $json.telefone ?? $json.Telefone }}',
	);
});

it('is read back without n8n, as is what n8n writes when a field is dragged', () => {
	expect(fieldsIn(fromItem('cnpj'))).toEqual(['cnpj', 'CNPJ', 'Cnpj']);
	expect(fieldsIn('={{ $json.cnpj }}')).toEqual(['cnpj']);
	expect(fieldsIn('={{$json.a??$json.b}}')).toEqual(['a', 'b']);
	for (const other of [
		'cnpj',
		'={{ $json.a || $json.b }}',
		'={{ $json.a.b }}',
		'={{ $json["a"] }}',
		'={{ }}',
	]) {
		expect(fieldsIn(other)).toBeUndefined();
	}
});
