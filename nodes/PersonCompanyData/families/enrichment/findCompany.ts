import type { IDataObject } from 'n8n-workflow';

import { contactOf, type Contact } from '../../../../core/output/contacts';
import { asInteger, asObject, askIfFound, endpoints, firstOf, type Service } from '../kit';

/** The lookup of a B2B company, which tells the ID that enrichment takes. */

const endpoint = endpoints.b2bCompanyFind;

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
	const answer = asObject(await askIfFound(service, { endpoint, body, ...(before && { before }) }));
	const data = answer.data === undefined ? answer : asObject(answer.data);
	const id = asInteger(firstOf(data, 'company_id', 'id_empresa'));
	return id === undefined ? undefined : { id, data };
}

/** The contact by which a company is enriched that is known by its CNPJ; `undefined` when the service has none. */
export async function contactOfCnpj(
	service: Service,
	{ value }: Contact,
	before: () => Promise<void>,
): Promise<Contact | undefined> {
	const found = await findCompany(service, { document: value }, before);
	return found && contactOf('id_empresa', found.id);
}
