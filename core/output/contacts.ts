import type { IDataObject } from 'n8n-workflow';

import type { LiveNames } from '../../contract/liveNames';
import { readLiveName } from '../../contract/liveNames';
import { asObject, asRows, asText } from '../base/json';
import { withoutEnd } from '../base/text';

/** A person or company to enrich: exactly one identifier, under its name in the contract. */
export interface Contact {
	readonly name: string;
	readonly value: string | number;
}

/** The contact with an identifier. */
export const contactOf = (name: string, value: string | number): Contact => ({ name, value });

/** A contact and the input items that requested it. */
export interface RequestedContact extends Contact {
	/** None for a contact that another run of the execution has submitted. */
	readonly items: readonly number[];
}

/** A contact that is known to the journal by its units of work: several where items name it in different ways. */
export interface SubmittedContact extends RequestedContact {
	readonly units: readonly string[];
}

/** Normalizes an identifier for comparison: documents without formatting, URLs without protocol. */
export function identity(value: unknown): string {
	const text = String(value).trim().toLowerCase();
	if (/^[\d./-]+$/.test(text)) return text.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
	// A formatted alphanumeric CNPJ.
	if (/^[\da-z]{2}\.[\da-z]{3}\.[\da-z]{3}\/[\da-z]{4}-\d{2}$/.test(text)) {
		return text.replace(/[./-]/g, '');
	}
	return withoutEnd(text.replace(/^(https?:\/\/)?(www\.)?/, ''), '/');
}

const keyOf = (name: string, value: unknown): string => `${name}:${identity(value)}`;

/** Merges equal contacts, so that each is requested once for all items that name it. */
export function distinct<C extends Contact & { readonly item: number }>(
	contacts: readonly C[],
): Array<Omit<C, 'item'> & RequestedContact> {
	const found = new Map<string, { contact: Omit<C, 'item'> & Contact; items: number[] }>();
	for (const { item, ...contact } of contacts) {
		const key = keyOf(contact.name, contact.value);
		const known = found.get(key);
		if (known === undefined) found.set(key, { contact, items: [item] });
		else known.items.push(item);
	}
	return [...found.values()].map(({ contact, items }) => ({ ...contact, items }));
}

/** Identifiers a contact can have, each with the field of a lead in which it is output. */
export const identifiers: Readonly<
	Record<string, 'personId' | 'companyId' | 'cnpj' | 'cpf' | 'profileUrl' | 'email'>
> = {
	id_pessoa: 'personId',
	id_empresa: 'companyId',
	cnpj: 'cnpj',
	cpf: 'cpf',
	url_social: 'profileUrl',
	email: 'email',
};
export const IDENTIFIERS = Object.keys(identifiers);

/** A contact as items carry it. */
export const namedContact = ({ name, value }: Contact): IDataObject => ({
	[identifiers[name] ?? name]: value,
});

/** Kinds of identifiers as results name them (assumed: documented, measured). */
const KINDS: ReadonlyArray<readonly [RegExp, name: string]> = [
	[/^(id_pessoa|person_id)$/i, 'id_pessoa'],
	[/^(id_empresa|company_id)$/i, 'id_empresa'],
	[/^cpf$/i, 'cpf'],
	[/^cnpj$/i, 'cnpj'],
	[/^e-?mail$/i, 'email'],
	[/url/i, 'url_social'],
];

/** The kind of identifier by which a record says that it was asked for, as its name in a contact. */
export function kindOfSent(record: IDataObject): string | undefined {
	const told = asText(record.tipo_entrada) ?? '';
	return KINDS.find(([pattern]) => pattern.test(told))?.[1];
}

function identifiersAt(places: readonly IDataObject[], words: LiveNames): string[] {
	return places.flatMap((place) =>
		IDENTIFIERS.flatMap((name) => {
			const value = asText(readLiveName(place, name, words));
			return value === undefined ? [] : [keyOf(name, value)];
		}),
	);
}

