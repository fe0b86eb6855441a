import type { IDataObject } from 'n8n-workflow';

import { DASHES, plainNumber, plainProfile, plainText, visible, withoutEnd } from '../../contract/input';
import { asText, isObject } from '../base/json';

/** Exactly one identifier, under its name in the contract. */
export interface Contact {
	readonly name: string;
	readonly value: string | number;
	/** Other identifiers in items, such as the CNPJ by which its ID was found. */
	readonly aliases?: readonly Contact[];
}

export interface RequestedContact extends Contact {
	readonly items: readonly number[];
}

/** Has several purchase keys where items name it in different ways. */
export interface SubmittedContact extends RequestedContact {
	readonly purchaseKeys: readonly string[];
}

/** A browser copies names of profiles encoded. Codes that divide a URL stay, and so does a URL with broken codes. */
function decoded(url: string): string {
	try {
		return decodeURI(url.replaceAll('%25', '%2525')).toLowerCase();
	} catch {
		return url;
	}
}

const FORMATTED_DIGITS = new RegExp(`^\\+?[\\d\\s()./${DASHES}]+$`);
const FORMATTED_CNPJ = new RegExp(`^[\\da-z]{2}\\.[\\da-z]{3}\\.[\\da-z]{3}/[\\da-z]{4}[${DASHES}]\\d{2}$`);

/** For comparison: documents without formatting, URLs without protocol and encoding. */
export function identity(value: unknown, name?: string): string {
	const text = plainNumber(visible(String(value))).toLowerCase();
	if (FORMATTED_DIGITS.test(text)) return text.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
	if (FORMATTED_CNPJ.test(text)) return plainText(text);
	// An email, even if it begins like a web address.
	if (/^[^/?#@]+@[^/?#]+$/.test(text)) return text;
	const address = name === 'url_social' ? decoded(plainProfile(text)) : text;
	return withoutEnd(address.normalize('NFC').replace(/^(https?:\/\/)?(www\.)?/, ''), '/');
}

export const contactKey = (name: string, value: unknown): string => `${name}:${identity(value, name)}`;

export function distinct<C extends Contact & { readonly item: number }>(
	contacts: readonly C[],
): Array<Omit<C, 'item'> & RequestedContact> {
	const found = new Map<string, Omit<C, 'item'> & Contact & { readonly items: number[] }>();
	for (const { item, ...contact } of contacts) {
		const key = contactKey(contact.name, contact.value);
		const known = found.get(key);
		if (known === undefined) found.set(key, { ...contact, items: [item] });
		else known.items.push(item);
	}
	return [...found.values()];
}

/** Identifiers of a contact, each with the field of a lead that outputs it. */
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
/** Names of identifiers in answers, each with that of the contract (specification, documented). */
export const ID_NAMES: ReadonlyMap<string, string> = new Map([
	...Object.keys(identifiers).map((name): [string, string] => [name, name]),
	['person_id', 'id_pessoa'],
	['company_id', 'id_empresa'],
]);

export const namedContact = ({ name, value }: Contact): IDataObject => ({
	[identifiers[name] ?? name]: value,
});

export function kindOfSent({ tipo_entrada: told }: IDataObject): string | undefined {
	const kind = asText(told)?.trim().toLowerCase() ?? '';
	return ID_NAMES.get(kind) ?? (kind.includes('url') ? 'url_social' : undefined);
}

/** From `contact`, as batch enrichment outputs it, or an ID of the item; by names of leads or of the service. */
export function contactIn(json: IDataObject): Contact | undefined {
	const named = (place: IDataObject, names: readonly string[]) =>
		names.map((name) => ({ name, value: place[name] ?? place[identifiers[name]] }));
	const submitted = [json.contact, json.contato].filter(isObject);
	return [
		...submitted.flatMap((place) => named(place, Object.keys(identifiers))),
		...named(json, ['id_pessoa', 'id_empresa']),
	].find((one): one is Contact => asText(one.value) !== undefined);
}
