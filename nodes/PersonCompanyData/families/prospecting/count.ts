import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../../../../contract/model/endpoint';
import type { ObjectSchema } from '../../../../contract/model/schema';
import { operation, type Operation } from '../../run/operation';
import type { At } from '../../../../core/form/field';
import { asInteger, asObject } from '../../../../core/base/json';
import type { Service } from '../../../../core/client/service';
import { checkPlaces, filterFields, filterOptions, isOnlyArea, readProspectingFilters } from './filters';
import { loadSavedFilter, savedFilterField, type Kind } from './savedFilters';

interface Count {
	readonly kind: Kind;
	readonly name: string;
	readonly action: string;
	readonly description: string;
	readonly endpoint: Endpoint & { readonly body: ObjectSchema };
}

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
export const prospectingCount = ({ kind, name, action, description, endpoint }: Count): Operation =>
	operation({
		name,
		action,
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
		run: async (request, service) => {
			const filters = await allFilters(kind, false, request, service);
			if (isOnlyArea(filters)) {
				service.session.hint(
					'An area on the map is the only place of a count. The service does not apply it at present: the whole base was counted.',
				);
			}
			return [await count(service, endpoint, filters)];
		},
	});

/** How many match: every whole number of the answer, since companies may count their partners apart. */
export async function count(
	service: Service,
	endpoint: Endpoint,
	filters: IDataObject,
): Promise<IDataObject> {
	const answer = asObject((await service.ask({ endpoint, body: { ...filters, export: false } })).body);
	const numbers = Object.entries(answer).filter(([, value]) => asInteger(value) !== undefined);
	if (numbers.length === 0) return answer;
	return Object.fromEntries(numbers.map(([field, value]) => [field, asInteger(value)]));
}
