import type { IDataObject } from 'n8n-workflow';

import { readDocument, skipDocumentCheck } from '../common/document';
import { simplify } from '../common/fields';
import {
	bodyIfFound, defined, ifNothingFound, inputError, isFilled, objectField, operation, optionalField,
	rowsOf, valueField, type At, type Endpoint, type Field, type Fields, type Input, type ObjectSchema,
	type Operation,
} from '../kit'; // prettier-ignore
import { normalize, simplified } from './records';

/** The lookups and searches of the registry: one item per record. */

/** What each of them has of its own. */
interface Texts {
	readonly name: string;
	readonly action: string;
	readonly description: string;
	/** What its records are about. */
	readonly about: keyof typeof simplified;
	readonly endpoint: Endpoint & { readonly query: ObjectSchema };
}

type Asked<F extends Fields, O extends Fields> = Input<F> & { readonly options: Partial<Input<O>> };

interface Question<F extends Fields, O extends Fields> extends Texts {
	readonly fields: F;
	readonly options?: O;
	/** The query that an item makes. */
	readonly query: (input: Asked<F, O>, at: At) => IDataObject;
}

/**
 * A question to the registry. A lookup answers a list of none or one, a search a list; an empty list and 404
 * both mean that there is nothing (assumed). Equal questions of one run are asked once.
 */
export const registryQuestion = <F extends Fields, O extends Fields = Record<never, Field>>({
	about,
	endpoint,
	fields,
	options,
	query: queryOf,
	...texts
}: Question<F, O>): Operation =>
	operation({
		...texts,
		calls: [endpoint],
		fields: { ...fields, simplify: simplify() },
		options: { ...options, ifNothingFound },
		prepare: (input, at) => ({
			query: defined(queryOf(input as unknown as Asked<F, O>, at)),
			isSimple: input.simplify,
		}),
		run: async ({ query, isSimple }, service) => {
			const records = rowsOf(await bodyIfFound(service, { endpoint, query })).filter(isFilled);
			return records.map(normalize).map((record) => ({
				found: true,
				...(isSimple ? simplified[about](record) : record),
			}));
		},
	});

/** Looks a person up by CPF, or a company by CNPJ. */
export function registryLookup(lookup: Texts): Operation {
	const document = lookup.about === 'person' ? 'cpf' : 'cnpj';
	const { [document]: schema, fields } = lookup.endpoint.query.properties;
	return registryQuestion({
		...lookup,
		fields: { [document]: valueField(schema, { default: `={{ $json.${document} }}` }) },
		options: { ...(fields && { fields: optionalField(fields) }), skipDocumentCheck },
		query: ({ [document]: value, options }, at) => ({
			[document]: readDocument(document, value as string, at, options.skipDocumentCheck),
			fields: options.fields as string | undefined,
		}),
	});
}

/** Searches by fields of the query, at least one of which must be among the keys. */
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
			// The service would answer for everybody, or not at all.
			if (keys.some((key) => isFilled(given[key]))) return given;
			const titles = keys.map((key) => search.endpoint.query.properties[key].title ?? key);
			throw inputError(
				at('Search By'),
				'lacks what to search by.',
				`Add ${titles.slice(0, -1).join(', ')} or ${titles[titles.length - 1]}.`,
			);
		},
	});
