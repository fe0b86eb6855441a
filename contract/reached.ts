import { endpoints } from './index';
import type { Endpoint } from './model/endpoint';

/** The fields by which a search tells its pages apart: with another key or page it is a new search (credit rule 1). */
const PAGES = ['pagina', 'chave_cache', 'total_cacheado'];

/**
 * The fields of a call's body that decide what it costs: those that count records, here or in another call; those by
 * which it becomes another call at the same path, such as a charged export in place of a free count; and the pages of a
 * search.
 */
export function fieldsOfPrice({ method, path, body, billing }: Endpoint): string[] {
	const all = Object.values<Endpoint>(endpoints);
	const ofOthers = all
		.filter((other) => other.method === method && other.path === path)
		.flatMap((other) => Object.entries(other.body?.properties ?? {}))
		.filter(([name, theirs]) => {
			const own = body?.properties[name];
			return own === undefined || own.const !== theirs.const;
		})
		.map(([name]) => name);
	const counted = all.flatMap(({ recordsIn }) => recordsIn ?? []);
	return [...new Set([...ofOthers, ...counted, ...(billing.kind === 'newSearch' ? PAGES : [])])];
}
