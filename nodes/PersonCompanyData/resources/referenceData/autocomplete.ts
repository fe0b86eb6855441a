import type { IDataObject } from 'n8n-workflow';

import {
	ASSUMED_AUTOCOMPLETE_KINDS, AUTOCOMPLETE_KINDS, STATES, type AutocompleteKind,
} from '../../../../contract/model/vocabularies'; // prettier-ignore
import { readEntries } from '../../../../core/output/listReader';
import {
	choice, endpoints, ifNothingFound, inputError, operation, text, valueField,
} from '../../families/kit'; // prettier-ignore

const endpoint = endpoints.autocomplete;
const KINDS = { ...AUTOCOMPLETE_KINDS, ...ASSUMED_AUTOCOMPLETE_KINDS };

const term = text('Term', {
	description: 'Part of the value; for cities the two-letter abbreviation of their state',
	examples: ['Tecnologia'],
});

export const autocomplete = operation({
	name: 'Autocomplete',
	action: 'Autocomplete value of B2B filter',
	description: 'List values that a filter of the B2B searches takes',
	calls: [endpoint],
	fields: {
		kind: choice(
			'Kind',
			'What to list values of',
			Object.entries(KINDS).map(([value, name]) => ({
				name,
				value: value as AutocompleteKind,
				...(value in ASSUMED_AUTOCOMPLETE_KINDS && {
					description: 'Not in the specification of the service',
				}),
			})),
		),
		term: valueField(term),
	},
	options: {
		formOfCall: choice('Form of the Call', 'How the kind and the term are sent', [
			{
				name: 'Kind as Parameter',
				value: 'kind',
				description: 'The kind is the name of the parameter, as the specification has it',
			},
			{
				name: 'Term and Field',
				value: 'termAndField',
				description: 'The kind is a value of its own, as some clients send it',
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
				'Cities are listed by state: write its two letters, for example "RS".',
			);
		}
		const value = kind === 'localizacao' ? input.term.toUpperCase() : input.term;
		return input.options.formOfCall === 'termAndField' ? { term: value, field: kind } : { [kind]: value };
	},
	run: async (query, service) => {
		const { body } = await service.ask({ endpoint, query });
		return readEntries(body).map(({ value, label }) => ({ value, label }));
	},
});
