import { endpoints } from '../../contract';
import { operation } from '../../core/operation';
import { optionalField, valueField } from '../../core/schemaField';
import { skipDocumentCheck } from '../shared/fields';
import { readDocument } from '../shared/identifier';
import { askRegistry, registryFields, registryOptions, type RegistryRequest } from '../shared/registry';
import { companyForm } from '../shared/registryRecords';

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
		ifNothingFound: input.options.ifNothingFound,
	}),
	run: async (request, service) => await askRegistry(endpoints.companyGet, companyForm, request, service),
});
