import { endpoints } from '../../../contract';
import { assumedLimits } from '../../../contract/model/limits';
import type { EntryNames, ListEntry } from '../../../core/read/entries';
import { withEntries, type ListSource } from './listClient';
import { fromWhole, type WholeList } from './wholeList';

/** Reference data with codes. */

/** Occupations, activities and profiles are sent as their code. */
const CODE: EntryNames = {
	value: ['code', 'codigo', 'id', 'value'],
	label: ['description', 'descricao', 'name', 'nome', 'label'],
};

/** Sectors are sent as their description. */
const DESCRIPTION: EntryNames = { value: CODE.label, label: CODE.label };

const paged = { size: assumedLimits.wholeListSize, searchBy: 'description' };

const lists = {
	occupations: {
		...paged,
		endpoint: endpoints.occupations,
		names: CODE,
		code: { name: 'code', digits: 6 },
	},
	economicActivities: {
		...paged,
		endpoint: endpoints.economicActivities,
		names: CODE,
		code: { name: 'code', digits: 7 },
	},
	sectors: { ...paged, endpoint: endpoints.sectors, names: DESCRIPTION },
	profiles: { endpoint: endpoints.profiles, names: CODE },
} satisfies Record<string, WholeList>;

/** Shows the code with its description: users know the description, the service needs the code. */
const withCode = ({ value, label }: ListEntry): ListEntry => ({
	value,
	label: label === String(value) ? label : `${value} - ${label}`,
});

const codes =
	(list: WholeList): ListSource =>
	async (client, filter) => {
		const rows = await fromWhole(client, list, filter);
		return withEntries(rows, rows.entries.map(withCode));
	};

export const occupations = codes(lists.occupations);
export const economicActivities = codes(lists.economicActivities);
export const sectors = codes(lists.sectors);
export const profiles = codes(lists.profiles);
