import { limits } from '../../contract/model/limits';
import { Refusal } from '../base/refusal';
import type { Persons } from '../data/persons';
import { personContacts } from '../data/records/registryRecords';

/** A way to enrich a file of persons; the first column of the file is the CPF. */
export interface Layout {
	readonly id: number;
	readonly name: string;
	readonly description: string;
	/** How many values of one kind a person gets; refuses parameters that the layout does not take. */
	readonly width: (parameters: readonly string[]) => number;
	readonly column: string;
	/** Everything that is known of a person; nothing means that the record fails. */
	readonly values: (persons: Persons, i: number) => readonly string[];
}

function alone(parameters: readonly string[]): number {
	if (parameters.length > 0) throw new Refusal(400, 'invalid_parameters', 'The layout takes no parameters.');
	return 1;
}

/** The single parameter of layout 3: the number of e-mails per person. */
function emailsPerPerson(parameters: readonly string[]): number {
	const [text = ''] = parameters;
	const emails = /^\d+$/.test(text) ? Number(text) : 0;
	if (parameters.length === 1 && emails >= 1 && emails <= limits.layout3Emails) return emails;
	throw new Refusal(
		400,
		'invalid_parameters',
		`Layout 3 takes one parameter, the number of e-mails per person, from 1 to ${limits.layout3Emails}.`,
	);
}

/** One to five e-mails of a person who has any. */
function emailsOf(persons: Persons, i: number): string[] {
	if (!persons.hasEmail(i)) return [];
	const others = Array.from(
		{ length: i % limits.layout3Emails },
		(_, n) => `person${i + 1}.${n + 2}@example.com`,
	);
	return [persons.email(i), ...others];
}

export const LAYOUTS: readonly Layout[] = [
	{
		id: 1,
		name: 'Telefone por pessoa',
		description: 'CSV: CPF',
		width: alone,
		column: 'TELEFONE',
		values: (persons, i) =>
			personContacts(persons, i).mobile_phones.map(({ ddd, number }) => `${ddd}${number}`),
	},
	{
		id: 2,
		name: 'Endereço por pessoa',
		description: 'CSV: CPF',
		width: alone,
		column: 'ENDERECO',
		values: (persons, i) =>
			personContacts(persons, i).addresses.map(
				({ street, number, city, district }) => `${street}, ${number}, ${city} - ${district}`,
			),
	},
	{
		id: 3,
		name: 'E-mail por pessoa',
		description: 'CSV: CPF; parâmetro: quantidade de e-mails por pessoa',
		width: emailsPerPerson,
		column: 'EMAIL',
		values: emailsOf,
	},
];
