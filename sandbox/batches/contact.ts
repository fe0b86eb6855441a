import type { Population } from '../data/population';

export type Kind = 'persons' | 'companies';

/** A contact of a batch after unknown names were dropped. */
export interface Contact {
	readonly id_pessoa?: number;
	readonly id_empresa?: number;
	readonly url_social?: string;
	readonly email?: string;
	readonly cpf?: string;
	readonly cnpj?: string;
}

/** The identifier that counts, and the record that it names. */
export interface Identified {
	readonly type: string;
	readonly value: string | number;
	/** Absent when the service knows no such record. */
	readonly index?: number;
}

/** Takes the first identifier of a contact, ids first. `undefined` when it has none. */
export function identify(population: Population, kind: Kind, contact: Contact): Identified | undefined {
	return kind === 'persons' ? identifyPerson(population, contact) : identifyCompany(population, contact);
}

function identifyPerson({ persons }: Population, contact: Contact): Identified | undefined {
	const { id_pessoa: id, url_social: url, email, cpf } = contact;
	if (id !== undefined) return { type: 'person_id', value: id, index: persons.indexOfId(id) };
	if (url !== undefined) return { type: 'social_url', value: url, index: persons.indexOfSocialUrl(url) };
	if (email !== undefined) return { type: 'email', value: email, index: persons.indexOfEmail(email) };
	if (cpf !== undefined) return { type: 'cpf', value: cpf, index: persons.indexOfCpf(cpf) };
	return undefined;
}

function identifyCompany({ companies }: Population, contact: Contact): Identified | undefined {
	const { id_empresa: id, url_social: url, cnpj } = contact;
	if (id !== undefined) return { type: 'company_id', value: id, index: companies.indexOfId(id) };
	if (url !== undefined) return { type: 'social_url', value: url, index: companies.indexOfSocialUrl(url) };
	if (cnpj !== undefined) return { type: 'cnpj', value: cnpj, index: companies.indexOfCnpj(cnpj) };
	return undefined;
}
