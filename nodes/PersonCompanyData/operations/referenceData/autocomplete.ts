import { endpoints } from '../../../../contract';
import { limits } from '../../../../contract/model/limits';
import { text as textSchema } from '../../../../contract/model/schema';
import { ALL_AUTOCOMPLETE_KINDS, autocompleteQueries } from '../../../../contract/model/vocabularies';
import { attempt } from '../../../../core/base/async';
import { ServiceFailure } from '../../../../core/client/failure';
import { choice } from '../../../../core/form/field';
import { valueField } from '../../../../core/form/schemaField';
import { NotFound, type Produced } from '../../../../core/output/result';
import { recordsIn } from '../../../../core/read/answer';
import { readEntries } from '../../../../core/read/entries';
import { operation } from '../../run/operation';

const endpoint = endpoints.autocomplete;
type Kind = keyof typeof ALL_AUTOCOMPLETE_KINDS;
const KINDS = Object.entries(ALL_AUTOCOMPLETE_KINDS).map(([value, name]) => ({ name, value: value as Kind }));

const term = textSchema('Term', {
	description: 'Part of the value; for cities, the two-letter abbreviation of the state',
	examples: ['Tecnologia'],
});

export const autocomplete = operation({
	name: 'Autocomplete',
	action: 'Autocomplete value of B2B filter',
	calls: [endpoint],
	fields: {
		kind: choice('Kind', 'Which filter to list values for', KINDS),
		term: valueField(term),
	},
	// Cities are listed by state.
	prepare: ({ kind, term: text }) => ({ kind, text: kind === 'localizacao' ? text.toUpperCase() : text }),
	run: async ({ kind, text }, service): Promise<Produced[]> => {
		const refusals: Error[] = [];
		for (const query of autocompleteQueries(kind, text)) {
			const asked = await attempt(service.ask({ endpoint, query }));
			if (!asked.ok) {
				refusals.push(asked.error);
				if (asked.error instanceof ServiceFailure && asked.error.kind === 'rejected') continue;
				throw asked.error;
			}
			const { body } = asked.value;
			const entries = readEntries(body);
			if (kind !== 'localizacao' && entries.length >= limits.autocompleteResults) {
				service.session.hint(
					`The service lists at most ${limits.autocompleteResults} values, so there may be more. Enter more of the value in 'Term' to find the others.`,
				);
			}
			if (entries.length > 0) return entries.map(({ value, label }) => ({ value, label }));
			// The response shape is undocumented: without entries, output it unchanged.
			const others = recordsIn(endpoint, body);
			if (others.length > 0) return [...others];
		}
		if (refusals.length === 2) throw refusals[0];
		return [new NotFound({ [kind]: text })];
	},
});
