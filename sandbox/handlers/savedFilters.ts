import { endpoints } from '../../contract';
import { wireValue, type LiveNames } from '../../contract/liveNames';
import type { SavedFilter } from '../state/savedFilters';
import type { Handlers } from '../world/call';
import { accountList } from '../world/replies';

const PERSONS = 1;
const COMPANIES = 2;

/** A saved filter in the spelling that it was sent in: the values of closed lists, too. */
const answered = (filter: SavedFilter, words: LiveNames): SavedFilter => ({
	...filter,
	data: wireValue(filter.data, endpoints.savedFilterCreate.body.properties.data, words),
});

/** The account's saved filters; they are kept as sent, without what no prospecting call knows. */
export const savedFilterHandlers: Handlers = {
	savedFilterCreate: ({ world, body }) => ({
		status: 200,
		body: answered(world.savedFilters.save(body), world.config.words),
	}),
	savedPersonFilters: (call) =>
		accountList(
			call,
			call.world.savedFilters.of(PERSONS).map((filter) => answered(filter, call.world.config.words)),
		),
	savedCompanyFilters: (call) =>
		accountList(
			call,
			call.world.savedFilters.of(COMPANIES).map((filter) => answered(filter, call.world.config.words)),
		),
};
