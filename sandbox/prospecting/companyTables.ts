import type { Companies } from '../data/companies';
import { establishmentRecord } from '../data/records/groups';
import type { RegistryContacts } from '../data/records/registryRecords';
import type { Table } from '../jobs/table';
import { establishmentAt } from './companies';

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

const companyRow = (own: Exported): Table['rows'][number] => {
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
			rows: records.map(companyRow),
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
