import { normalizeCnpj, normalizeCpf } from '../../contract/input';
import {
	COMPANY_SIZES, DEPARTMENTS, SENIORITY_LEVELS, WORK_TYPES,
} from '../../contract/model/vocabularies'; // prettier-ignore
import { Companies } from '../../sandbox/data/companies';
import { companyDetails, personDetails } from '../../sandbox/data/records/details';
import {
	findCompanies,
	findPersons,
	type CompanyFilters,
	type PersonFilters,
} from '../../sandbox/data/search/filters';
import { Persons } from '../../sandbox/data/persons';
import { companyRow, personRow } from '../../sandbox/data/records/rows';
import { CITIES, CNAE_LABELS, CNAE_MACRO_SECTORS, SECTORS, SKILLS, SPECIALITIES, TITLES } from '../../sandbox/data/vocabulary'; // prettier-ignore

const companies = new Companies(1, 2000);
const persons = new Persons(1, 10_000, 2000);
const indices = Array.from({ length: 500 }, (_, i) => i);

describe('synthetic records', () => {
	it('have documents with right check digits that lead back to them', () => {
		for (const i of indices) {
			expect(normalizeCpf(persons.cpf(i))).toBe(persons.cpf(i));
			expect(persons.indexOfCpf(persons.cpf(i))).toBe(i);
			expect(normalizeCnpj(companies.cnpj(i))).toBe(companies.cnpj(i));
			expect(companies.indexOfCnpj(companies.cnpj(i))).toBe(i);
		}
		expect(new Set(indices.map((i) => persons.cpf(i))).size).toBe(500);
		expect(indices.some((i) => persons.cpf(i).startsWith('0'))).toBe(true);
		expect(indices.filter((i) => /[A-Z]/.test(companies.cnpj(i)))).toHaveLength(50);
	});

	it('are the same for the same seed and others for another', () => {
		const names = (seed: number): string[] => indices.map((i) => new Persons(seed, 500, 500).name(i));
		expect(names(1)).toEqual(names(1));
		expect(names(1)).not.toEqual(names(2));
	});

	it('say in every name that they are synthetic', () => {
		for (const i of indices) {
			expect(personRow(persons, companies, i)).toMatchObject({
				nome: expect.stringContaining('Synthetic'),
				nome_empresa: expect.stringContaining('Synthetic'),
			});
			expect(JSON.stringify(companyDetails(companies, i))).toContain('Synthetic LTDA');
		}
	});

	it('show past roles, hidden phones and companies of one base only', () => {
		const detailed = indices.map((i) => ({
			row: personRow(persons, companies, i) as { tem_telefone: boolean; tem_email: boolean },
			details: personDetails(persons, companies, i) as {
				telefones: unknown[];
				emails: unknown[];
				experiencia_profissional: Array<{ final: string | null }>;
			},
		}));
		expect(detailed.some(({ row, details }) => !row.tem_telefone && details.telefones.length > 0)).toBe(true);
		expect(detailed.every(({ row, details }) => row.tem_email === details.emails.length > 0)).toBe(true);
		const ended = detailed.filter(({ details }) => details.experiencia_profissional[0].final !== null);
		expect(ended.length).toBeGreaterThan(0);
		expect(ended.length).toBeLessThan(250);
		const rows = indices.map((i) => companyRow(companies, i));
		const both = rows.filter(({ cnpj, id_empresa: id }) => cnpj !== null && id !== null).length;
		expect(rows.some(({ id_empresa: id }) => id === null)).toBe(true);
		expect(rows.some(({ cnpj }) => cnpj === null)).toBe(true);
		expect(both).toBeLessThan(60);
	});
});

