import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import { inTurns } from '../../../../core/base/async';
import { hintCut, loadPages, type Loaded } from '../../../../core/output/pagedList';
import { recordsIn } from '../../../../core/read/answer';
import { SMALLEST_PAGE } from '../../../../core/read/extent';
import { mostWanted, returnAllFields } from '../fields';
import {
	attempt, defined, NotFound, objectField, operation, ServiceFailure, type Fields, type FreeCall, type FreeEndpoint,
	type Operation, type Service,
} from '../prelude'; // prettier-ignore

interface ListToLoad {
	/** Most entries wanted; infinity for all. */
	readonly limit: number;
	/** Only for endpoints known to take one. */
	readonly pageSize?: number;
}

/** Assumes small pages: the service may give fewer entries than asked for. */
const mostPages = ({ limit, pageSize = SMALLEST_PAGE }: ListToLoad): number =>
	Math.ceil(limit / Math.min(pageSize, SMALLEST_PAGE));

/** Loads a list up to its limit, page by page where the service pages it. */
export async function loadList(
	service: Service,
	{ endpoint, query }: FreeCall,
	list: ListToLoad,
): Promise<Loaded> {
	const { limit, pageSize } = list;
	const paging = pageSize === undefined ? {} : { page: 1, page_size: pageSize };
	const first = await service.ask({ endpoint, query: { ...query, ...paging } });
	return await loadPages(first.body, {
		...defined({ asked: pageSize }),
		wanted: limit,
		atMost: mostPages(list),
		read: (body) => recordsIn(endpoint, body),
		load: async (next) => {
			const asked = await attempt(service.ask({ endpoint, query: { ...query, ...next } }));
			if (asked.ok) return asked.value.body;
			const { error } = asked;
			const isLast =
				error instanceof ServiceFailure && (error.kind === 'notFound' || error.kind === 'rejected');
			if (isLast) return undefined;
			throw error;
		},
	});
}

/** The default of the vendor's client. */
const PAGE_SIZE = 50;

interface ReferenceList extends Pick<Operation, 'name' | 'action' | 'description'> {
	readonly endpoint: FreeEndpoint;
}

/** Lists reference data, one item per entry, page by page if the endpoint is paged. */
export function referenceList({ endpoint, ...texts }: ReferenceList): Operation {
	const { query } = endpoint;
	const properties = omit(query?.properties, 'page', 'page_size');
	// Lists without filters are short.
	const fields: Fields =
		query === undefined || Object.keys(properties).length === 0
			? {}
			: {
					filters: objectField({ ...query, properties }, 'Add Filter', { displayName: 'Filters' }),
					...returnAllFields,
				};
	const pageSize = query?.properties.page_size === undefined ? undefined : PAGE_SIZE;
	return operation({
		...texts,
		calls: [endpoint],
		fields,
		prepare: (input) => {
			const given = input as { readonly filters?: IDataObject; readonly limit?: number };
			return { query: given.filters ?? {}, limit: mostWanted(given) };
		},
		run: async ({ query: wanted, limit }, service) => {
			const { rows, isCut, total } = await loadList(
				service,
				{ endpoint, query: wanted },
				{ pageSize, limit },
			);
			if (isCut) hintCut(service, rows.length, total, 'Narrow it down with filters, if it has any.');
			if (rows.length === 0) return [new NotFound(wanted)];
			const entries: IDataObject[] = [];
			for await (const row of inTurns(rows.slice(0, limit))) entries.push(withName(row));
			return entries;
		},
	});
}

/** Cities and neighborhoods have their name in `name` or `value` (contradictory). */
const withName = (entry: IDataObject): IDataObject =>
	entry.name === undefined && entry.value !== undefined ? { ...entry, name: entry.value } : entry;
