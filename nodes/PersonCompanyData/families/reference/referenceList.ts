import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import { callTo, sumOf, unknownBecause, type Requests } from '../../../../core/background/requests';
import { listOf } from '../../../../core/base/json';
import { mostWanted, returnAllFields } from '../common/fields';
import {
	asText, bodyIfFound, ifNothingFound, integer, isObject, objectField, operation, optionalField,
	type Fields, type FreeCall, type FreeEndpoint, type ObjectSchema, type Operation, type Service,
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
interface ListInput {
	readonly query: IDataObject;
	readonly limit: number;
	readonly pageSize?: number;
}

/** An operation that lists reference data, one item per entry; loads page by page if the endpoint is paged. */
export function referenceList({ name, action, description, endpoint }: ReferenceList): Operation {
	const { query } = endpoint;
	const isPaged = query?.properties.page !== undefined;
	const filters: Fields = query === undefined ? {} : { filters: filterField(query) };
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
		requests: (items) => sumOf(items.map(({ input }) => pagesOf(endpoint, input))),
		run: async (input, service) => await loadEntries(endpoint, input, service),
	});
}

const pageSize = integer('Page Size', { minimum: 1, description: 'Results per request' });

const filterField = (query: ObjectSchema) =>
	objectField({ ...query, properties: omit(query.properties, PAGING) }, 'Add Filter', {
		displayName: 'Filters',
	});

/** Requests for the pages of a list. */
function pagesOf(endpoint: FreeEndpoint, { limit, pageSize: size }: ListInput): Requests {
	const page = callTo(endpoint);
	if (size === undefined) return page;
	if (limit === Number.POSITIVE_INFINITY) return unknownBecause(1, 'The number of pages is not known.');
	return { atLeast: 1, atMost: Math.ceil(limit / size) * page.atMost };
}

/** Loads entries up to the limit, without requesting pages that are not needed. */
async function loadEntries(
	endpoint: FreeEndpoint,
	input: ListInput,
	service: Service,
): Promise<IDataObject[]> {
	const { query, limit, pageSize: size } = input;
	const entries: IDataObject[] = [];
	for (let page = 1; ; page++) {
		const paging = size === undefined ? {} : { page, page_size: size };
		const call: FreeCall = { endpoint, query: { ...query, ...paging } };
		// After the last page the service returns 404 or an empty page.
		const body = page === 1 ? (await service.ask(call)).body : await bodyIfFound(service, call);
		const rows = entriesIn(body);
		entries.push(...rows);
		if (size === undefined || rows.length < size || entries.length >= limit) break;
	}
	return entries.slice(0, limit);
}

/** The entries of a response, in any wrapper. */
function entriesIn(body: unknown): IDataObject[] {
	const list = listOf(body) ?? (isObject(body) ? [body] : []);
	return list.flatMap((entry): IDataObject[] => {
		if (isObject(entry)) return [withName(entry)];
		const text = asText(entry);
		return text === undefined ? [] : [{ name: text }];
	});
}

/** Cities and neighborhoods have their name in `name` or `value` (contradictory); it is output in `name`. */
const withName = (entry: IDataObject): IDataObject =>
	entry.name === undefined && asText(entry.value) !== undefined ? { ...entry, name: entry.value } : entry;
