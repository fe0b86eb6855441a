import type { AutocompleteKind } from '../../../contract/model/vocabularies';
import { operationError } from '../../../core/base/operationError';
import { complete, LEAST_TEXT, suggest } from './completion';
import { matching, wordsOf } from './matching';
import { chosenState, stateIn } from './siblings';
import { needsText, withEntries, type ListSource } from './listClient';

/** Values of the B2B filters from the autocomplete endpoint. */

type Kind = Exclude<AutocompleteKind, 'localizacao'>;

/** Values of a kind that match the typed text; the first ones while no text is typed. */
export const valuesOf =
	(kind: Kind): ListSource =>
	async (client, filter) => {
		const text = wordsOf(filter).join(' ');
		if (text.length >= LEAST_TEXT) return await complete(client, kind, text);
		const first = await suggest(client, kind);
		if (first.entries.length === 0) throw needsText(client, LEAST_TEXT);
		return withEntries(first, matching(first.entries, text));
	};

/** Values of a kind with too many values for the first ones to help. */
export const typedValuesOf =
	(kind: Kind): ListSource =>
	async (client, filter) => {
		const text = wordsOf(filter).join(' ');
		if (text.length < LEAST_TEXT) throw needsText(client, LEAST_TEXT);
		return await complete(client, kind, text);
	};

/** Cities as B2B searches spell them: all of a chosen or typed state. */
export const b2bLocations: ListSource = async (client, filter) => {
	const chosen = chosenState(client.context);
	const typed = chosen === undefined ? stateIn(filter) : { state: chosen, rest: filter };
	if (typed.state === undefined) {
		throw operationError(client.context.getNode(), 'Cities are listed by state', {
			description: 'Choose a state in Filter List by State, or type a two-letter state code such as "RS".',
		});
	}
	const cities = await complete(client, 'localizacao', typed.state);
	return withEntries(cities, matching(cities.entries, typed.rest));
};
