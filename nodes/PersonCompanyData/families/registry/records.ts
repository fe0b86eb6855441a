import type { IDataObject } from 'n8n-workflow';

import { asInteger, asRows, asText } from '../kit';

/** The entry that the service ranks best: 1 before 2, entries without a rank last. */
function best(entries: unknown): IDataObject {
	const rank = ({ priority }: IDataObject): number => asInteger(priority) ?? Number.MAX_SAFE_INTEGER;
	const [first] = [...asRows(entries)].sort((a, b) => rank(a) - rank(b));
	return first ?? {};
}

/** Area code and number as one string; `null` without a number. */
function phoneIn(entry: IDataObject): string | null {
	const number = asText(entry.number);
	return number === undefined ? null : `${asText(entry.ddd) ?? ''}${number}`;
}

/** The best email, phone and address of a record; `null` where there is none. */
function contactsOf(record: IDataObject): IDataObject {
	const address = best(record.addresses);
	return {
		email: asText(best(record.emails).email) ?? null,
		phone: phoneIn(best(record.mobile_phones)) ?? phoneIn(best(record.land_lines)),
		city: asText(address.city) ?? null,
		state: asText(address.district) ?? null,
	};
}

const pick = (record: IDataObject, names: readonly string[]): IDataObject =>
	Object.fromEntries(names.map((name) => [name, record[name] ?? null]));

/** Flat versions of records, with the fields that most workflows need. */
export const simplified = {
	person: (record: IDataObject): IDataObject => ({
		...pick(record, ['cpf', 'name', 'gender', 'birthday', 'age', 'cbo_description']),
		...contactsOf(record),
	}),
	company: (record: IDataObject): IDataObject => ({
		...pick(record, [
			'cnpj',
			'company_name',
			'trading_name',
			'registry_situation',
			'cnae_description',
			'employee_count',
		]),
		...contactsOf(record),
	}),
};
