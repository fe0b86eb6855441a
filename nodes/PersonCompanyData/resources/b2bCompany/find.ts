import type { IDataObject } from 'n8n-workflow';

import { readDocument, skipDocumentCheck } from '../../families/common/document';
import {
	asInteger, asObject, bodyIfFound, choice, endpoints, firstOf, ifNothingFound, NotFound, operation,
	showWhen, valueField, type Produced, type Service,
} from '../../families/kit'; // prettier-ignore

const endpoint = endpoints.b2bCompanyFind;
const { document, url_social } = endpoint.body.properties;

export const find = operation({
	name: 'Find',
	action: 'Find B2B company by CNPJ or profile URL',
	description: 'Find the company ID that enrichment needs, by CNPJ or profile URL',
	calls: [endpoint],
	fields: {
		findBy: choice('Find By', 'Which identifier to search by', [
			{ name: 'CNPJ', value: 'document' },
			{ name: 'Profile URL', value: 'url_social' },
		]),
		document: showWhen({ findBy: ['document'] }, valueField(document, { default: '={{ $json.cnpj }}' })),
		url_social: showWhen(
			{ findBy: ['url_social'] },
			valueField(url_social, { default: '={{ $json.url_social }}' }),
		),
	},
	options: { skipDocumentCheck, ifNothingFound },
	prepare: (input, at): IDataObject =>
		input.document === undefined
			? { url_social: input.url_social }
			: { document: readDocument('cnpj', input.document, at, input.options.skipDocumentCheck) },
	unit: (body) => ({ ask: endpoint.path, for: body }),
	run: findCompany,
});

/** Requests the company. The service returns 404 when it has none, which is not charged. */
async function findCompany(body: IDataObject, service: Service): Promise<Produced[]> {
	const { document: cnpj, url_social: url } = body;
	const known: IDataObject = cnpj === undefined ? { url_social: url } : { cnpj };
	const answer = asObject(await bodyIfFound(service, { endpoint, body }));
	const company = answer.data === undefined ? answer : asObject(answer.data);
	const id = asInteger(firstOf(company, 'company_id', 'id_empresa'));
	if (id === undefined) return [new NotFound(known)];
	return [{ found: true, ...company, company_id: id, id_empresa: id, ...known }];
}
