import type { AutocompleteKind } from '../../../contract/model/vocabularies';
import { operationError } from '../../../core/base/operationError';
import { complete, LEAST_TEXT, suggest } from './completion';
import { matching, wordsOf } from './matching';
import { chosenState, stateIn } from './siblings';
import type { ListSource } from './listClient';

/** Values of the B2B filters, as the autocomplete gives them. */

type Kind = Exclude<AutocompleteKind, 'localizacao'>;

/** Values of a kind by part of them; the first ones while nothing is typed. */
export const valuesOf =
	(kind: Kind): ListSource =>
	async (client, filter) => {
		const text = wordsOf(filter).join(' ');
		if (text.length < LEAST_TEXT) return matching(await suggest(client, kind), text);
		return await complete(client, kind, text);
	};

/** Values of a kind of which there are so many that the first ones would help nobody. */
export const typedValuesOf =
	(kind: Kind): ListSource =>
	async (client, filter) => {
		const text = wordsOf(filter).join(' ');
		return text.length < LEAST_TEXT ? [] : await complete(client, kind, text);
	};

/** Cities as the B2B searches write them: all of a state, which is chosen or typed. */
export const b2bLocations: ListSource = async (client, filter) => {
	const chosen = chosenState(client.context);
	const typed = chosen === undefined ? stateIn(filter) : { state: chosen, rest: filter };
	if (typed.state === undefined) {
		throw operationError(client.context.getNode(), 'Cities are listed by state', {
			description: 'Choose a state in Filter List by State, or type the two letters of a state, such as "RS".',
		});
	}
	return matching(await complete(client, 'localizacao', typed.state), typed.rest);
};
