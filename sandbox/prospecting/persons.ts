import type { personCount } from '../../contract/endpoints/prospecting/persons';
import type { BodyOf } from '../world/call';
import { fold } from '../base/random';
import { occupationCode, PROFILES } from '../data/reference';
import type { Persons } from '../data/persons';
import { birthdayOf, incomeOf, personContacts, type Contacts } from '../data/records/registryRecords';
import { OCCUPATION_NAMES } from '../data/vocabulary';
import type { JobOrder, Table } from '../jobs/jobs';
import { matches } from './matching';
import { contactColumns, tableOf, type Columns } from './tables';

export type PersonProspecting = Omit<BodyOf<typeof personCount>, 'export'>;

/** The indices of the persons that a prospecting call means. */
export function prospectPersons(persons: Persons, wanted: PersonProspecting): Uint32Array {
	const found = matches(persons, wanted, persons.hasPhone, {
		cbo_codes: (i) => occupationCode(persons.occupation(i)),
		gender: persons.gender,
		estimated_income: incomeOf,
		age: persons.age,
		birthday: (i) => birthdayOf(persons, i),
		match_profile: (i) => PROFILES[i % PROFILES.length].code,
	});
	const part = fold(wanted.name ?? '');
	return part === '' ? found : found.filter((i) => fold(persons.name(i)).includes(part));
}

/** The exported persons. */
export function personTable(persons: Persons, exported: Uint32Array): Table {
	const columns: Columns<Contacts & { i: number }> = {
		NOME: ({ i }) => persons.name(i),
		CPF: ({ i }) => persons.cpf(i),
		SEXO: ({ i }) => persons.gender(i),
		NASCIMENTO: ({ i }) => birthdayOf(persons, i),
		RENDA_ESTIMADA: ({ i }) => incomeOf(i).toFixed(2),
		CBO: ({ i }) => occupationCode(persons.occupation(i)),
		OCUPACAO: ({ i }) => OCCUPATION_NAMES[persons.occupation(i)],
		...contactColumns('CELULAR', 'mobile_phones'),
	};
	const records = Array.from(exported, (i) => ({ i, ...personContacts(persons, i) }));
	return tableOf('pessoas', columns, records);
}

/** An export of five persons that nobody has paid for, to have something to tell of. */
export const sampleExport = (persons: Persons): JobOrder => ({
	type: 'prospecting',
	charged: 0,
	refunded: 0,
	spreadsheet: false,
	tables: () => [personTable(persons, Uint32Array.of(0, 1, 2, 3, 4))],
});
