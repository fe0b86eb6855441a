import type { IDataObject } from 'n8n-workflow';

import type { LiveNames } from '../../contract/liveNames';
import { liveNameReader } from '../../contract/liveNames';
import { mapInTurns } from '../base/async';
import { asObject, asRows, asText, isObject } from '../base/json';
import {
	FURTHER_NAMES,
	identity,
	IDENTIFIERS,
	keyOf,
	kindsOf,
	repeatedIn,
	sentIn,
	type Contact,
	type RequestedContact,
} from '../output/contacts';

/** What a document may be, as far as it shows; a CNPJ may have lost zeros. Another one, or a masked one, tells nothing. */
const DOCUMENTS: Readonly<Record<string, RegExp>> = {
	cpf: /^\d{1,11}$/,
	cnpj: /^(\d{1,14}|[\da-z]{12}\d\d)$/,
};
const mayBe = (name: string, value: string): boolean => DOCUMENTS[name]?.test(identity(value)) ?? true;

/** What identifies somebody in these places, each as `name:identity`; a batch has thousands of records. */
function identifiersAt(
	places: readonly IDataObject[],
	words: LiveNames,
	names: readonly string[] = IDENTIFIERS,
): string[] {
	const found: string[] = [];
	for (const name of names) {
		const read = liveNameReader(name, words);
		for (const place of places) {
			const own = asText(read(place));
			if (own !== undefined) found.push(keyOf(name, own));
			for (const other of FURTHER_NAMES[name] ?? []) {
				const further = asText(place[other]);
				if (further !== undefined && mayBe(name, further)) found.push(keyOf(name, further));
			}
		}
	}
	return found;
}

const OF_COMPANIES = ['id_empresa', 'cnpj'];
const OF_PERSONS = ['id_pessoa', 'cpf'];

/** Identifiers of a record, each as `name:identity`. */
interface Identifiers {
	/** In those places where they were observed. */
	readonly one: readonly string[];
	readonly listed: readonly string[];
	/** One level deeper, where it does not say itself whom it is of. Others may stand there, such as its head office. */
	readonly deeper: readonly string[];
}

const isOf =
	(...names: readonly string[]) =>
	(key: string): boolean =>
		names.some((name) => key.startsWith(`${name}:`));

/** Names of what another one is (guess). */
const OF_OTHERS = ['matriz', 'head_office'];

/** Where a record may have identifiers. */
function placesIn(record: IDataObject): Readonly<Record<'own' | 'emails' | 'inner', IDataObject[]>> {
	const both = [record, asObject(record.detalhes_contato)];
	const basic = both.flatMap((data) => [data, asObject(data.informacoes_basicas)]);
	return {
		own: [...basic, repeatedIn(record.contato)],
		emails: both.flatMap((data) => asRows(data.emails)),
		inner: both.flatMap((data) =>
			Object.keys(data)
				.filter((name) => !OF_OTHERS.includes(name))
				.map((name) => data[name])
				.filter(isObject),
		),
	};
}

function identifiersIn(record: IDataObject, words: LiveNames, sent: string | undefined): Identifiers {
	const { own, emails, inner } = placesIn(record);
	const one = identifiersAt(own, words);
	const saysItself = sent !== undefined || one.some(isOf('url_social', 'email'));
	const deeper = saysItself
		? []
		: [OF_COMPANIES, OF_PERSONS].filter((kind) => !one.some(isOf(...kind))).flat();
	return { one, listed: identifiersAt(emails, words), deeper: identifiersAt(inner, words, deeper) };
}

/** What an identifier looks like. */
function shapeOf(value: string): 'email' | 'number' | 'address' {
	if (value.includes('@')) return 'email';
	return /^(\d+|[\da-z]{12}\d\d)$/.test(identity(value)) ? 'number' : 'address';
}

const SHAPES: Readonly<Record<string, string>> = { email: 'email', url_social: 'address' };

/** Whether a record names another person or company than the one that was asked for, in the same way. */
export function isOfAnother(record: IDataObject, contact: Contact, words: LiveNames): boolean {
	const { name, value } = contact;
	const { value: sent, kind } = sentIn(record, kindsOf(contact));
	const wanted = keyOf(name, value);
	if (sent !== undefined && keyOf(name, sent) === wanted) return false;
	const { one, listed, deeper } = identifiersIn(record, words, sent);
	if ([...one, ...listed, ...deeper].includes(wanted)) return false;
	// Emails of the details are what was found: the one that was asked for need not be among them.
	const told = name === 'email' ? identifiersAt([record, repeatedIn(record.contato)], words) : one;
	if ([...told, ...deeper].some(isOf(name))) return true;
	if (sent === undefined) return false;
	if (kind !== undefined) return kind === name;
	const isOfOtherKind = IDENTIFIERS.some((other) => one.includes(keyOf(other, sent)));
	return !isOfOtherKind && shapeOf(sent) === (SHAPES[name] ?? 'number');
}

