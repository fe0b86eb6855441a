import type { IDataObject } from 'n8n-workflow';

import { limits } from '../../../../contract/model/limits';
import {
	ASSUMED_AUTOCOMPLETE_KINDS, AUTOCOMPLETE_KINDS, STATES, type AutocompleteKind,
} from '../../../../contract/model/vocabularies'; // prettier-ignore
import { recordsIn } from '../../../../core/read/answer';
import { readEntries } from '../../../../core/read/entries';
import {
	choice, endpoints, ifNothingFound, inputError, NotFound, operation, text, valueField, type Produced,
} from '../../families/kit'; // prettier-ignore

const endpoint = endpoints.autocomplete;
const KINDS = { ...AUTOCOMPLETE_KINDS, ...ASSUMED_AUTOCOMPLETE_KINDS };

const term = text('Term', {
	description: 'Part of the value; for cities, the two-letter abbreviation of the state',
	examples: ['Tecnologia'],
});

export const autocomplete = operation({
	name: 'Autocomplete',
	action: 'Autocomplete value of B2B filter',
	description: 'List values that a filter of the B2B searches accepts',
	calls: [endpoint],
	fields: {
		kind: choice(
			'Kind',
			'Which filter to list values for',
			Object.entries(KINDS).map(([value, name]) => ({
				name,
				value: value as AutocompleteKind,
			})),
		),
		term: valueField(term),
	},
	options: {
		formOfCall: choice('Request Format', 'How to send the kind and the term', [
			{
				name: 'Kind as Parameter',
				value: 'kind',
				description: 'Send the kind as the parameter name, as in the specification',
			},
			{
				name: 'Term and Field',
				value: 'termAndField',
				description: 'Send the kind as a separate value, as some clients do',
			},
		]),
		ifNothingFound,
	},
	prepare: (input, at): IDataObject => {
		const { kind } = input;
		const isState = (STATES as readonly string[]).includes(input.term.toUpperCase());
		if (kind === 'localizacao' && !isState) {
			throw inputError(
				at('Term'),
				'is not the abbreviation of a state.',
				'Cities are listed by state: enter its two letters, for example "RS".',
			);
		}
		const value = kind === 'localizacao' ? input.term.toUpperCase() : input.term;
		return input.options.formOfCall === 'termAndField' ? { term: value, field: kind } : { [kind]: value };
	},
	run: async (query, service): Promise<Produced[]> => {
		const { body } = await service.ask({ endpoint, query });
		const entries = readEntries(body);
		// Nobody knows its shape: without entries it comes out as it is.
		const others = entries.length === 0 ? recordsIn(endpoint, body) : [];
		if (entries.length === 0) return others.length === 0 ? [new NotFound(query)] : [...others];
		const isLimited = query.localizacao === undefined && query.field !== 'localizacao';
		if (isLimited && entries.length >= limits.autocompleteResults) {
			service.session.hint(
				`The service lists at most ${limits.autocompleteResults} values, so there may be more. Enter more of the value in Term to find the others.`,
			);
		}
		return entries.map(({ value, label }) => ({ value, label }));
	},
});
