import { endpoints } from '../../../../contract';
import { operation } from '../../run/operation';
import { optionalField, valueField } from '../../../../core/form/schemaField';
import { skipDocumentCheck } from '../../families/common/fields';
import { readDocument } from '../../families/enrichment/identifier';
import {
	askRegistry,
	registryFields,
	registryOptions,
	type RegistryRequest,
} from '../../families/registry/registry';
import { companyForm } from '../../families/registry/records';

const { cnpj, fields } = endpoints.companyGet.query.properties;

export const get = operation({
	name: 'Get',
	action: 'Get company by CNPJ',
	description: 'Get all data of the company with a CNPJ',
	calls: [endpoints.companyGet],
	fields: { cnpj: valueField(cnpj, { default: '={{ $json.cnpj }}' }), ...registryFields },
	options: { fields: optionalField(fields), skipDocumentCheck, ...registryOptions },
	prepare: (input, at): RegistryRequest => ({
		query: {
			cnpj: readDocument('cnpj', input.cnpj, at, input.options.skipDocumentCheck),
			...(input.options.fields !== undefined && { fields: input.options.fields }),
		},
		simplify: input.simplify,
	}),
	run: async (request, service) => await askRegistry(endpoints.companyGet, companyForm, request, service),
});
