import type { EndpointName } from '../../contract';
import { Refusal } from '../base/refusal';
import type { CachedSearch } from '../state/searchCache';
import { companyRow, personRow } from '../data/records/b2bRecords';
import { type CompanyFilters, findCompanies, findPersons, type PersonFilters } from '../data/search/filters';
import type { Call, Handlers } from '../world/call';
import { charge } from '../world/charge';
import type { World } from '../world/world';

type SearchName = Extract<EndpointName, 'b2bPersonSearch' | 'b2bCompanySearch'>;

interface Filters {
	readonly filtros_empresa?: CompanyFilters;
	readonly filtros_pessoa?: PersonFilters;
}

/** Page size when none is asked for (not shown anywhere). */
const DEFAULT_PAGE_SIZE = 10;

const findMatches: Record<SearchName, (world: World, filters: Filters) => Uint32Array> = {
	b2bPersonSearch: ({ persons, companies }, { filtros_pessoa: person = {}, filtros_empresa: company }) =>
		findPersons(persons, companies, person, isFilter(company) ? company : undefined),
	b2bCompanySearch: ({ companies }, { filtros_empresa: company = {} }) => findCompanies(companies, company),
};

const rowOf: Record<SearchName, (world: World, i: number) => Record<string, unknown>> = {
	b2bPersonSearch: ({ persons, companies }, i) => personRow(persons, companies, i),
	b2bCompanySearch: ({ companies }, i) => companyRow(companies, i),
};

/** Empty lists, empty texts and `false` filter nothing. */
function isFilter(value: unknown): boolean {
	if (Array.isArray(value)) return value.length > 0;
	if (typeof value === 'object' && value !== null) return Object.values(value).some(isFilter);
	return value !== undefined && value !== null && value !== false && value !== '';
}

function refuseForeignFilter(call: Call<SearchName>): void {
	const foreign = 'filtros_empresa.setores_cnae';
	if (call.name === 'b2bPersonSearch' && call.request.unknownFields.includes(foreign)) {
		throw new Refusal(400, 'invalid_filter', 'The filter setores_cnae is not accepted by this search.');
	}
}

/** The search that the sent cache key stands for, when everything that must come with it is right. */
function searchOfKey(call: Call<SearchName>, sent: Filters): CachedSearch | undefined {
	const { searches } = call.world;
	const { chave_cache: key, total_cacheado: total } = call.body;
	const search = key === undefined ? undefined : searches.find(key);
	if (search === undefined || !search.identity.startsWith(`${call.name} `)) return undefined;
	if (isFilter(sent) && identityOf(call, sent) !== search.identity) return undefined;
	return total === search.matches.length ? search : undefined;
}

const identityOf = ({ name }: Call<SearchName>, filters: Filters): string =>
	`${name} ${JSON.stringify(filters)}`;

/** Makes the search when it is not a known one, and charges it (credit rules 1 and 2). */
function searchNew(call: Call<SearchName>, filters: Filters): CachedSearch {
	if (!isFilter(filters)) throw new Refusal(400, 'no_filter', 'Select at least one filter.');
	const { searches } = call.world;
	const identity = identityOf(call, filters);
	const known = searches.find(identity);
	// Without its key, a later page is a new search (credit rule 1).
	if (known !== undefined && (call.body.pagina ?? 1) === 1) return known;
	const matches = findMatches[call.name](call.world, filters);
	charge(call, { found: matches.length > 0, newSearch: true });
	return searches.store(identity, matches);
}

function answerSearch(call: Call<SearchName>): object {
	refuseForeignFilter(call);
	const { body, world, name } = call;
	const { pagina = 1, por_pagina = DEFAULT_PAGE_SIZE } = body;
	const sent: Filters = Object.fromEntries(
		Object.entries(body).filter(([field]) => field.startsWith('filtros_')),
	);
	const known = searchOfKey(call, sent);
	if (known !== undefined) world.searches.countPage(known, world.settings.pagesPerKey);
	const search = known ?? searchNew(call, sent);
	const page = search.matches.subarray((pagina - 1) * por_pagina, pagina * por_pagina);
	return {
		dados: Array.from(page, (i) => rowOf[name](world, i)),
		total: search.matches.length,
		pagina,
		por_pagina,
		chave_cache: search.key,
		sucesso: true,
	};
}

/** The two B2B searches. */
export const b2bSearchHandlers: Handlers = { b2bPersonSearch: answerSearch, b2bCompanySearch: answerSearch };

/** The lookup of a B2B company; filters beside it are ignored. */
export const b2bFindHandlers: Handlers = {
	b2bCompanyFind: (call) => {
		const { document, url_social: url } = call.body;
		const { companies, searches } = call.world;
		const index =
			document === undefined ? companies.indexOfSocialUrl(url ?? '') : companies.indexOfCnpj(document);
		// Some companies of the registry are unknown to the network.
		if (index === undefined || (companies.base(index) === 'registry' && index % 20 === 0)) {
			throw new Refusal(404, 'not_found', 'No company matches.');
		}
		const identity = `${call.name} ${index}`;
		if (searches.find(identity) === undefined) {
			charge(call, { found: true, newSearch: true });
			searches.store(identity, Uint32Array.of(index));
		}
		return { success: true, data: { company_id: companies.id(index) } };
	},
};
