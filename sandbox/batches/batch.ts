import type { EndpointName } from '../../contract';
import type { Population } from '../data/population';
import type { Service } from '../state/service';

/** What became of one record. Its details are made when they are read. */
export interface RecordResult {
	readonly identified?: Identified;
	readonly status: 'completed' | 'failed';
	readonly error?: string;
	/** Succeeded without details. */
	readonly empty: boolean;
	/** Its credit goes back. */
	readonly refunded: boolean;
}

/** An enrichment that was accepted. */
export interface Batch {
	readonly id: string;
	/** The integer that the event webhook names it by. */
	readonly jobId: number;
	readonly kind: Kind;
	readonly contacts: readonly Contact[];
	readonly endpoint: EndpointName;
	readonly requestId: number;
	readonly sync: boolean;
	readonly webhookUrl?: string;
	readonly startedAt: number;
	readonly durationMs: number;
	/** Credits were taken for its records; otherwise there were not enough and it will fail. */
	readonly paid: boolean;
	state: 'processing' | 'completed' | 'failed';
	closedAt?: number;
	/** Why the whole batch failed. */
	error?: string;
	results: readonly RecordResult[];
}

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

/** Is this record the n-th, 2n-th, …? */
export const isNth = (position: number, n: number): boolean => n > 0 && position % n === 0;

/** What becomes of each record. `position` is the place of the first one, from 1. */
export const workOn = (service: Service, batch: Batch, position: number): RecordResult[] =>
	batch.contacts.map((contact, i) => workOnRecord(service, batch, contact, position + i));

function workOnRecord(service: Service, batch: Batch, contact: Contact, position: number): RecordResult {
	const { settings } = service;
	const identified = identify(service, batch.kind, contact);
	const failed = (error: string): RecordResult => ({
		identified,
		status: 'failed',
		error,
		empty: true,
		refunded: true,
	});
	// Charged and empty, as unknown names are dropped silently (trap 5 of the field notes).
	if (identified === undefined) return { status: 'completed', empty: true, refunded: false };
	if (isNth(position, settings.failEveryNthRecord)) return failed('Record could not be enriched');
	if (identified.index === undefined) return failed('Record not found');
	const empty =
		isNth(position, settings.emptyEveryNthRecord) ||
		(identified.type === 'cnpj' && settings.companyByCnpj === 'empty');
	return { identified, status: 'completed', empty, refunded: empty && batch.sync };
}
