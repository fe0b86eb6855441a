import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../../contract';
import { choice, fromItem, showWhen } from '../../../../core/form/field';
import { valueField } from '../../../../core/form/schemaField';
import { ifNothingFound, NotFound, type Produced } from '../../../../core/output/result';
import { operation } from '../../run/operation';
import { findCompany } from '../../shared/enrichment/findCompany';

const endpoint = endpoints.b2bCompanyFind;
const { document, url_social } = endpoint.body.properties;

export const find = operation({
	name: 'Find',
	action: 'Find B2B company',
	description: 'Find the company ID by CNPJ or profile URL; enriching by it is more reliable than by CNPJ',
	calls: [endpoint],
	fields: {
		findBy: choice('Find By', 'Which identifier to search by', [
			{ name: 'CNPJ', value: 'document' },
			{ name: 'Profile URL', value: 'url_social' },
		]),
		document: showWhen({ findBy: ['document'] }, valueField(document, { default: fromItem('cnpj') })),
		url_social: showWhen(
			{ findBy: ['url_social'] },
			valueField(url_social, { default: fromItem('profileUrl') }),
		),
	},
	includesInput: true,
	options: { ifNothingFound },
	prepare: ({ document: cnpj, url_social: url }): IDataObject =>
		cnpj === undefined ? { url_social: url } : { document: cnpj },
	purchaseKey: (body) => ({ ask: endpoint.path, for: body }),
	run: async (body, service): Promise<Produced[]> => {
		const { document: cnpj, url_social: url } = body;
		const identifier: IDataObject = cnpj === undefined ? { profileUrl: url } : { cnpj };
		const company = await findCompany(service, body);
		if (company === undefined) return [new NotFound(identifier)];
		const rest = omit(company.data, 'company_id', 'id_empresa');
		return [{ outcome: 'found', companyId: company.id, ...identifier, ...rest }];
	},
});