/** A record and the contact it belongs to, if that is certain. */
export interface LinkedRecord {
	readonly record: IDataObject;
	readonly contact?: RequestedContact;
}

/** Finds the contact that a text identifies, whatever its kind; none where it is that of several. */
type Identify = (text: string) => RequestedContact | undefined;

function identifier(contacts: readonly RequestedContact[]): Identify {
	const byValue = new Map<string, RequestedContact | undefined>();
	let haveProfiles = false;
	for (const contact of contacts) {
		for (const { name, value } of [contact, ...(contact.also ?? [])]) {
			haveProfiles ||= name === 'url_social';
			const key = identity(value, name);
			byValue.set(key, byValue.has(key) && byValue.get(key) !== contact ? undefined : contact);
		}
	}
	return (text) =>
		byValue.get(identity(text)) ?? (haveProfiles ? byValue.get(identity(text, 'url_social')) : undefined);
}

/** Names under which an identifier is looked for by its kind: one of another kind says nothing. */
const namesOf = (kind: string): readonly string[] => [kind, ...(FURTHER_NAMES[kind] ?? [])];

/** The texts and numbers of a record that may identify a contact, wherever they stand. */
function* textsIn(record: IDataObject, otherNames: ReadonlySet<string>): Generator<string> {
	const left: unknown[] = [record];
	while (left.length > 0) {
		const value = left.pop();
		const text = asText(value);
		if (text !== undefined) yield text;
		if (typeof value !== 'object' || value === null) continue;
		for (const [name, inner] of Object.entries(value)) if (!otherNames.has(name)) left.push(inner);
	}
}

/** Whether any record has what identifies another contact than the one in its place, and nothing that identifies that one. */
async function areMixed(
	records: readonly IDataObject[],
	contacts: readonly RequestedContact[],
	kinds: readonly string[],
	identify: Identify,
): Promise<boolean> {
	const ownNames = new Set(kinds.flatMap(namesOf));
	const otherNames = new Set(IDENTIFIERS.flatMap(namesOf).filter((name) => !ownNames.has(name)));
	for (const [i, record] of records.entries()) {
		const found = await mapInTurns(textsIn(record, otherNames), identify);
		if (found.some((contact) => contact !== undefined) && !found.includes(contacts[i])) return true;
	}
	return false;
}

/**
 * Links result records to their contacts: by identifier where records carry one; by position only when no
 * record carries any, under whatever name, and the counts match; otherwise not at all.
 * @param areInOrder whether the contacts stand in the order in which they were submitted
 */
export async function link(
	records: readonly IDataObject[],
	contacts: readonly RequestedContact[],
	words: LiveNames,
	areInOrder = true,
): Promise<LinkedRecord[]> {
	const byName = new Map(contacts.map((contact) => [keyOf(contact.name, contact.value), contact]));
	// What was not sent itself tells less: a branch may come back with the CNPJ of its head office, sent as well.
	const byOther = new Map(
		contacts.flatMap((contact) =>
			(contact.also ?? []).map(({ name, value }) => [keyOf(name, value), contact] as const),
		),
	);
	const identify = identifier(contacts);
	const kinds = [...new Set(contacts.flatMap(kindsOf))];
	const matching = (
		keys: readonly string[],
		...maps: ReadonlyArray<ReadonlyMap<string, RequestedContact>>
	): readonly RequestedContact[] =>
		maps
			.map((known) => [...new Set(keys.flatMap((key) => known.get(key) ?? []))])
			.find((found) => found.length > 0) ?? [];
	const ofTheKind = isOf(
		...(contacts.some(({ name }) => OF_COMPANIES.includes(name)) ? OF_COMPANIES : OF_PERSONS),
	);
	let someCarry = false;
	// To look for what identifies a record takes as long as to hash it.
	const linked = await mapInTurns(records, (record): LinkedRecord => {
		const { value: sent } = sentIn(record, kinds);
		const { one, listed, deeper } = identifiersIn(record, words, sent);
		const carried = [...one, ...listed];
		const inner = deeper.filter(ofTheKind);
		someCarry ||= sent !== undefined || carried.length + inner.length > 0;
		const echoed = sent === undefined ? undefined : identify(sent);
		if (echoed !== undefined) return { record, contact: echoed };
		const own = matching(carried, byName, byOther);
		// What was not sent and stands within may as well be that of the head office.
		const [contact, ...others] = own.length > 0 ? own : matching(inner, byName);
		// The record carries identifiers of several contacts, so its contact is ambiguous.
		return others.length === 0 ? { record, contact } : { record };
	});
	if (someCarry || !areInOrder || records.length !== contacts.length) return linked;
	if (await areMixed(records, contacts, kinds, identify)) return linked;
	return records.map((record, i) => ({ record, contact: contacts[i] }));
}
