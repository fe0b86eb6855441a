import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../../../core/base/fingerprint';
import { Memory } from '../../../../core/base/memory';
import { contactOf, type Contact } from '../../../../core/output/contacts';
import {
	asInteger,
	asObject,
	askIfFound,
	endpoints,
	firstOf,
	settleEarlier,
	type Call,
	type Service,
} from '../kit';

/** The lookup of a B2B company, which tells the ID that enrichment takes. */

const endpoint = endpoints.b2bCompanyFind;

const callFor = (body: IDataObject): Call => ({ endpoint, body });

/** A company as the service has it. */
export interface KnownCompany {
	readonly id: number;
	readonly data: IDataObject;
}

/**
 * Asks for the company with a CNPJ (`document`) or profile URL; equal questions are asked once. The service answers 404
 * when it has none, which is not charged.
 * @param before runs before each attempt to ask; when it fails, nothing is asked
 */
export async function findCompany(
	service: Service,
	body: IDataObject,
	before?: () => Promise<void>,
): Promise<KnownCompany | undefined> {
	const answer = asObject(await askIfFound(service, { ...callFor(body), ...(before && { before }) }));
	const data = answer.data === undefined ? answer : asObject(answer.data);
	const id = asInteger(firstOf(data, 'company_id', 'id_empresa'));
	return id === undefined ? undefined : { id, data };
}

const DAY_MS = 24 * 60 * 60_000;
/**
 * The IDs that were found by CNPJs, for all executions of this process: what was paid for finding them is not paid
 * again if the enrichment did not come about.
 */
export const foundIds = new Memory<number>(10_000, DAY_MS);

const placeOf = (account: string, cnpj: Contact['value']): string => fingerprint(account, cnpj);

/** Whether the company of a CNPJ need not be asked for. */
export const isFound = (account: string, { value }: Contact): boolean =>
	foundIds.get(placeOf(account, value)) !== undefined;

/** The contact by which a company is enriched that is known by its CNPJ; `undefined` when the service has none. */
export async function contactOfCnpj(
	service: Service,
	{ value }: Contact,
	before: () => Promise<void>,
): Promise<Contact | undefined> {
	const place = placeOf(service.session.connection.account, value);
	const known = foundIds.get(place);
	const body = { document: value };
	if (known !== undefined) settleEarlier(service, callFor(body));
	const id = known ?? (await findCompany(service, body, before))?.id;
	if (id === undefined) return undefined;
	if (known === undefined) foundIds.keep(place, id);
	return contactOf('id_empresa', id);
}
