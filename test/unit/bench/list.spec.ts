import countBy from 'lodash/countBy';

import { mixedItems } from '../../../bench/service/service';
import { recogniseContact } from '../../../nodes/PersonCompanyData/families/enrichment/recognise';

const contacts = (count: number): string[] => mixedItems(count).map(({ contact }) => String(contact));

it('has rows of four kinds, a tenth of which were there before', () => {
	const rows = contacts(1000);
	const kinds = rows.map((row) => {
		const recognised = recogniseContact(row);
		return 'problem' in recognised ? recognised.problem : `${recognised.about} ${recognised.contact.name}`;
	});
	expect(countBy(kinds)).toEqual({
		'person cpf': 100,
		'company cnpj': 100,
		'person email': 500,
		'person url_social': 300,
	});
	expect(new Set(rows).size).toBe(900);
});

it('has no row of a smaller list, which n8n may remember', () => {
	const small = new Set(contacts(100));
	expect(contacts(10_000).filter((row) => small.has(row))).toEqual([]);
});
