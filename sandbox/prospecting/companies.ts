import type { companyCount } from '../../contract/endpoints/prospecting/companies';
import type { BodyOf } from '../world/call';
import { activityOf, NATURES } from '../data/reference';
import type { Companies } from '../data/companies';
import { companyRegistryRecord, creationOf, employeesOf } from '../data/records/registryRecords';
import { CNAE_LABELS, CNAE_MACRO_SECTORS } from '../data/vocabulary';
import type { Table } from '../jobs/jobs';
import { matches } from './matching';
import { contactColumns, tableOf, type Columns } from './tables';

export type CompanyProspecting = Omit<BodyOf<typeof companyCount>, 'export'>;

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

/** The companies that a prospecting call means, by their head offices; they have land lines only. */
export function prospectCompanies(companies: Companies, wanted: CompanyProspecting): Uint32Array {
	const hasMobile = (): boolean => false;
	return matches(companies, wanted, hasMobile, {
		cnae_codes: (i) => activityOf(CNAE_LABELS[companies.cnae(i)]).code,
		sector_codes: (i) => CNAE_MACRO_SECTORS[companies.macroSector(i)],
		nature_codes: (i) => NATURES[companies.nature(i)].code,
		headquarter_type: () => 'H',
		company_type: (i) => legalSizeOf(companies, i),
		mei_type: (i) => yesNo(companies.isMei(i)),
		simple_type: (i) => yesNo(companies.isMei(i) || i % 3 === 0),
		import_export: foreignTradeOf,
		revenues: (i) => companies.revenue(i),
		capitals: (i) => 10_000 * (1 + (i % 50)),
		estimated_created: (i) => creationOf(companies, i),
		estimated_employees: employeesOf,
		vehicles: (i) => i % 8,
	});
}

type CompanyRecord = ReturnType<typeof companyRegistryRecord>;

const COLUMNS: Columns<CompanyRecord> = {
	CNPJ: ({ cnpj }) => cnpj,
	RAZAO_SOCIAL: (own) => own.company_name,
	NOME_FANTASIA: (own) => own.trading_name,
	MATRIZ_FILIAL: (own) => own.headquarter_type,
	ABERTURA: (own) => own.creation_date,
	CNAE: (own) => own.cnae_code,
	ATIVIDADE: (own) => own.cnae_description,
	...contactColumns('TELEFONE', 'land_lines'),
};

/** The exported companies, and in a table of their own the partners. */
export function companyTables(companies: Companies, exported: Uint32Array): Table[] {
	const records = Array.from(exported, (i) => companyRegistryRecord(companies, i));
	return [
		tableOf('empresas', COLUMNS, records),
		{
			name: 'socios',
			columns: ['CNPJ', 'RAZAO_SOCIAL', 'SOCIO', 'QUALIFICACAO'],
			rows: records.flatMap(({ cnpj, company_name: company, partners }) =>
				partners.map(({ name, qualification }) => [cnpj, company, name, qualification]),
			),
		},
	];
}
