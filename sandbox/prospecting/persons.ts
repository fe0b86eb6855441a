import type { personCount } from '../../contract/endpoints/prospecting/persons';
import type { BodyOf } from '../../contract/model/endpoint';
import { fold } from '../base/random';
import { occupationCode, PROFILES, neighborhoodOf } from '../data/reference';
import type { Persons } from '../data/persons';
import { areaCodeOf, birthdayOf, incomeOf, personContacts } from '../data/records/registryRecords';
import {
	allOf,
	matching,
	type Test,
	between,
	inPlaces,
	inRanges,
	type Located,
	oneOf,
	outside,
} from '../data/search/matching';
import { CITIES, OCCUPATION_NAMES } from '../data/vocabulary';
import type { JobOrder, Table } from '../jobs/jobs';

export type PersonProspecting = Omit<BodyOf<typeof personCount>, 'export'>;

const profileOf = (i: number): string => PROFILES[i % PROFILES.length].code;

/** The ways of contact that are known. */
const channels = (persons: Persons): Readonly<Record<string, (i: number) => boolean>> => ({
	chatapp: (i) => persons.hasPhone(i) && i % 2 === 0,
	sms: persons.hasPhone,
	phone: persons.hasPhone,
	email: persons.hasEmail,
	address: () => true,
});

function partOfName(persons: Persons, name: string | undefined): Test {
	if (name === undefined || name === '') return undefined;
	const part = fold(name);
	return (i) => fold(persons.name(i)).includes(part);
}

/** The indices of the persons that a prospecting call means. */
export function prospectPersons(persons: Persons, wanted: PersonProspecting): Uint32Array {
	const { gender, age, birthday } = wanted;
	const known = channels(persons);
	const located: Located = {
		city: persons.city,
		areaCode: (i) => (persons.hasPhone(i) ? areaCodeOf(i) : undefined),
		neighborhood: neighborhoodOf,
	};
	return matching(
		persons.count,
		allOf([
			...inPlaces(wanted, located),
			outside(wanted.exclude_neighborhoods, located),
			oneOf(wanted.cbo_codes, (i) => occupationCode(persons.occupation(i))),
			oneOf(gender === undefined ? undefined : [gender], persons.gender),
			inRanges(wanted.estimated_income, incomeOf),
			inRanges(age === undefined ? undefined : [age], persons.age),
			between(birthday?.start_date, birthday?.end_date, (i) => birthdayOf(persons, i)),
			oneOf(wanted.match_profile, profileOf),
			...(wanted.contact_channels ?? []).map((channel) => known[channel]),
			partOfName(persons, wanted.name),
		]),
	);
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
		const [city, uf] = CITIES[persons.city(i)].split(', ');
		return [
			persons.name(i), persons.cpf(i), persons.gender(i), birthdayOf(persons, i), incomeOf(i).toFixed(2),
			occupationCode(persons.occupation(i)), OCCUPATION_NAMES[persons.occupation(i)], phones[0]?.ddd, phones[0]?.number,
			emails[0]?.email, address.street, address.number, address.neighborhood, city, uf, address.postal_code,
		]; // prettier-ignore
	}),
});

const RECORDS = 5;

/** An export that nobody has paid for, to have something to tell of. */
export const sampleExport = (persons: Persons): JobOrder => ({
	type: 'prospecting',
	endpoint: 'personJob',
	requestId: 0,
	name: 'Sample',
	records: RECORDS,
	charged: 0,
	refunded: 0,
	spreadsheet: false,
	tables: () => [
		personTable(
			persons,
			Uint32Array.from({ length: RECORDS }, (_, i) => i),
		),
	],
});
