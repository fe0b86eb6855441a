import type { IDataObject } from 'n8n-workflow';

import { callTo, sumOf } from '../../../../core/background/requests';
import { asInteger, asObject, operation, type At, type FreeCall, type Operation, type Service } from '../kit';
import { checkPlaces, filterFields, filterOptions, isOnlyArea, readProspectingFilters } from './filters';
import { kinds, type Kind } from './kinds';
import { loadSavedFilter, savedFilterField, savedFilterRead } from './savedFilters';

/** The filters of a request, and the saved filter still to be loaded. */
export interface Filters {
	readonly own: IDataObject;
	readonly savedFilter?: number;
	readonly at: At;
}

/** The form's filters merged with those of a saved filter, validated together. */
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

/** An operation that counts matches of prospecting filters; free. Shows what a job would export. */
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
		requests: (items) =>
			sumOf([
				savedFilterRead(
					kind,
					items.map(({ input }) => input),
				),
				...items.map(() => callTo(endpoint)),
			]),
		run: async (input, service) => {
			const filters = await allFilters(kind, false, input, service);
			if (isOnlyArea(filters)) {
				service.session.hint(
					'The only location filter is Area on the Map, which the service currently ignores: the whole database was counted.',
				);
			}
			return [await countMatches(kind, filters, service)];
		},
	});
}

/** Number of matches: every integer in the response, since partners of companies may be counted separately. */
export async function countMatches(kind: Kind, filters: IDataObject, service: Service): Promise<IDataObject> {
	const call: FreeCall = { endpoint: kinds[kind].count, body: { ...filters, export: false } };
	const answer = asObject((await service.ask(call)).body);
	const numbers = Object.entries(answer).filter(([, value]) => asInteger(value) !== undefined);
	if (numbers.length === 0) return answer;
	return Object.fromEntries(numbers.map(([field, value]) => [field, asInteger(value)]));
}
