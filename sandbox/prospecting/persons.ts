import type { personCount } from '../../contract/endpoints/prospecting/persons';
import type { BodyOf } from '../world/call';
import { fold } from '../base/random';
import { occupationCode, PROFILES } from '../data/reference';
import type { Persons } from '../data/persons';
import { birthdayOf, incomeOf, personContacts } from '../data/records/registryRecords';
import { OCCUPATION_NAMES } from '../data/vocabulary';
import type { JobOrder, Table } from '../jobs/jobs';
import { matches } from './matching';

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
export const personTable = (persons: Persons, exported: Uint32Array): Table => ({
	name: 'pessoas',
	columns: [
		'NOME', 'CPF', 'SEXO', 'NASCIMENTO', 'RENDA_ESTIMADA', 'CBO', 'OCUPACAO', 'DDD', 'CELULAR', 'EMAIL',
		'LOGRADOURO', 'NUMERO', 'BAIRRO', 'CIDADE', 'UF', 'CEP',
	], // prettier-ignore
	rows: Array.from(exported, (i) => {
		const { addresses, mobile_phones: phones, emails } = personContacts(persons, i);
		const [address] = addresses;
		return [
			persons.name(i), persons.cpf(i), persons.gender(i), birthdayOf(persons, i), incomeOf(i).toFixed(2),
			occupationCode(persons.occupation(i)), OCCUPATION_NAMES[persons.occupation(i)], phones[0]?.ddd, phones[0]?.number,
			emails[0]?.email, address.street, address.number, address.neighborhood, address.city, address.district,
			address.postal_code,
		]; // prettier-ignore
	}),
});

/** An export of five persons that nobody has paid for, to have something to tell of. */
export const sampleExport = (persons: Persons): JobOrder => ({
	type: 'prospecting',
	charged: 0,
	refunded: 0,
	spreadsheet: false,
	tables: () => [personTable(persons, Uint32Array.of(0, 1, 2, 3, 4))],
});
