import { COMPANY_SIZES } from '../../../contract/model/vocabularies';
import type { Companies } from '../companies';
import type { Persons } from '../persons';
import { CITIES, SECTORS, TITLES } from '../vocabulary';

/** A row of the person search. */
export function personRow(persons: Persons, companies: Companies, i: number): Record<string, unknown> {
	const company = persons.company(i);
	return {
		id_pessoa: persons.id(i),
		nome: persons.name(i),
		cargo: TITLES[persons.title(i)],
		id_empresa: companies.id(company),
		nome_empresa: companies.name(company),
		setor: SECTORS[companies.sector(company)],
		tem_email: persons.hasEmail(i),
		tem_telefone: persons.showsPhone(i),
		tem_social: persons.hasSocial(i),
	};
}

/** A row of the company search: of the registry, of the network, rarely of both. */
export function companyRow(companies: Companies, i: number): Record<string, unknown> {
	const base = companies.base(i);
	return {
		id_empresa: base === 'registry' ? null : companies.id(i),
		cnpj: base === 'network' ? null : companies.cnpj(i),
		slug: base === 'registry' ? null : companies.slug(i),
		nome_empresa: companies.name(i),
		localizacao: CITIES[companies.city(i)],
		setor: SECTORS[companies.sector(i)],
		faixa_funcionarios: COMPANY_SIZES[companies.size(i)],
		faixa_faturamento: companies.revenueBand(i),
		tem_telefone: companies.hasPhone(i),
		tem_email: companies.hasEmail(i),
		tem_social: companies.hasSocial(i),
	};
}
