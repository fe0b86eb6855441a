import type { b2bCompanySearch } from '../../../contract/endpoints/b2b/companies';
import type { b2bPersonSearch } from '../../../contract/endpoints/b2b/persons';
import type { BodyOf } from '../../world/call';
import * as vocabularies from '../../../contract/model/vocabularies';
import { fold } from '../../base/random';
import type { Companies } from '../companies';
import type { Persons } from '../persons';
import * as words from '../vocabulary';
import { allOf, matching, when, within, type Test } from './matching';

export type CompanyFilters = NonNullable<BodyOf<typeof b2bCompanySearch>['filtros_empresa']>;
export type PersonFilters = NonNullable<BodyOf<typeof b2bPersonSearch>['filtros_pessoa']>;

/** A minimum of this much was seen to empty the result (measured by one client). */
const EMPTYING_REVENUE = 500_000_000;

/** The value is one of those wanted, spelled exactly. */
function oneOf<V>(wanted: readonly V[] | undefined, words: readonly V[], code: (i: number) => number): Test {
	if (wanted === undefined || wanted.length === 0) return undefined;
	const accepted = words.map((word) => wanted.includes(word));
	return (i) => accepted[code(i)];
}

/** The value contains one of the wanted texts; accents and case do not count. */
function containing(
	wanted: readonly string[] | undefined,
	words: readonly string[],
	...codes: ReadonlyArray<(i: number) => number>
): Test {
	if (wanted === undefined || wanted.length === 0) return undefined;
	const parts = wanted.map(fold);
	const accepted = words.map((word) => parts.some((part) => fold(word).includes(part)));
	return (i) => codes.some((code) => accepted[code(i)]);
}

/** All words of one of the wanted names stand in the name; a hyphen joins words that no name has. */
function named(wanted: readonly string[] | undefined, name: (i: number) => string): Test {
	if (wanted === undefined || wanted.length === 0) return undefined;
	const names = wanted.map((text) => fold(text).split(/\s+/).filter(Boolean));
	return (i) => {
		const own = fold(name(i)).split(' ');
		return names.some((tokens) => tokens.every((token) => own.some((word) => word.startsWith(token))));
	};
}

function companyTest(companies: Companies, filters: CompanyFilters): (i: number) => boolean {
	const { data_fundacao: founded, faixa_receita: revenue } = filters;
	return allOf([
		when(!filters.incluir_mei, (i) => !companies.isMei(i)),
		named(filters.nome_empresa, companies.name),
		oneOf(filters.localizacoes, words.CITIES, companies.city),
		oneOf<string>(filters.estados, words.CITY_STATES, companies.city),
		oneOf(filters.setores, words.SECTORS, companies.sector),
		oneOf(filters.setores_cnae, words.CNAE_MACRO_SECTORS, companies.macroSector),
		oneOf(filters.atividades_cnae, words.CNAE_LABELS, companies.cnae),
		containing(filters.especialidades, words.SPECIALITIES, companies.speciality),
		oneOf<string>(filters.tamanhos_empresa, vocabularies.COMPANY_SIZES, companies.size),
		oneOf<string>(filters.tipos_trabalho, vocabularies.WORK_TYPES, companies.type),
		filters.naturezas_juridicas?.length
			? (i) => filters.naturezas_juridicas?.includes(companies.nature(i)) ?? false
			: undefined,
		within(founded?.data_inicio, founded?.data_fim, (i) => companies.founded(i)),
		within(revenue?.receita_minima, revenue?.receita_maxima, (i) => companies.revenue(i)),
		when((revenue?.receita_minima ?? 0) >= EMPTYING_REVENUE, () => false),
		when(filters.tem_cnpj, companies.hasCnpj),
		when(filters.tem_email, companies.hasEmail),
		when(filters.tem_telefone, companies.hasPhone),
		when(filters.tem_social, companies.hasSocial),
	]);
}

/** The indices of the companies that match. */
export const findCompanies = (companies: Companies, filters: CompanyFilters): Uint32Array =>
	matching(companies.count, companyTest(companies, filters));

/** The indices of the persons that match, by themselves and by their company. */
export function findPersons(
	persons: Persons,
	companies: Companies,
	person: PersonFilters,
	company: CompanyFilters | undefined,
): Uint32Array {
	const employers = new Uint8Array(companies.count);
	if (company !== undefined) for (const i of findCompanies(companies, company)) employers[i] = 1;
	const test = allOf([
		oneOf<string>(person.departamentos, vocabularies.DEPARTMENTS, persons.department),
		oneOf<string>(person.niveis_senioridade, vocabularies.SENIORITY_LEVELS, persons.seniority),
		containing(person.cargos, words.TITLES, persons.title),
		containing(person.habilidades, words.SKILLS, persons.skill, persons.secondSkill),
		oneOf(person.localizacoes, words.CITIES, persons.city),
		oneOf<string>(person.estados, words.CITY_STATES, persons.city),
		when(person.has_email, persons.hasEmail),
		when(person.has_phone, persons.showsPhone),
		when(person.has_cnpj, (i) => companies.hasCnpj(persons.company(i))),
		when(person.has_social, persons.hasSocial),
		company === undefined ? undefined : (i) => employers[persons.company(i)] === 1,
	]);
	return matching(persons.count, test);
}
