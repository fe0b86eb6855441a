import { endpoints } from '../../../../contract';
import { operation } from '../../run/operation';
import { valueField } from '../../../../core/form/schemaField';
import { skipDocumentCheck } from '../../families/common/fields';
import { readDocument } from '../../families/enrichment/identifier';
import {
	askRegistry,
	registryFields,
	registryOptions,
	type RegistryRequest,
} from '../../families/registry/registry';
import { companyForm } from '../../families/registry/records';

const { cnpj } = endpoints.companyBranches.query.properties;

export const getBranches = operation({
	name: 'Get Branches',
	action: 'Get head office and branches of company',
	description: 'Get the head office and all branches of the group that a CNPJ belongs to',
	calls: [endpoints.companyBranches],
	fields: { cnpj: valueField(cnpj, { default: '={{ $json.cnpj }}' }), ...registryFields },
	options: { skipDocumentCheck, ...registryOptions },
	prepare: (input, at): RegistryRequest => ({
		query: { cnpj: readDocument('cnpj', input.cnpj, at, input.options.skipDocumentCheck) },
		simplify: input.simplify,
	}),
	run: async (request, service) =>
		await askRegistry(endpoints.companyBranches, companyForm, request, service),
});
