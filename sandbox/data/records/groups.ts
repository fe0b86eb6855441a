import { cnpjFrom, normalizeCnpj } from '../../../contract/input';
import type { Companies } from '../companies';
import { CITIES } from '../vocabulary';
import { companyRegistryRecord, type RegistryRecord } from './registryRecords';

/** A head office (branch 0) or one of the branches of its group. */
export interface Establishment {
	/** The company whose group it is. */
	readonly company: number;
	readonly branch: number;
}

/** The head office and the branches of a company, up to three. */
export const groupOf = (company: number): Establishment[] =>
	Array.from({ length: (company % 4) + 1 }, (_, branch) => ({ company, branch }));

/** All of a group share the first eight characters; the next four count its establishments. */
const cnpjOf = (headOffice: string, branch: number): string =>
	cnpjFrom(headOffice.slice(0, 9) + String(branch + 1).padStart(3, '0'));

const establishmentCnpj = (companies: Companies, { company, branch }: Establishment): string =>
	cnpjOf(companies.cnpj(company), branch);

/** Whose CNPJ it is, of a head office or of a branch. */
export function establishmentOf(companies: Companies, cnpj: string): Establishment | undefined {
	const plain = normalizeCnpj(cnpj);
	if (plain === undefined) return undefined;
	const company = companies.indexOfCnpj(cnpjOf(plain, 0));
	if (company === undefined) return undefined;
	return groupOf(company).find((own) => establishmentCnpj(companies, own) === plain);
}

/** The city of an establishment; branches stand elsewhere. */
const establishmentCity = (companies: Companies, { company, branch }: Establishment): number =>
	(companies.city(company) + branch) % CITIES.length;

/** The record of an establishment in the registry. */
export function establishmentRecord(companies: Companies, own: Establishment): RegistryRecord {
	const { company, branch } = own;
	const record = companyRegistryRecord(companies, company, establishmentCity(companies, own));
	if (branch === 0) return record;
	return {
		...record,
		cnpj: establishmentCnpj(companies, own),
		trading_name: `${companies.name(company)} Filial ${branch}`,
		headquarter_type: 'B',
	};
}
