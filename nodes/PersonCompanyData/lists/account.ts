import { endpoints } from '../../../contract';
import type { FreeEndpoint } from '../../../contract/model/endpoint';
import { USUAL_NAMES, type EntryNames, type ListEntry } from '../../../core/read/entries';
import { OWN_MS, withEntries, type ListSource } from './listClient';
import { fromWhole } from './wholeList';

/** Lists of the account's own data. */

const OWN: EntryNames = {
	value: ['id', 'value', 'code'],
	label: ['filter_name', ...USUAL_NAMES.label],
};

/** Adds the ID to the label: names may repeat, IDs do not. */
const withId = ({ value, label }: ListEntry): ListEntry => ({
	value,
	label: label === String(value) ? label : `${label} (${value})`,
});

const own =
	(endpoint: FreeEndpoint): ListSource =>
	async (client, filter) => {
		const rows = await fromWhole(client, { endpoint, names: OWN, keepMs: OWN_MS }, filter);
		return withEntries(rows, rows.entries.map(withId));
	};

export const layouts = own(endpoints.layouts);
export const savedPersonFilters = own(endpoints.savedPersonFilters);
export const savedCompanyFilters = own(endpoints.savedCompanyFilters);
