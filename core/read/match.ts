import type { IDataObject } from 'n8n-workflow';

import { wireName, type BrandTerms } from '../../contract/brandTerms';
import { mapInTurns } from '../base/async';
import { asText, isObject } from '../base/json';
import { contactKey, ID_NAMES, kindOfSent, type Contact, type RequestedContact } from './identifiers';

export interface Matched {
	readonly record: IDataObject;
	readonly contact?: RequestedContact;
}

const keyIfText = (kind: string, value: unknown): string[] =>
	asText(value) === undefined ? [] : [contactKey(kind, value)];

function idsIn(record: IDataObject, brandTerms: BrandTerms): string[] {
	const [details] = [record.detalhes_contato].flat();
	const basic = isObject(details) ? details.informacoes_basicas : undefined;
	return [record, details, basic]
		.filter(isObject)
		.flatMap((place) =>
			[...ID_NAMES].flatMap(([name, kind]) =>
				keyIfText(kind, place[wireName(name, brandTerms)] ?? place[name]),
			),
		);
}

/** Whether a record names another person or company by the kind of identifier that was asked for. */
export function namesAnother(record: IDataObject, { name, value }: Contact, brandTerms: BrandTerms): boolean {
	const sent = keyIfText(kindOfSent(record) ?? '', record.valor_entrada);
	// The email of a record is a finding, not an identity.
	const named = name === 'email' ? sent : [...sent, ...idsIn(record, brandTerms)];
	return named.some((key) => key.startsWith(`${name}:`)) && !named.includes(contactKey(name, value));
}

/** By what was sent, else by IDs, else all by order. @param areInOrder whether contacts are in order of submission */
export async function match(
	records: readonly IDataObject[],
	contacts: readonly RequestedContact[],
	brandTerms: BrandTerms,
	areInOrder = true,
): Promise<Matched[]> {
	const byId = new Map(contacts.map((contact) => [contactKey(contact.name, contact.value), contact]));
	// Weaker than what was sent: a branch may come back with the CNPJ of its head office, which was sent as well.
	const byOther = new Map(
		contacts.flatMap((contact) =>
			(contact.aliases ?? []).map(({ name, value }) => [contactKey(name, value), contact] as const),
		),
	);
	let someHaveIds = false;
	const kinds = [...new Set(contacts.map(({ name }) => name))];
	const only = (keys: readonly string[]): RequestedContact | undefined => {
		someHaveIds ||= keys.length > 0;
		for (const known of [byId, byOther]) {
			const found = keys.flatMap((key) => known.get(key) ?? []);
			if (found.length > 0) return found.every((contact) => contact === found[0]) ? found[0] : undefined;
		}
		return undefined;
	};
	const matched = await mapInTurns(records, (record): Matched => {
		const kind = kindOfSent(record);
		const sent = (kind === undefined ? kinds : [kind]).flatMap((each) =>
			keyIfText(each, record.valor_entrada),
		);
		const contact = only(sent) ?? only(idsIn(record, brandTerms));
		return { record, contact };
	});
	if (someHaveIds || !areInOrder || records.length !== contacts.length) return matched;
	return records.map((record, i) => ({ record, contact: contacts[i] }));
}