/** Every filter with a test of a single record that is made without the filter's own code. */
const companyCases: Array<[CompanyFilters, (i: number) => boolean]> = [
	[{ nome_empresa: ['padaria synthetic'] }, (i) => companies.name(i).startsWith('Padaria')],
	[{ localizacoes: ['Campinas, SP'] }, (i) => CITIES[companies.city(i)] === 'Campinas, SP'],
	[{ estados: ['SP', 'RJ'] }, (i) => /, (SP|RJ)$/.test(CITIES[companies.city(i)])],
	[{ setores: ['Varejo'] }, (i) => SECTORS[companies.sector(i)] === 'Varejo'],
	[{ setores_cnae: ['SAÚDE'] }, (i) => CNAE_MACRO_SECTORS[companies.macroSector(i)] === 'SAÚDE'],
	[{ atividades_cnae: [CNAE_LABELS[6]] }, (i) => companies.cnae(i) === 6],
	[{ especialidades: ['saude'] }, (i) => SPECIALITIES[companies.speciality(i)] === 'Saúde'],
	[
		{ tamanhos_empresa: ['11-50', '10001+'] },
		(i) => ['11-50', '10001+'].includes(COMPANY_SIZES[companies.size(i)]),
	],
	[{ tipos_trabalho: ['Parceria'] }, (i) => WORK_TYPES[companies.type(i)] === 'Parceria'],
	[{ naturezas_juridicas: [2] }, (i) => companies.nature(i) === 2],
	[{ data_fundacao: { data_inicio: 2000 } }, (i) => (companies.founded(i) ?? 0) >= 2000],
	[{ data_fundacao: { data_fim: 1980 } }, (i) => (companies.founded(i) ?? 9999) <= 1980],
	[
		{ faixa_receita: { receita_minima: 1e6, receita_maxima: 5e7 } },
		(i) => (companies.revenue(i) ?? 0) >= 1e6 && (companies.revenue(i) ?? 0) <= 5e7,
	],
	[{ tem_cnpj: true }, (i) => companyRow(companies, i).cnpj !== null],
	[{ tem_email: true }, (i) => companyRow(companies, i).tem_email === true],
	[{ tem_telefone: true }, (i) => companyRow(companies, i).tem_telefone === true],
	[{ tem_social: true }, (i) => companyRow(companies, i).tem_social === true],
];

const row = (i: number): Record<string, unknown> => personRow(persons, companies, i);

const personCases: Array<[PersonFilters, (i: number) => boolean]> = [
	[
		{ departamentos: ['Segurança, Saúde e Meio Ambiente'] },
		(i) => DEPARTMENTS[persons.department(i)].startsWith('Segurança'),
	],
	[{ niveis_senioridade: ['Decisores'] }, (i) => SENIORITY_LEVELS[persons.seniority(i)] === 'Decisores'],
	[{ cargos: ['DIRETOR'] }, (i) => TITLES[persons.title(i)].includes('Diretor')],
	[
		{ habilidades: ['python'] },
		(i) => [persons.skill(i), persons.secondSkill(i)].includes(SKILLS.indexOf('Python')),
	],
	[{ localizacoes: ['Natal, RN'] }, (i) => CITIES[persons.city(i)] === 'Natal, RN'],
	[{ estados: ['RN'] }, (i) => CITIES[persons.city(i)] === 'Natal, RN'],
	[{ has_email: true }, (i) => row(i).tem_email === true],
	[{ has_phone: true }, (i) => row(i).tem_telefone === true],
	[{ has_cnpj: true }, (i) => companies.hasCnpj(persons.company(i))],
	[{ has_social: true }, (i) => row(i).tem_social === true],
];

describe('filters', () => {
	const all = (count: number, test: (i: number) => boolean): number[] =>
		Array.from({ length: count }, (_, i) => i).filter(test);

	it.each(companyCases)('of companies: %j', (filters, test) => {
		const found = findCompanies(companies, filters);
		expect(found.length).toBeGreaterThan(0);
		expect([...found]).toEqual(all(2000, (i) => !companies.isMei(i) && test(i)));
	});

	it('leave MEI out unless they are asked for', () => {
		const all = findCompanies(companies, { incluir_mei: true });
		const some = findCompanies(companies, {});
		expect(all.length).toBe(2000);
		expect(some.length).toBeLessThan(2000);
	});

	it.each(personCases)('of persons: %j', (filters, test) => {
		const found = findPersons(persons, companies, filters, undefined);
		expect(found.length).toBeGreaterThan(0);
		expect([...found]).toEqual(all(10_000, test));
	});

	it('of persons by their company', () => {
		const found = findPersons(persons, companies, { has_email: true }, { estados: ['SP'] });
		const inSp = (i: number): boolean => CITIES[companies.city(persons.company(i))].endsWith('SP');
		expect([...found]).toEqual(
			all(10_000, (i) => persons.hasEmail(i) && inSp(i) && !companies.isMei(persons.company(i))),
		);
	});
});
