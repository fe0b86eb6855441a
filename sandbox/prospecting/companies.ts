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
import { CNAE_LABELS, CNAE_MACRO_SECTORS } from '../data/vocabulary';
import type { Table } from '../jobs/jobs';
import { matches } from './matching';

export type CompanyProspecting = Omit<BodyOf<typeof companyCount>, 'export'>;

/** Prospecting knows head offices and branches alike; this is the n-th of them. */
export const establishmentAt = (n: number): Establishment => ({
	company: Math.floor(n / MOST_ESTABLISHMENTS),
	branch: n % MOST_ESTABLISHMENTS,
});

const companyAt = (n: number): number => establishmentAt(n).company;
const MICRO = 360_000;
const SMALL = 4_800_000;

/** Legal size, from the revenue; like what follows, no other record shows it. */
function legalSizeOf(companies: Companies, i: number): string {
	const revenue = companies.revenue(i) ?? 0;
	if (revenue < MICRO) return 'ME';
	return revenue < SMALL ? 'EPP' : 'DEMAIS';
}

const yesNo = (is: boolean): string => (is ? 'SIM' : 'NAO');

/** One company in five imports, another exports. */
const foreignTradeOf = (i: number): string | undefined => ['IMPORTA', 'EXPORTA'][i % 5];

/** The numbers of the establishments that a prospecting call means; companies have land lines only. */
export function prospectCompanies(companies: Companies, wanted: CompanyProspecting): Uint32Array {
	const own =
		<T>(read: (i: number) => T) =>
		(n: number): T =>
			read(companyAt(n));
	const hasPhone = own(companies.hasPhone);
	const channels = {
		chatapp: (n: number) => hasPhone(n) && companyAt(n) % 2 === 0,
		sms: () => false,
		phone: hasPhone,
		email: own(companies.hasEmail),
	};
	const located = {
		city: (n: number) => establishmentCity(companies, establishmentAt(n)),
		neighborhood: own(neighborhoodOf),
		channels,
	};
	const found = matches(companies.count * MOST_ESTABLISHMENTS, wanted, located, {
		ddds: (n) => (hasPhone(n) ? areaCodeOf(companyAt(n)) : undefined),
		cnae_codes: own((i) => activityOf(CNAE_LABELS[companies.cnae(i)]).code),
		sector_codes: own((i) => CNAE_MACRO_SECTORS[companies.macroSector(i)]),
		nature_codes: own((i) => NATURES[companies.nature(i)].code),
		headquarter_type: (n) => (establishmentAt(n).branch === 0 ? 'H' : 'B'),
		company_type: own((i) => legalSizeOf(companies, i)),
		mei_type: own((i) => yesNo(companies.isMei(i))),
		simple_type: own((i) => yesNo(companies.isMei(i) || i % 3 === 0)),
		import_export: own(foreignTradeOf),
		revenues: own((i) => companies.revenue(i)),
		capitals: own((i) => 10_000 * (1 + (i % 50))),
		estimated_created: own((i) => creationOf(companies, i)),
		estimated_employees: own(employeesOf),
		vehicles: own((i) => i % 8),
	});
	return found.filter((n) => establishmentAt(n).branch <= branchesOf(companyAt(n)));
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
