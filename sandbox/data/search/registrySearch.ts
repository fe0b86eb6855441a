import { fold } from '../../base/random';
import type { RegistryContacts } from '../records/registryRecords';

/** What a search of the registry asks for; everything given must match. */
export interface Wanted {
	readonly name?: string;
	/** A name in which `*` stands for any characters. */
	readonly pattern?: string;
	readonly mother?: string;
	readonly email?: string;
	readonly domain?: string;
	readonly phone?: string;
	readonly zip_code?: string;
	readonly address?: string;
	readonly address_number?: string;
	readonly uf?: string;
	readonly city?: string;
}

/** What of a record is searched. */
export interface Searched {
	readonly name: (i: number) => string;
	readonly mother: (i: number) => string;
	readonly contacts: (i: number) => RegistryContacts;
}

/** Most records of an answer (not shown anywhere). */
const MOST = 50;

const digits = (text: string): string => text.replace(/\D/g, '');
const within = (wanted: string, text: unknown): boolean => fold(String(text)).includes(fold(wanted));

/** A pattern with `*` as an expression over folded text. */
const patternOf = (text: string): RegExp =>
	new RegExp(
		`^${fold(text)
			.split('*')
			.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
			.join('.*')}$`,
	);

type Test = (i: number) => boolean;

function testsOf(wanted: Wanted, { name, mother, contacts }: Searched): Test[] {
	const { pattern, email, domain, phone, city } = wanted;
	const expression = pattern === undefined ? undefined : patternOf(pattern);
	const place = (field: string, matches: (value: string) => boolean): Test => {
		return (i) => contacts(i).addresses.some((address) => matches(String(address[field])));
	};
	const given = <V>(value: V | undefined, test: (value: V) => Test): Test[] =>
		value === undefined ? [] : [test(value)];
	return [
		...given(wanted.uf, (uf) => place('district', (own) => own === uf)),
		...given(city, (text) => place('city', (own) => fold(own) === fold(text))),
		...given(wanted.zip_code, (code) => place('postal_code', (own) => own === digits(code))),
		...given(wanted.address, (text) => place('street', (own) => within(text, own))),
		...given(wanted.address_number, (text) => place('number', (own) => own === text)),
		...given(email, (text) => (i) => contacts(i).emails.some((own) => own.email === text.toLowerCase())),
		...given(domain, (text) => (i) => contacts(i).emails.some((own) => own.email.endsWith(`@${text}`))),
		...given(phone, (text) => (i) => {
			const { mobile_phones: mobile, land_lines: land } = contacts(i);
			return [...mobile, ...land].some((own) => `${own.ddd}${own.number}` === digits(text));
		}),
		...given(wanted.name, (text) => (i) => within(text, name(i))),
		...given(wanted.mother, (text) => (i) => within(text, mother(i))),
		...given(expression, (own) => (i) => own.test(fold(name(i)))),
	];
}

/** The first records that match. */
export function matchingRecords(count: number, wanted: Wanted, searched: Searched): number[] {
	const tests = testsOf(wanted, searched);
	const found: number[] = [];
	for (let i = 0; i < count && found.length < MOST; i++) {
		if (tests.every((test) => test(i))) found.push(i);
	}
	return found;
}
