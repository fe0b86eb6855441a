import type { AutocompleteKind } from '../../../contract/model/vocabularies';
import { complete, LEAST_TEXT, suggest } from './completion';
import { matching, wordsOf } from './matching';
import { chosenState, stateIn } from './siblings';
import { NOTHING, withEntries, type ListSource } from './listClient';

/** Values of the B2B filters from the autocomplete endpoint. */

type Kind = Exclude<AutocompleteKind, 'localizacao'>;

/** Values of a kind that match the typed text; the first ones while no text is typed. */
export const valuesOf =
	(kind: Kind): ListSource =>
	async (client, filter) => {
		const text = wordsOf(filter).join(' ');
		if (text.length >= LEAST_TEXT) return await complete(client, kind, text);
		const first = await suggest(client, kind);
		return withEntries(first, matching(first.entries, text));
	};

/** Values of a kind with too many values for the first ones to help. */
export const typedValuesOf =
	(kind: Kind): ListSource =>
	async (client, filter) => {
		const text = wordsOf(filter).join(' ');
		return text.length < LEAST_TEXT ? NOTHING : await complete(client, kind, text);
	};

/** Cities as B2B searches spell them: those of a chosen or typed state. The service lists no others. */
export const b2bLocations: ListSource = async (client, filter) => {
	const chosen = chosenState(client.context);
	const typed = chosen === undefined ? stateIn(filter) : { state: chosen, rest: filter };
	if (typed.state === undefined) return NOTHING;
	const cities = await complete(client, 'localizacao', typed.state);
	return withEntries(cities, matching(cities.entries, typed.rest));
};
