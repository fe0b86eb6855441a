import pick from 'lodash/pick';
import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../../../../contract/model/endpoint';
import type { ObjectSchema } from '../../../../contract/model/schema';
import { defined, isFilled } from '../../../../core/base/json';
import type { Service } from '../../../../core/client/service';
import { fromItem, inputError } from '../../../../core/form/field';
import { objectField, optionalField, valueField } from '../../../../core/form/schemaField';
import type { Subject } from '../../../../core/leads/vocabulary';
import { ifNothingFound, NotFound, type Produced } from '../../../../core/output/result';
import { askIfFound } from '../../../../core/purchase/askOnce';
import { recordsIn } from '../../../../core/read/answer';
import { operation, type Operation } from '../../run/operation';

interface Question extends Pick<Operation, 'name' | 'action'> {
	readonly about: Subject;
	readonly endpoint: Endpoint & { readonly query: ObjectSchema };
}

/** Equal queries are sent once per run. An empty list and 404 both mean no match (assumed). */
export const ofRegistry = (about: Subject, endpoint: Endpoint) =>
	({
		calls: [endpoint],
		leads: { about, source: 'record' },
		purchaseKey: (query: IDataObject): unknown => ({ ask: endpoint.path, for: query }),
		run: async (query: IDataObject, service: Service): Promise<Produced[]> => {
			const records = recordsIn(endpoint, await askIfFound(service, { endpoint, query }));
			if (records.length === 0) return [new NotFound(query)];
			// Puts `outcome` first in the output pane, and over one of the record itself.
			return records.map((record) => Object.assign({ outcome: 'found' }, record, { outcome: 'found' }));
		},
	}) as const;

export function registryLookup({ about, endpoint, ...texts }: Question): Operation {
	const document = about === 'person' ? 'cpf' : 'cnpj';
	const { [document]: schema, fields } = endpoint.query.properties;
	return operation({
		...texts,
		...ofRegistry(about, endpoint),
		fields: { [document]: valueField(schema, { default: fromItem(document) }) },
		includesInput: true,
		options: { ...(fields && { fields: optionalField(fields) }), ifNothingFound },
		prepare: ({ [document]: value, options }): IDataObject =>
			defined({ [document]: value as string, fields: options.fields as string }),
		// Other fields of the same document cost nothing.
		purchaseKey: (query) => ({ ask: endpoint.path, for: pick(query, document) }),
	});
}

/** Searches by query fields, of which the contract requires at least one. */
export const registrySearch = ({ about, endpoint, ...texts }: Question): Operation =>
	operation({
		...texts,
		...ofRegistry(about, endpoint),
		fields: { searchBy: objectField(endpoint.query, 'Add Search Field', { displayName: 'Search By' }) },
		includesInput: false,
		options: { ifNothingFound },
		prepare: ({ searchBy }, at): IDataObject => {
			const given = searchBy as IDataObject;
			const keys = (endpoint.query.anyOf ?? []).flatMap(({ required = [] }) => required);
			// Without a key, the service would match everything or fail.
			if (keys.some((key) => isFilled(given[key]))) return defined(given);
			const titles = keys.map((key) => `'${endpoint.query.properties[key].title ?? key}'`);
			throw inputError(
				at('Search By'),
				'has no field to search by',
				`Add ${titles.slice(0, -1).join(', ')} or ${titles[titles.length - 1]}.`,
			);
		},
	});
