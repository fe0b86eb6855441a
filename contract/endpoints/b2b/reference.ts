import mapValues from 'lodash/mapValues';

import { endpoint } from '../../model/endpoint';
import { coded } from '../../model/fields';
import { limits } from '../../model/limits';
import { allAssumed, anything, assumed, object, someOf, text } from '../../model/schema';
import {
	ALL_AUTOCOMPLETE_KINDS,
	ASSUMED_AUTOCOMPLETE_KINDS,
	AUTOCOMPLETE_KINDS,
} from '../../model/vocabularies';
import { auxiliary } from '../referenceData';

const description = `Part of the value; at most ${limits.autocompleteResults} results`;

const byKind = <Kind extends string>(kinds: Readonly<Record<Kind, string>>) =>
	mapValues(kinds, (title) => text(title, { description }));

/** The kind in either form; sources differ on whether its text may be empty. */
const needsKind = {
	anyOf: [...someOf(Object.keys(ALL_AUTOCOMPLETE_KINDS)).anyOf, { required: ['term', 'field'] }],
};

export const autocomplete = endpoint({
	...auxiliary,
	path: '/b2b/search/',
	purpose: 'List the values that a filter of the B2B searches accepts',
	query: object(
		'Autocomplete',
		{
			...byKind(AUTOCOMPLETE_KINDS),
			localizacao: text(AUTOCOMPLETE_KINDS.localizacao, {
				description: 'Two-letter state abbreviation; returns all cities of the state',
				examples: ['RS'],
			}),
			...allAssumed(['client'], byKind(ASSUMED_AUTOCOMPLETE_KINDS)),
			...allAssumed(
				['client', 'contradictory'],
				{
					term: text('Term', {
						description: 'The text to complete, in the alternative form of the call with Kind',
					}),
					field: text('Kind', coded(ALL_AUTOCOMPLETE_KINDS)),
				},
				'in the specification, the kind is the parameter name',
			),
		},
		[],
		needsKind,
	),
	responses: {
		200: assumed(['guess'], anything('Values'), 'the shape is not shown: lists under any key are read'),
	},
});

export const filterStructure = endpoint({
	...auxiliary,
	path: '/b2b/filter-structure/',
	purpose: 'Get names, types, descriptions and mandatory flags of the B2B filters',
	responses: { 200: assumed(['guess'], anything('Filters'), 'the shape is not shown') },
});

export const filterOptions = endpoint({
	...auxiliary,
	path: '/b2b/filter-options/',
	purpose: 'List the predefined options of the categorical B2B filters',
	responses: {
		200: assumed(
			['client', 'one'],
			anything('Options'),
			'the wrapper is not shown: lists of texts or of objects with value and label are read under any key',
		),
	},
});
