import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../../contract';
import { ServiceFailure } from '../../../../core/client/failure';
import { choice, showWhen } from '../../../../core/form/field';
import { operation } from '../../run/operation';
import { asInteger, asObject, firstOf } from '../../../../core/base/json';
import { valueField } from '../../../../core/form/schemaField';
import type { Service } from '../../../../core/client/service';
import { attempt } from '../../../../core/base/async';
import { skipDocumentCheck } from '../../families/common/fields';
import { readDocument } from '../../families/enrichment/identifier';
import { ifNothingFound, nothingFound, type IfNothingFound } from '../../../../core/output/nothingFound';

const endpoint = endpoints.b2bCompanyFind;
const { document, url_social } = endpoint.body.properties;

interface Request {
	readonly body: IDataObject;
	readonly ifNothingFound?: IfNothingFound;
}

export const find = operation({
	name: 'Find',
	action: 'Find B2B company by CNPJ or profile URL',
	description: 'Find the ID of the company with a CNPJ or profile URL, which enrichment takes',
	calls: [endpoint],
	fields: {
		findBy: choice('Find By', 'What the company is known by', [
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
	prepare: (input, at): Request => ({
		body:
			input.document === undefined
				? { url_social: input.url_social }
				: { document: readDocument('cnpj', input.document, at, input.options.skipDocumentCheck) },
		ifNothingFound: input.options.ifNothingFound,
	}),
	run: findCompany,
});

/** Asks for the company; the service answers 404 when it has none, which is not charged. */
async function findCompany(request: Request, service: Service): Promise<IDataObject[]> {
	const { document: cnpj, url_social: url } = request.body;
	const known: IDataObject = cnpj === undefined ? { url_social: url } : { cnpj };
	const asked = await attempt(service.ask({ endpoint, body: request.body }));
	if (!asked.ok) {
		if (!(asked.error instanceof ServiceFailure) || asked.error.kind !== 'notFound') throw asked.error;
		return nothingFound(request.ifNothingFound, known);
	}
	const answer = asObject(asked.value.body);
	const company = answer.data === undefined ? answer : asObject(answer.data);
	const id = asInteger(firstOf(company, 'company_id', 'id_empresa'));
	if (id === undefined) return nothingFound(request.ifNothingFound, known);
	return [{ found: true, ...company, company_id: id, id_empresa: id, ...known }];
}
