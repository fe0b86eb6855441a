import type { IDataObject } from 'n8n-workflow';

import { wireName, type LiveNames } from '../../contract/liveNames';
import { mapInTurns } from '../base/async';
import { asText, isObject } from '../base/json';
import { ID_NAMES, keyOf, kindOfSent, type Contact, type RequestedContact } from './contacts';

/** Finds the contact of a record: by what was sent, by an ID, or by the order. */

export interface Matched {
	readonly record: IDataObject;
	readonly contact?: RequestedContact;
}

const keyIfText = (kind: string, value: unknown): string[] =>
	asText(value) === undefined ? [] : [keyOf(kind, value)];

/** What identifies the person or company of a record, in itself or its details. */
function idsIn(record: IDataObject, words: LiveNames): string[] {
	const [details] = [record.detalhes_contato].flat();
	const basic = isObject(details) ? details.informacoes_basicas : undefined;
	return [record, details, basic]
		.filter(isObject)
		.flatMap((place) =>
			ID_NAMES.flatMap(([name, kind]) => keyIfText(kind, place[wireName(name, words)] ?? place[name])),
		);
}

/** Whether a record names another person or company than the one that was asked for, in the same way. */
export function isOfAnother(record: IDataObject, { name, value }: Contact, words: LiveNames): boolean {
	const sent = keyIfText(kindOfSent(record) ?? '', record.valor_entrada);
	// An email of the record is what was found.
	const named = name === 'email' ? sent : [...sent, ...idsIn(record, words)];
	return named.some((key) => key.startsWith(`${name}:`)) && !named.includes(keyOf(name, value));
}

/**
 * Matches records to contacts.
 * @param areInOrder whether the contacts stand in the order in which they were submitted
 */
export async function match(
	records: readonly IDataObject[],
	contacts: readonly RequestedContact[],
	words: LiveNames,
	areInOrder = true,
): Promise<Matched[]> {
	const byId = new Map(contacts.map((contact) => [keyOf(contact.name, contact.value), contact]));
	// What was not sent itself tells less: a branch may come back with the CNPJ of its head office, sent as well.
	const byOther = new Map(
		contacts.flatMap((contact) =>
			(contact.also ?? []).map(({ name, value }) => [keyOf(name, value), contact] as const),
		),
	);
	const kinds = [...new Set(contacts.map(({ name }) => name))];
	const only = (keys: readonly string[]): RequestedContact | undefined => {
		const found = [byId, byOther].map((known) => new Set(keys.flatMap((key) => known.get(key) ?? [])));
		const [contact, ...more] = found.find(({ size }) => size > 0) ?? [];
		return more.length === 0 ? contact : undefined;
	};
	let someCarry = false;
	const matched = await mapInTurns(records, (record): Matched => {
		const kind = kindOfSent(record);
		const sent = (kind === undefined ? kinds : [kind]).flatMap((each) =>
			keyIfText(each, record.valor_entrada),
		);
		const ids = idsIn(record, words);
		someCarry ||= sent.length + ids.length > 0;
		const contact = only(sent) ?? only(ids);
		return { record, ...(contact && { contact }) };
	});
	if (someCarry || !areInOrder || records.length !== contacts.length) return matched;
	return records.map((record, i) => ({ record, contact: contacts[i] }));
}
