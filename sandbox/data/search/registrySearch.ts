import { fold } from '../../base/random';
import type { RegistryRecord } from '../records/registryRecords';

const digits = (text: string): string => text.replace(/\D/g, '');
const within = (wanted: string, text: unknown): boolean => fold(String(text)).includes(fold(wanted));
const nameIn = ({ name, company_name: legalName }: RegistryRecord): unknown => name ?? legalName;

/** A text in which `*` stands for any characters, as an expression over folded text. */
const patternOf = (text: string): RegExp =>
	new RegExp(
		`^${fold(text)
			.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
			.replaceAll('*', '.*')}$`,
	);

const inAddress =
	(field: string, matches: (own: string, wanted: string) => boolean) =>
	({ addresses }: RegistryRecord, wanted: string): boolean =>
		addresses.some((address) => matches(String(address[field]), wanted));
const same = (own: string, wanted: string): boolean => own === wanted;

/** What a search of the registry may ask for. */
const tests = {
	name: (record, wanted) => within(wanted, nameIn(record)),
	pattern: (record, wanted) => patternOf(wanted).test(fold(String(nameIn(record)))),
	mother: (record, wanted) => within(wanted, record.mother_name),
	email: ({ emails }, wanted) => emails.some(({ email }) => email === wanted.toLowerCase()),
	domain: ({ emails }, wanted) => emails.some(({ email }) => email.endsWith(`@${wanted}`)),
	phone: ({ mobile_phones: mobile, land_lines: land }, wanted) =>
		[...mobile, ...land].some(({ ddd, number }) => `${ddd}${number}` === digits(wanted)),
	zip_code: inAddress('postal_code', (own, wanted) => own === digits(wanted)),
	address: inAddress('street', (own, wanted) => within(wanted, own)),
	address_number: inAddress('number', same),
	uf: inAddress('district', same),
	city: inAddress('city', (own, wanted) => fold(own) === fold(wanted)),
} satisfies Readonly<Record<string, (record: RegistryRecord, wanted: string) => boolean>>;

type Name = keyof typeof tests;

/** What a search asks for; everything given must match. */
export type Wanted = { readonly [Asked in Name]?: string | undefined };

/** Most records of an answer (not shown anywhere). */
const MOST = 50;

/** The first records that match. */
export function matchingRecords(
	count: number,
	recordOf: (i: number) => RegistryRecord,
	wanted: Wanted,
): RegistryRecord[] {
	const asked = Object.entries(wanted).filter((entry): entry is [Name, string] => entry[1] !== undefined);
	const found: RegistryRecord[] = [];
	for (let i = 0; i < count && found.length < MOST; i++) {
		const record = recordOf(i);
		if (asked.every(([name, text]) => tests[name](record, text))) found.push(record);
	}
	return found;
}
