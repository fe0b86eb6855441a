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
import { personForm } from '../../families/registry/records';

const { cpf, fields } = endpoints.personGet.query.properties;

export const get = operation({
	name: 'Get',
	action: 'Get person by CPF',
	description: 'Get all data of the person with a CPF',
	calls: [endpoints.personGet],
	fields: { cpf: valueField(cpf, { default: '={{ $json.cpf }}' }), ...registryFields },
	options: { fields: optionalField(fields), skipDocumentCheck, ...registryOptions },
	prepare: (input, at): RegistryRequest => ({
		query: {
			cpf: readDocument('cpf', input.cpf, at, input.options.skipDocumentCheck),
			...(input.options.fields !== undefined && { fields: input.options.fields }),
		},
		simplify: input.simplify,
	}),
	run: async (request, service) => await askRegistry(endpoints.personGet, personForm, request, service),
});
