import { loadPages, type Loaded } from '../../../core/output/pagedList';
import { SMALLEST_PAGE } from '../../../core/read/extent';
import { recordsIn } from '../../../core/read/answer';
import { attempt, defined, ServiceFailure, type FreeCall, type Service } from './prelude';

export interface ListToLoad {
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
