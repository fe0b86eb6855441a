import type { companyCount } from '../../contract/endpoints/prospecting/companies';
import type { BodyOf } from '../../contract/model/endpoint';
import { activityOf, NATURES, neighborhoodOf } from '../data/reference';
import type { Companies } from '../data/companies';
import {
	branchesOf,
	type Establishment,
	establishmentCity,
	establishmentRecord,
	MOST_ESTABLISHMENTS,
} from '../data/records/groups';
import { areaCodeOf, creationOf, employeesOf, type RegistryContacts } from '../data/records/registryRecords';
import {
	allOf,
	matching,
	type Test,
	between,
	inPlaces,
	inRanges,
	type Located,
	oneOf,
} from '../data/search/matching';
import { CNAE_LABELS, CNAE_MACRO_SECTORS } from '../data/vocabulary';
import type { Table } from '../jobs/jobs';

export type CompanyProspecting = Omit<BodyOf<typeof companyCount>, 'export'>;

/** Prospecting knows head offices and branches alike; this is the n-th of them. */
export const establishmentAt = (n: number): Establishment => ({
	company: Math.floor(n / MOST_ESTABLISHMENTS),
	branch: n % MOST_ESTABLISHMENTS,
});

const companyAt = (n: number): number => establishmentAt(n).company;
const one = (wanted: string | undefined): readonly string[] | undefined =>
	wanted === undefined ? undefined : [wanted];

const MICRO = 360_000;
const SMALL = 4_800_000;

/** Legal size, from the revenue; like what follows, no other record shows it. */
function legalSizeOf(companies: Companies, i: number): string {
	const revenue = companies.revenue(i) ?? 0;
	if (revenue < MICRO) return 'ME';
	return revenue < SMALL ? 'EPP' : 'DEMAIS';
}

const yesNo = (is: boolean): string => (is ? 'SIM' : 'NAO');

const meiOf = (companies: Companies, i: number): string => yesNo(companies.isMei(i));
const simpleOf = (companies: Companies, i: number): string => yesNo(companies.isMei(i) || i % 3 === 0);

/** One company in five imports, another exports. */
const foreignTradeOf = (i: number): string | undefined => ['IMPORTA', 'EXPORTA'][i % 5];

const capitalOf = (i: number): number => 10_000 * (1 + (i % 50));
const vehiclesOf = (i: number): number => i % 8;

/** The ways of contact that are known; companies have land lines only. */
const channels = (companies: Companies): Readonly<Record<string, (n: number) => boolean>> => ({
	chatapp: (n) => companies.hasPhone(companyAt(n)) && companyAt(n) % 2 === 0,
	sms: () => false,
	phone: (n) => companies.hasPhone(companyAt(n)),
	email: (n) => companies.hasEmail(companyAt(n)),
	address: () => true,
});

const inDates = (ranges: CompanyProspecting['estimated_created'], date: (n: number) => string): Test => {
	if (ranges === undefined || ranges.length === 0) return undefined;
	const tests = ranges.map(({ lower, upper }) => between(lower, upper, date));
	return (n) => tests.some((test) => test === undefined || test(n));
};

/** The numbers of the establishments that a prospecting call means. */
export function prospectCompanies(companies: Companies, wanted: CompanyProspecting): Uint32Array {
	const known = channels(companies);
	const located: Located = {
		city: (n) => establishmentCity(companies, establishmentAt(n)),
		areaCode: (n) => (companies.hasPhone(companyAt(n)) ? areaCodeOf(companyAt(n)) : undefined),
		neighborhood: (n) => neighborhoodOf(companyAt(n)),
	};
	return matching(
		companies.count * MOST_ESTABLISHMENTS,
		allOf([
			(n) => establishmentAt(n).branch <= branchesOf(companyAt(n)),
			...inPlaces(wanted, located),
			oneOf(wanted.cnae_codes, (n) => activityOf(CNAE_LABELS[companies.cnae(companyAt(n))]).code),
			oneOf(wanted.sector_codes, (n) => CNAE_MACRO_SECTORS[companies.macroSector(companyAt(n))]),
			oneOf(wanted.nature_codes, (n) => NATURES[companies.nature(companyAt(n))].code),
			oneOf(one(wanted.headquarter_type), (n) => (establishmentAt(n).branch === 0 ? 'H' : 'B')),
			oneOf(wanted.company_type, (n) => legalSizeOf(companies, companyAt(n))),
			oneOf(one(wanted.mei_type), (n) => meiOf(companies, companyAt(n))),
			oneOf(one(wanted.simple_type), (n) => simpleOf(companies, companyAt(n))),
			oneOf(one(wanted.import_export), (n) => foreignTradeOf(companyAt(n))),
			inRanges(wanted.revenues, (n) => companies.revenue(companyAt(n))),
			inRanges(wanted.capitals, (n) => capitalOf(companyAt(n))),
			inDates(wanted.estimated_created, (n) => creationOf(companies, companyAt(n))),
			inRanges(wanted.estimated_employees, (n) => employeesOf(companyAt(n))),
			inRanges(wanted.vehicles, (n) => vehiclesOf(companyAt(n))),
			...(wanted.contact_channels ?? []).map((channel) => known[channel]),
		]),
	);
}

interface Exported extends RegistryContacts {
	readonly cnpj: string;
	readonly company_name: string;
	readonly trading_name: string;
	readonly cnae_code: string;
	readonly cnae_description: string;
	readonly headquarter_type: string;
	readonly creation_date: string;
	readonly partners: ReadonlyArray<{ readonly name: string; readonly qualification: string }>;
}

const tableRow = (own: Exported): Table['rows'][number] => {
	const { addresses, land_lines: phones, emails } = own;
	const [address] = addresses;
	return [
		own.cnpj, own.company_name, own.trading_name, own.headquarter_type, own.creation_date, own.cnae_code,
		own.cnae_description, phones[0]?.ddd, phones[0]?.number, emails[0]?.email, address.street, address.number,
		address.neighborhood, address.city, address.district, address.postal_code,
	]; // prettier-ignore
};

/** The exported companies, and in a table of their own the partners. */
export function companyTables(companies: Companies, exported: Uint32Array): Table[] {
	const records = Array.from(
		exported,
		(n) => establishmentRecord(companies, establishmentAt(n)) as unknown as Exported,
	);
	return [
		{
			name: 'empresas',
			columns: [
				'CNPJ', 'RAZAO_SOCIAL', 'NOME_FANTASIA', 'MATRIZ_FILIAL', 'ABERTURA', 'CNAE', 'ATIVIDADE', 'DDD',
				'TELEFONE', 'EMAIL', 'LOGRADOURO', 'NUMERO', 'BAIRRO', 'CIDADE', 'UF', 'CEP',
			], // prettier-ignore
			rows: records.map(tableRow),
		},
		{
			name: 'socios',
			columns: ['CNPJ', 'RAZAO_SOCIAL', 'SOCIO', 'QUALIFICACAO'],
			rows: records.flatMap(({ cnpj, company_name: name, partners }) =>
				partners.map((partner) => [cnpj, name, partner.name, partner.qualification]),
			),
		},
	];
}
