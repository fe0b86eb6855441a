import type { IDataObject } from 'n8n-workflow';

import { asInteger, asObject, operation, type At, type Call, type Operation, type Service } from '../kit';
import { checkPlaces, filterFields, filterOptions, isOnlyArea, readProspectingFilters } from './filters';
import { kinds, type Kind } from './kinds';
import { loadSavedFilter, savedFilterField } from './savedFilters';

/** The filters of a request, and what is still to be read for them. */
export interface Filters {
	readonly own: IDataObject;
	readonly savedFilter?: number;
	readonly at: At;
}

/** The filters that the form and a saved filter make together, checked as a whole. */
export async function allFilters(
	kind: Kind,
	isJob: boolean,
	{ own, savedFilter, at }: Filters,
	service: Service,
): Promise<IDataObject> {
	if (savedFilter === undefined) return own;
	const filters = { ...(await loadSavedFilter(kind, savedFilter, service)), ...own };
	checkPlaces(filters, isJob, at);
	return filters;
}

/** Counting what prospecting filters match: free, and the way to see what a job would export. */
export function prospectingCount(kind: Kind, description: string): Operation {
	const { count: endpoint, many } = kinds[kind];
	return operation({
		name: `Count ${many}`,
		action: `Count ${kind} that match filters`,
		description,
		calls: [endpoint],
		fields: filterFields(endpoint.body, false),
		options: { ...filterOptions, savedFilter: savedFilterField(kind) },
		prepare: (input, at): Filters => {
			const own = readProspectingFilters(endpoint.body, false, input, at);
			const { savedFilter } = input.options;
			if (savedFilter === undefined) checkPlaces(own, false, at);
			return { own, savedFilter, at };
		},
		identity: ({ own, savedFilter }) => ({ own, savedFilter }),
		run: async (input, service) => {
			const filters = await allFilters(kind, false, input, service);
			if (isOnlyArea(filters)) {
				service.session.hint(
					'An area on the map is the only place of a count. The service does not apply it at present: the whole base was counted.',
				);
			}
			return [await countMatches(kind, filters, service)];
		},
	});
}

/** How many match: every whole number of the answer, since companies may count their partners apart. */
export async function countMatches(kind: Kind, filters: IDataObject, service: Service): Promise<IDataObject> {
	const call: Call = { endpoint: kinds[kind].count, body: { ...filters, export: false } };
	const answer = asObject((await service.ask(call)).body);
	const numbers = Object.entries(answer).filter(([, value]) => asInteger(value) !== undefined);
	if (numbers.length === 0) return answer;
	return Object.fromEntries(numbers.map(([field, value]) => [field, asInteger(value)]));
}