/** Identifiers in those places of a record where they were observed, each as `name:identity`. */
function identifiersIn(record: IDataObject, words: LiveNames): { one: string[]; listed: string[] } {
	const details = asObject(record.detalhes_contato);
	const own = [record, details].flatMap((data) => [data, asObject(data.informacoes_basicas)]);
	const emails = [record, details].flatMap((data) => asRows(data.emails ?? []));
	return {
		one: identifiersAt([...own, asObject(record.contato)], words),
		listed: identifiersAt(emails, words),
	};
}

/** What an identifier looks like. */
function shapeOf(value: string): 'email' | 'number' | 'address' {
	if (value.includes('@')) return 'email';
	return /^(\d+|[\da-z]{12}\d\d)$/.test(identity(value)) ? 'number' : 'address';
}

const SHAPES: Readonly<Record<string, string>> = { email: 'email', url_social: 'address' };

/** Whether a record names another person or company than the one that was asked for, in the same way. */
export function isOfAnother(record: IDataObject, { name, value }: Contact, words: LiveNames): boolean {
	const sent = asText(record.valor_entrada);
	if (sent !== undefined && identity(sent) === identity(value)) return false;
	const { one, listed } = identifiersIn(record, words);
	if ([...one, ...listed].includes(keyOf(name, value))) return false;
	// Emails of the details are what was found: the one that was asked for need not be among them.
	const told = name === 'email' ? identifiersAt([record, asObject(record.contato)], words) : one;
	if (told.some((key) => key.startsWith(`${name}:`))) return true;
	if (sent === undefined) return false;
	const kind = kindOfSent(record);
	if (kind !== undefined) return kind === name;
	const isOfOtherKind = IDENTIFIERS.some((other) => one.includes(keyOf(other, sent)));
	return !isOfOtherKind && shapeOf(sent) === (SHAPES[name] ?? 'number');
}

/**
 * The contact that an item was submitted as, if it has one: under `contact`, as batch enrichment outputs it, or as an
 * ID in the item itself; by the names of leads or of the service.
 */
export function contactIn(json: IDataObject): Contact | undefined {
	const submitted = { ...asObject(json.contato), ...asObject(json.contact) };
	const places: ReadonlyArray<readonly [IDataObject, readonly string[]]> = [
		[submitted, IDENTIFIERS],
		[json, ['id_pessoa', 'id_empresa']],
	];
	for (const [place, names] of places) {
		for (const name of names) {
			const value = place[name] ?? place[identifiers[name]];
			if (typeof value === 'number' || asText(value) !== undefined)
				return { name, value: value as string | number };
		}
	}
	return undefined;
}

/** A record and the contact it belongs to, if that is certain. */
export interface LinkedRecord {
	readonly record: IDataObject;
	readonly contact?: RequestedContact;
}

/**
 * Links result records to their contacts: by identifier where records carry one; by position only when no
 * record carries any and the counts match; otherwise not at all.
 */
export function link(
	records: readonly IDataObject[],
	contacts: readonly RequestedContact[],
	words: LiveNames,
): LinkedRecord[] {
	const byName = new Map(contacts.map((contact) => [keyOf(contact.name, contact.value), contact]));
	const byValue = new Map<string, RequestedContact | undefined>();
	for (const contact of contacts) {
		const key = identity(contact.value);
		// Two identifiers of different kinds share this value, so the value alone does not identify the
		// contact.
		byValue.set(key, byValue.has(key) ? undefined : contact);
	}
	let someCarry = false;
	const linked = records.map((record): LinkedRecord => {
		const sent = asText(record.valor_entrada);
		const { one, listed } = identifiersIn(record, words);
		const carried = [...one, ...listed];
		someCarry ||= sent !== undefined || carried.length > 0;
		const echoed = sent === undefined ? undefined : byValue.get(identity(sent));
		if (echoed !== undefined) return { record, contact: echoed };
		const [contact, ...others] = new Set(carried.flatMap((key) => byName.get(key) ?? []));
		// The record carries identifiers of several contacts, so its contact is ambiguous.
		return others.length === 0 ? { record, contact } : { record };
	});
	if (!someCarry && records.length === contacts.length) {
		return records.map((record, i) => ({ record, contact: contacts[i] }));
	}
	return linked;
}
