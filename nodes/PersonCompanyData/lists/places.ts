import { endpoints } from '../../../contract';
import type { EntryNames } from '../../../core/output/listReader';
import { chosenCity, chosenState } from './siblings';
import type { ListSource } from './listClient';
import { fromWhole } from './wholeList';

/** Places as prospecting writes them: what the service calls them is what is sent. */

const NAME: EntryNames = {
	value: ['name', 'value', 'nome', 'label', 'text'],
	label: ['name', 'value', 'nome', 'label', 'text'],
};

export const cities: ListSource = async (asker, filter) => {
	const state = chosenState(asker.context);
	return await fromWhole(
		asker,
		{ endpoint: endpoints.cities, names: NAME, searchBy: 'name', ...(state && { within: { state } }) },
		filter,
	);
};

/** Those of the chosen city; without one they are searched by name. */
export const neighborhoods: ListSource = async (asker, filter) => {
	const chosen = chosenCity(asker.context);
	const state = chosen?.state ?? chosenState(asker.context);
	return await fromWhole(
		asker,
		{
			endpoint: endpoints.neighborhoods,
			names: NAME,
			searchBy: 'name',
			within: { ...(chosen && { city: chosen.city }), ...(state && { state }) },
			isTooLong: chosen === undefined,
		},
		filter,
	);
};
