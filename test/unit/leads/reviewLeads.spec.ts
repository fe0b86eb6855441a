import { neutralNames } from '../../../contract/liveNames';
import { readLead } from '../../../core/leads/read';

it('reads the column that is filled, of two that differ in capitals or accents alone', () => {
	const filled = readLead('person', { nome: 'A', Telefone: '51 99999-0000' }, neutralNames);
	const both = readLead('person', { nome: 'A', Telefone: '51 99999-0000', TELEFONE: '' }, neutralNames);
	expect(both.phone).toBe(filled.phone);
});
