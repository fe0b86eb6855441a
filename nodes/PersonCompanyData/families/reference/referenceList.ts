import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import { inTurns } from '../../../../core/base/async';
import { hintCut } from '../../../../core/output/pagedList';
import { mostWanted, returnAllFields } from '../common/fields';
import { loadList, type ListToLoad } from '../common/loadList';
import {
	ifNothingFound, integer, NotFound, objectField, operation, optionalField, type Fields,
	type FreeEndpoint, type ObjectSchema, type Operation, type Produced, type Service,
} from '../kit'; // prettier-ignore

/** Results per request of paged endpoints (the default of the vendor's client). */
const PAGE_SIZE = 50;
const PAGING = ['page', 'page_size'];

interface ReferenceList {
	readonly name: string;
	readonly action: string;
	readonly description: string;
	readonly endpoint: FreeEndpoint;
}

/** Input of one item. */
interface ListInput extends ListToLoad {
	readonly query: IDataObject;
}

/** An operation that lists reference data, one item per entry; loads page by page if the endpoint is paged. */
export function referenceList({ name, action, description, endpoint }: ReferenceList): Operation {
	const { query } = endpoint;
	const isPaged = query?.properties.page_size !== undefined;
	const filters: Fields =
		query === undefined || Object.keys(filtersIn(query)).length === 0 ? {} : { filters: filterField(query) };
	return operation({
		name,
		action,
		description,
		calls: [endpoint],
		fields: { ...filters, ...returnAllFields },
		options: {
			...(isPaged && { pageSize: optionalField(pageSize, { default: PAGE_SIZE }) }),
			ifNothingFound,
		},
		prepare: (input): ListInput => {
			const given = input as typeof input & { readonly filters?: IDataObject };
			const options = input.options as { readonly pageSize?: number };
			return {
				query: given.filters ?? {},
				limit: mostWanted(input),
				...(isPaged && { pageSize: options.pageSize ?? PAGE_SIZE }),
			};
		},
		run: async (input, service) => await loadEntries(endpoint, input, service),
	});
}

const pageSize = integer('Page Size', { minimum: 1, description: 'Results per request' });

const filtersIn = ({ properties }: ObjectSchema) => omit(properties, PAGING);

const filterField = (query: ObjectSchema) =>
	objectField({ ...query, properties: filtersIn(query) }, 'Add Filter', {
		displayName: 'Filters',
	});

/** Loads entries up to the limit, without requesting pages that are not needed. */
async function loadEntries(
	endpoint: FreeEndpoint,
	{ query, limit, pageSize }: ListInput,
	service: Service,
): Promise<Produced[]> {
	const { rows, isCut, total } = await loadList(service, { endpoint, query }, { pageSize, limit });
	if (isCut) hintCut(service, rows.length, total, 'Narrow it down with filters, if it has any.');
	const entries: IDataObject[] = [];
	for await (const row of inTurns(rows)) {
		if (entries.length === limit) break;
		entries.push(withName(row));
	}
	return entries.length === 0 ? [new NotFound(query)] : entries;
}

/** Cities and neighborhoods have their name in `name` or `value` (contradictory); it is output in `name`. */
const withName = (entry: IDataObject): IDataObject =>
	entry.name === undefined && entry.value !== undefined ? { ...entry, name: entry.value } : entry;
