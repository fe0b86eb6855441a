import type { Population } from '../data/population';
import type { LoggedRequest } from '../state/requestLog';
import type { Service } from '../state/service';

/** What became of one record. Its details are made when they are read. */
export interface RecordResult {
	readonly identified?: Identified;
	/** Why it failed. */
	readonly error?: string;
	/** Has no details. */
	readonly empty: boolean;
	/** Its credit goes back. */
	readonly refunded: boolean;
}

export type Kind = 'persons' | 'companies';

/** What is known of a batch when it is accepted. */
export interface Order {
	readonly id: string;
	readonly kind: Kind;
	readonly contacts: readonly Contact[];
	readonly request: LoggedRequest;
	readonly webhookUrl?: string;
	/** Place of a synchronous record among those that fail, are empty or are slow, from 1; absent for other batches. */
	readonly syncPosition?: number;
	/** Credits were taken for its records; otherwise there were not enough and it will fail. */
	readonly paid: boolean;
	readonly durationMs: number;
}

/** An enrichment that was accepted. */
export interface Batch extends Order {
	readonly startedAt: number;
	state: 'processing' | 'completed' | 'failed';
	closedAt?: number;
	/** Why the whole batch failed. */
	error?: string;
	results: readonly RecordResult[];
}

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
interface Identified {
	readonly type: string;
	readonly value: string | number;
	/** Absent when the service knows no such record. */
	readonly index?: number;
}

/** Takes the first identifier of a contact, ids first. `undefined` when it has none. */
function identify({ persons, companies }: Population, kind: Kind, contact: Contact): Identified | undefined {
	const { id_pessoa: person, id_empresa: company, url_social: url, email, cpf, cnpj } = contact;
	const records = kind === 'persons' ? persons : companies;
	const id = kind === 'persons' ? person : company;
	if (id !== undefined) {
		const type = kind === 'persons' ? 'person_id' : 'company_id';
		return { type, value: id, index: records.indexOfId(id) };
	}
	if (url !== undefined) return { type: 'social_url', value: url, index: records.indexOfSocialUrl(url) };
	if (email !== undefined) return { type: 'email', value: email, index: persons.indexOfEmail(email) };
	if (cpf !== undefined) return { type: 'cpf', value: cpf, index: persons.indexOfCpf(cpf) };
	if (cnpj !== undefined) return { type: 'cnpj', value: cnpj, index: companies.indexOfCnpj(cnpj) };
	return undefined;
}

/** Is this record the n-th, 2n-th, …? */
export const isNth = (position: number, n: number): boolean => n > 0 && position % n === 0;

/** What becomes of each record. */
export const workOn = (service: Service, batch: Order): RecordResult[] =>
	batch.contacts.map((contact, i): RecordResult => {
		const { settings } = service;
		const position = batch.syncPosition ?? i + 1;
		const identified = identify(service, batch.kind, contact);
		// Charged and empty, as unknown names are dropped silently (trap 5 of the field notes).
		if (identified === undefined) return { empty: true, refunded: false };
		const isFailed = isNth(position, settings.failEveryNthRecord);
		if (isFailed || identified.index === undefined) {
			const error = isFailed ? 'Record could not be enriched' : 'Record not found';
			return { identified, error, empty: true, refunded: true };
		}
		const empty =
			isNth(position, settings.emptyEveryNthRecord) ||
			(identified.type === 'cnpj' && settings.companyByCnpj === 'empty');
		return { identified, empty, refunded: empty && batch.syncPosition !== undefined };
	});
