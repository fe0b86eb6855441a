import type { Contacts } from '../data/records/registryRecords';
import type { Cell, Table } from '../jobs/jobs';

/** What each column of a file holds of a record. */
export type Columns<T> = Readonly<Record<string, (record: T) => Cell>>;

export const tableOf = <T>(name: string, columns: Columns<T>, records: readonly T[]): Table => ({
	name,
	columns: Object.keys(columns),
	rows: records.map((record) => Object.values(columns).map((cell) => cell(record))),
});

/** The columns that a file of persons and one of companies end with. */
export const contactColumns = (
	phoneColumn: string,
	list: 'mobile_phones' | 'land_lines',
): Columns<Contacts> => ({
	DDD: (own) => own[list][0]?.ddd,
	[phoneColumn]: (own) => own[list][0]?.number,
	EMAIL: ({ emails }) => emails[0]?.email,
	LOGRADOURO: ({ addresses }) => addresses[0].street,
	NUMERO: ({ addresses }) => addresses[0].number,
	BAIRRO: ({ addresses }) => addresses[0].neighborhood,
	CIDADE: ({ addresses }) => addresses[0].city,
	UF: ({ addresses }) => addresses[0].district,
	CEP: ({ addresses }) => addresses[0].postal_code,
});
