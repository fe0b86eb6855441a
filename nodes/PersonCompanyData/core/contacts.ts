import type { IDataObject } from 'n8n-workflow';

import type { Words } from '../contract/words';
import { readWord } from '../contract/words';
import { asObject, asText } from './read';

/** One thing to enrich: exactly one identifier, under the contract's name. */
export interface Contact {
	readonly name: string;
	readonly value: string | number;
}

/** A contact and the input items that asked for it. */
export interface RequestedContact extends Contact {
	readonly items: readonly number[];
}

/** What identifies a contact whatever its spelling: documents without formatting, URLs without protocol. */
export const identity = (value: unknown): string =>
	String(value)
		.trim()
		.toLowerCase()
		.replace(/^https?:\/\/(www\.)?/, '')
		.replace(/\/+$/, '')
		.replace(/^[\d./-]+$/, (digits) => digits.replace(/\D/g, '').replace(/^0+(?=\d)/, ''));

/** Equal contacts are asked for once, on behalf of every item that named them. */
export function distinct(contacts: ReadonlyArray<Contact & { readonly item: number }>): RequestedContact[] {
	const found = new Map<string, { contact: Contact; items: number[] }>();
	for (const { item, ...contact } of contacts) {
		const key = `${contact.name}:${identity(contact.value)}`;
		const known = found.get(key);
		if (known === undefined) found.set(key, { contact, items: [item] });
		else known.items.push(item);
	}
	return [...found.values()].map(({ contact, items }) => ({ ...contact, items }));
}

/** Identifiers that a result record may carry beside what was sent. */
const IDENTIFIERS = ['id_pessoa', 'id_empresa', 'cnpj', 'cpf', 'url_social', 'email'];

/** What a record says it answers: the identifier as sent first, then what stands in it. */
function identitiesOf(record: IDataObject, words: Words): string[] {
	const details = asObject(record.detalhes_contato);
	const places = [record, details, asObject(details.informacoes_basicas), asObject(record.contato)];
	const found = places.flatMap((place) => IDENTIFIERS.map((name) => asText(readWord(place, name, words))));
	return [asText(record.valor_entrada), ...found].filter((text) => text !== undefined).map(identity);
}

/** A record and the contact it answers, when that is certain. */
export interface LinkedRecord {
	readonly record: IDataObject;
	readonly contact?: RequestedContact;
}

/**
 * Links result records to the contacts they answer: by identifier where records carry one; by position only
 * when none does and the counts agree; else not at all. Never by guess.
 */
export function link(
	records: readonly IDataObject[],
	contacts: readonly RequestedContact[],
	words: Words,
): LinkedRecord[] {
	const byIdentity = new Map<string, RequestedContact | 'ambiguous'>();
	for (const contact of contacts) {
		const key = identity(contact.value);
		byIdentity.set(key, byIdentity.has(key) ? 'ambiguous' : contact);
	}
	const carried = records.map((record) => identitiesOf(record, words));
	const linked = records.map((record, i): LinkedRecord => {
		const hit = carried[i].map((key) => byIdentity.get(key)).find((contact) => contact !== undefined);
		return hit === undefined || hit === 'ambiguous' ? { record } : { record, contact: hit };
	});
	const noneCarries = carried.every((identities) => identities.length === 0);
	if (noneCarries && records.length === contacts.length) {
		return records.map((record, i) => ({ record, contact: contacts[i] }));
	}
	return linked;
}
