import { COMPANY_SIZES, SENIORITY_LEVELS, WORK_TYPES } from '../../../contract/model/vocabularies';
import { activityOf } from '../reference';
import type { Companies } from '../companies';
import type { Persons } from '../persons';
import { CITIES, CNAE_LABELS, MARKER, SECTORS, SKILLS, SPECIALITIES, TITLES } from '../vocabulary';

/** A phone number that nobody has: the subscriber part begins with zeros. */
const phoneOf = (i: number, lead: string): { ddd: string; numero: string } => ({
	ddd: String(11 + (i % 80)),
	numero: `${lead}000${String(i % 10_000).padStart(4, '0')}`,
});

/** What enrichment brings for a person (`detalhes_contato`). */
export function personDetails(persons: Persons, companies: Companies, i: number): Record<string, unknown> {
	const company = persons.company(i);
	const start = 2010 + (i % 12);
	return {
		informacoes_basicas: {
			id_pessoa: persons.id(i),
			nome_completo: persons.name(i),
			cpf: persons.cpf(i),
			idade: persons.age(i),
			genero: persons.gender(i),
			localizacao: CITIES[persons.city(i)],
			url_social: persons.hasSocial(i) ? persons.socialUrl(i) : null,
			habilidades: [SKILLS[persons.skill(i)], SKILLS[persons.secondSkill(i)]],
		},
		experiencia_profissional: [
			{
				cargo: TITLES[persons.title(i)],
				senioridade: SENIORITY_LEVELS[persons.seniority(i)],
				id_empresa: companies.id(company),
				nome_empresa: companies.name(company),
				inicio: `${start}-03-01`,
				final: persons.roleIsPast(i) ? `${start + 2}-02-28` : null,
			},
		],
		educacao: [
			{ instituicao: `Universidade ${MARKER}`, curso: 'Administração', final: `${start - 1}-12-15` },
		],
		emails: persons.hasEmail(i) ? [{ email: persons.email(i), status_email: 'valido' }] : [],
		telefones: persons.hasPhone(i) ? [{ ...phoneOf(i, '90'), tem_chatapp: i % 2 === 0 }] : [],
	};
}

/** What enrichment brings for a company (`detalhes_contato`). */
export function companyDetails(companies: Companies, i: number): Record<string, unknown> {
	const activity = activityOf(CNAE_LABELS[companies.cnae(i)]);
	return {
		id_empresa: companies.id(i),
		cnpj: companies.cnpj(i),
		razao_social: companies.legalName(i),
		nome_fantasia: companies.name(i),
		setor: SECTORS[companies.sector(i)],
		cnae_principal: { codigo: activity.code, descricao: activity.description },
		especialidades: [SPECIALITIES[companies.speciality(i)]],
		tipo: WORK_TYPES[companies.type(i)],
		localizacao: CITIES[companies.city(i)],
		ano_fundacao: companies.founded(i) ?? null,
		faixa_funcionarios: COMPANY_SIZES[companies.size(i)],
		faixa_faturamento: companies.revenueBand(i),
		website: `https://${companies.domain(i)}`,
		url_social: companies.hasSocial(i) ? companies.socialUrl(i) : null,
		emails: companies.hasEmail(i) ? [{ email: `contato@${companies.domain(i)}` }] : [],
		telefones: companies.hasPhone(i) ? [phoneOf(i, '3')] : [],
		socios: [{ nome: `Sócio ${i + 1} ${MARKER}`, qualificacao: 'Sócio-Administrador', cpf: null }],
	};
}

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
