import type { IDataObject } from 'n8n-workflow';
import isEqual from 'lodash/isEqual';

import { attempt } from '../../../core/base/async';
import { ServiceFailure } from '../../../core/client/failure';
import type { FreeCall } from '../../../core/client/request';
import type { Service } from '../../../core/client/service';
import { recordsIn } from '../../../core/read/answer';

/** The default of the vendor's client. */
const PAGE_SIZE = 50;

/** The service may bound its pages: a list of this length, or a multiple of it, may go on. */
const SMALLEST_PAGE = 10;

export const mayBeCut = ({ length }: readonly unknown[]): boolean =>
	length > 0 && length % SMALLEST_PAGE === 0;

/** The service answers that it has no such list, or no such page. */
export const isRefusal = (error: Error): boolean =>
	error instanceof ServiceFailure && (error.kind === 'notFound' || error.kind === 'rejected');

/** Loads a list up to its limit, page by page if the endpoint takes a page size. */
export async function loadList(
	service: Service,
	{ endpoint, query }: FreeCall,
	limit = Number.POSITIVE_INFINITY,
): Promise<readonly IDataObject[]> {
	const isPaged = endpoint.query?.properties.page_size !== undefined;
	let rows: readonly IDataObject[] = [];
	let last: readonly IDataObject[] = [];
	for (let page = 1; ; page++) {
		const paging = isPaged ? { page, page_size: PAGE_SIZE } : {};
		const asked = await attempt(service.ask({ endpoint, query: { ...query, ...paging } }));
		if (!asked.ok && page > 1 && isRefusal(asked.error)) return rows;
		if (!asked.ok) throw asked.error;
		const more = recordsIn(endpoint, asked.value.body);
		// A service that ignores the page repeats it.
		if (page > 1 && isEqual(more[0], last[0])) return rows;
		rows = [...rows, ...more];
		if (!isPaged || !mayBeCut(more) || rows.length >= limit) return rows;
		last = more;
	}
}
