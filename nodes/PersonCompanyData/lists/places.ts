import { endpoints } from '../../../contract';
import type { EntryNames } from '../../../core/read/entries';
import { chosenCity, chosenState } from './siblings';
import type { ListSource } from './listClient';
import { fromWhole } from './wholeList';

/** Places as prospecting spells them: the service's name is the value sent. */

const NAME: EntryNames = {
	value: ['name', 'value', 'nome', 'label', 'text'],
	label: ['name', 'value', 'nome', 'label', 'text'],
};

export const cities: ListSource = async (client, filter) => {
	const state = chosenState(client.context);
	return await fromWhole(
		client,
		{ endpoint: endpoints.cities, names: NAME, searchBy: 'name', ...(state && { within: { state } }) },
		filter,
	);
};

/** Neighborhoods of the chosen city; without a city, they are searched by name. */
export const neighborhoods: ListSource = async (client, filter) => {
	const chosen = chosenCity(client.context);
	const state = chosen?.state ?? chosenState(client.context);
	return await fromWhole(
		client,
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
