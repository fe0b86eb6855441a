import type { AutocompleteKind } from '../../../contract/model/vocabularies';
import type { ListEntry } from '../../../core/read/entries';
import { complete, LEAST_TEXT } from './completion';
import { matching, NO_VALUE, wordsOf } from './matching';
import { cities } from './places';
import { chosenState, stateIn } from './siblings';
import { NOTHING, withEntries, type ListSource } from './listClient';

/** Values of the B2B filters from the autocomplete endpoint. */

const NOTHING_FOUND: ListEntry = {
	value: NO_VALUE,
	label: 'Nothing found. The values of the service are in Portuguese.',
};

type Kind = Exclude<AutocompleteKind, 'localizacao'>;

/** Values of a kind that match the typed text. */
export const valuesOf =
	(kind: Kind): ListSource =>
	async (client, filter) => {
		const text = wordsOf(filter).join(' ');
		if (text.length < LEAST_TEXT) return NOTHING;
		const found = await complete(client, kind, text);
		return found.entries.length > 0 ? found : { entries: [NOTHING_FOUND], isWhole: true };
	};

/**
 * Cities as B2B searches spell them: those of a chosen or typed state. Without one the service completes no city, so that
 * they are found among those of prospecting, which are spelled `City - UF` (field notes, trap 2).
 */
export const b2bLocations: ListSource = async (client, filter) => {
	const chosen = chosenState(client.context);
	const typed = chosen === undefined ? stateIn(filter) : { state: chosen, rest: filter };
	if (typed.state === undefined) {
		if (wordsOf(filter).join(' ').length < LEAST_TEXT) return NOTHING;
		const found = await cities(client, filter);
		return withEntries(found, found.entries.map(asLocation));
	}
	const ofState = await complete(client, 'localizacao', typed.state);
	return withEntries(ofState, matching(ofState.entries, typed.rest));
};

const BEFORE_STATE = ' - ';

/** `Curitiba - PR` as `Curitiba, PR`. */
function asLocation({ value }: ListEntry): ListEntry {
	const city = String(value);
	const at = city.lastIndexOf(BEFORE_STATE);
	const location = at < 0 ? city : `${city.slice(0, at)}, ${city.slice(at + BEFORE_STATE.length)}`;
	return { value: location, label: location };
}
