import { COMPANY_SIZES } from '../../../contract/model/vocabularies';
import { activityOf, NATURES, occupationCode, neighborhoodOf } from '../reference';
import type { Companies } from '../companies';
import type { Persons } from '../persons';
import { CITIES, CNAE_LABELS, MARKER, REVENUE_BANDS, SECTORS, OCCUPATION_NAMES } from '../vocabulary';

type Fields = Readonly<Record<string, string | number | null>>;

/** How somebody can be reached. */
export interface Contacts {
	readonly addresses: readonly Fields[];
	readonly mobile_phones: readonly Fields[];
	readonly land_lines: readonly Fields[];
	readonly emails: ReadonlyArray<{ readonly email: string; readonly priority: number }>;
}

/** A record of the registry. */
export type RegistryRecord = Contacts & Readonly<Record<string, unknown>>;

const address = (i: number, cityIndex: number): Fields => {
	const [city, district] = CITIES[cityIndex].split(', ');
	return {
		type: 'RUA',
		street: `Rua ${MARKER} ${(i % 200) + 1}`,
		number: String((i % 900) + 1),
		complement: null,
		neighborhood: neighborhoodOf(i),
		city,
		district,
		postal_code: String(10_000_000 + (i % 80_000_000)),
		priority: 1,
	};
};

/** The area code of a record's phone. */
export const areaCodeOf = (i: number): string => String(11 + (i % 80));

/** A phone number that nobody has: it begins with zeros. */
const phone = (i: number, lead: string): Fields => ({
	ddd: areaCodeOf(i),
	number: `${lead}000${String(i % 10_000).padStart(4, '0')}`,
	priority: 1,
	chatapp_datetime: i % 2 === 0 ? '2025-06-01T12:00:00' : null,
	hot_datetime: null,
	cdr_datetime: null,
	cpc_datetime: null,
});

/** How a person can be reached, by the registry. */
export const personContacts = (persons: Persons, i: number): Contacts => ({
	addresses: [address(i, persons.city(i))],
	mobile_phones: persons.hasPhone(i) ? [phone(i, '90')] : [],
	land_lines: [],
	emails: persons.hasEmail(i) ? [{ email: persons.email(i), priority: 1 }] : [],
});

/** Monthly income of a person, in reais. */
export const incomeOf = (i: number): number => 1500 + (i % 100) * 100;
export const birthdayOf = (persons: Persons, i: number): string => `${2025 - persons.age(i)}-01-15`;
export const employeesOf = (i: number): number => 10 + (i % 500);
export const creationOf = (companies: Companies, i: number): string =>
	`${companies.founded(i) ?? 2000}-05-20`;

/** A person's record in the registry. */
export function personRegistryRecord(persons: Persons, companies: Companies, i: number): RegistryRecord {
	const employer = persons.company(i);
	const mother = `Maria ${persons.name(i).split(' ')[1]} ${MARKER}`;
	return {
		name: persons.name(i),
		cpf: persons.cpf(i),
		gender: persons.gender(i),
		birthday: birthdayOf(persons, i),
		age: persons.age(i),
		sign: 'Capricórnio',
		mother_name: mother,
		estimated_income: incomeOf(i),
		cbo_code: occupationCode(persons.occupation(i)),
		cbo_description: OCCUPATION_NAMES[persons.occupation(i)],
		retired: false,
		possibly_dead: false,
		pep: false,
		registry_situation: 'REGULAR',
		...personContacts(persons, i),
		family_persons: [{ name: mother, cpf: persons.cpf((i + 1) % persons.count), description: 'MAE' }],
		related_companies: [
			{
				cnpj: companies.cnpj(employer),
				company_name: companies.legalName(employer),
				trading_name: companies.name(employer),
				registry_situation: 'ATIVA',
				description: 'FUNCIONARIO',
			},
		],
	};
}

/** A company's record in the registry; a branch stands in another city. */
export function companyRegistryRecord(companies: Companies, i: number, cityIndex = companies.city(i)) {
	const activity = activityOf(CNAE_LABELS[companies.cnae(i)]);
	const nature = NATURES[companies.nature(i)];
	return {
		cnpj: companies.cnpj(i),
		company_name: companies.legalName(i),
		trading_name: companies.name(i),
		creation_date: creationOf(companies, i),
		registry_situation: 'ATIVA',
		cnae_code: activity.code,
		cnae_description: activity.description,
		segment: SECTORS[companies.sector(i)],
		juridical_type_id: nature.code,
		juridical_type: nature.description,
		business_size: COMPANY_SIZES[companies.size(i)],
		employee_count: employeesOf(i),
		estimated_revenue: companies.revenue(i) ?? REVENUE_BANDS[0][0],
		headquarter_type: 'H',
		city_uf: CITIES[cityIndex].replace(', ', ' - '),
		addresses: [address(i, cityIndex)],
		mobile_phones: [],
		land_lines: companies.hasPhone(i) ? [phone(i, '3')] : [],
		emails: companies.hasEmail(i) ? [{ email: `contato@${companies.domain(i)}`, priority: 1 }] : [],
		partners: [{ name: `Sócio ${i + 1} ${MARKER}`, qualification: 'SOCIO-ADMINISTRADOR' }],
		related_persons: [],
		related_company_members: [],
	};
}
