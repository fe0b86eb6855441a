import type { IDataObject } from 'n8n-workflow';

import type { Subject } from '../../../../core/leads/vocabulary';
import { recordsIn } from '../../../../core/read/answer';
import { readDocument } from '../enrichment/recognise';
import {
	askIfFound, defined, fromItem, ifNothingFound, inputError, isFilled, NotFound, objectField, operation, optionalField,
	valueField, type At, type Endpoint, type Field, type Fields, type Input, type ObjectSchema,
	type Operation, type Produced,
} from '../prelude'; // prettier-ignore

interface Texts {
	readonly name: string;
	readonly action: string;
	readonly hint?: string;
	readonly about: Subject;
	readonly endpoint: Endpoint & { readonly query: ObjectSchema };
}

type Asked<F extends Fields, O extends Fields> = Input<F> & { readonly options: Partial<Input<O>> };

interface Question<F extends Fields, O extends Fields> extends Texts {
	readonly fields: F;
	readonly options?: O;
	readonly query: (input: Asked<F, O>, at: At) => IDataObject;
	/** Each item asks for one record. */
	readonly isLookup?: boolean;
	/** The part of the query that is charged; all of it by default. */
	readonly chargedBy?: (query: IDataObject) => unknown;
}

/** Equal queries are sent once per run. An empty list and 404 both mean no match (assumed). */
export const registryQuestion = <F extends Fields, O extends Fields = Record<never, Field>>({
	about,
	endpoint,
	fields,
	options,
	query: queryOf,
	chargedBy = (query) => query,
	isLookup = false,
	...texts
}: Question<F, O>): Operation =>
	operation({
		...texts,
		calls: [endpoint],
		fields,
		leads: { about, source: 'record' },
		includesInput: isLookup,
		options: { ...options, ifNothingFound },
		prepare: (input, at) => ({
			query: defined(queryOf(input as unknown as Asked<F, O>, at)),
		}),
		purchaseKey: ({ query }) => ({ ask: endpoint.path, for: chargedBy(query) }),
		run: async ({ query }, service): Promise<Produced[]> => {
			const body = await askIfFound(service, { endpoint, query });
			const records = recordsIn(endpoint, body);
			if (records.length === 0) return [new NotFound(query)];
			// Puts `outcome` first in the output pane, and over one of the record itself.
			return records.map((record) => ({ ...{ outcome: 'found' }, ...record, outcome: 'found' }));
		},
	});

/** Looks up a person by CPF or a company by CNPJ. */
export function registryLookup(lookup: Texts): Operation {
	const document = lookup.about === 'person' ? 'cpf' : 'cnpj';
	const { [document]: schema, fields } = lookup.endpoint.query.properties;
	return registryQuestion({
		...lookup,
		isLookup: true,
		fields: { [document]: valueField(schema, { default: fromItem(document) }) },
		options: fields && { fields: optionalField(fields) },
		query: ({ [document]: value, options }, at) => ({
			[document]: readDocument(document, value as string, at),
			fields: (options as { readonly fields?: string }).fields,
		}),
		// Where the price is per document, other fields of the same document cost nothing.
		...(lookup.endpoint.billing.kind === 'document' && {
			chargedBy: ({ [document]: value }: IDataObject) => ({ [document]: value }),
		}),
	});
}

/** Searches by query fields; at least one of the keys is required. */
export const registrySearch = ({
	keys,
	...search
}: Texts & { readonly keys: readonly string[] }): Operation =>
	registryQuestion({
		...search,
		fields: {
			searchBy: objectField(search.endpoint.query, 'Add Search Field', { displayName: 'Search By' }),
		},
		query: ({ searchBy }, at) => {
			const given = searchBy as IDataObject;
			// Without a key, the service would match everything or fail.
			if (keys.some((key) => isFilled(given[key]))) return given;
			const titles = keys.map((key) => search.endpoint.query.properties[key].title ?? key);
			throw inputError(
				at('Search By'),
				'has no field to search by.',
				`Add ${titles.slice(0, -1).join(', ')} or ${titles[titles.length - 1]}.`,
			);
		},
	});
