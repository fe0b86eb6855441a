import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../../contract';
import { isFilled } from '../../../../core/base/json';
import type { Service } from '../../../../core/client/service';
import { askIfFound } from '../../../../core/purchase/askOnce';
import { known, UnknownAnswer } from '../../../../core/read/answer';

const endpoint = endpoints.b2bCompanyFind;

/** Finds a company by CNPJ (`document`) or profile URL; equal lookups share a call. No match is free (404). */
export async function findCompany(
	service: Service,
	body: IDataObject,
): Promise<{ readonly id: number; readonly data: IDataObject } | undefined> {
	const answer = known(endpoint, await askIfFound(service, { endpoint, body }));
	const id = answer?.fields.data?.company_id;
	if (answer === undefined || (id === undefined && !isFilled(answer.raw.data))) return undefined;
	if (id === undefined) throw new UnknownAnswer(answer.raw);
	return { id, data: [answer.raw.data].flat()[0] as IDataObject };
}
