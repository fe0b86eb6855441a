import type { IDataObject } from 'n8n-workflow';

import { contactOf, type Contact } from '../../../../core/read/contacts';
import { known, UnknownAnswer } from '../../../../core/read/answer';
import { askIfFound, endpoints, isFilled, type Service } from '../kit';

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
	const answer = known(endpoint, await askIfFound(service, { endpoint, body, ...(before && { before }) }));
	const id = answer?.fields.data?.company_id;
	if (answer === undefined || (id === undefined && !isFilled(answer.raw.data))) return undefined;
	if (id === undefined) throw new UnknownAnswer(answer.raw);
	return { id, data: [answer.raw.data].flat()[0] as IDataObject };
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
