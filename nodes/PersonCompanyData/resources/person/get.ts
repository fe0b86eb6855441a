import { endpoints } from '../../contract';
import { operation } from '../../core/operation';
import { optionalField, valueField } from '../../core/schemaField';
import { skipDocumentCheck } from '../shared/fields';
import { readDocument } from '../shared/identifier';
import { askRegistry, registryFields, registryOptions, type RegistryRequest } from '../shared/registry';
import { personForm } from '../shared/registryRecords';

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
		ifNothingFound: input.options.ifNothingFound,
	}),
	run: async (request, service) => await askRegistry(endpoints.personGet, personForm, request, service),
});
