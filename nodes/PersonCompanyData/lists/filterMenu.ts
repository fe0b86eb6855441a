import type { INodePropertyOptions } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import {
	contractFilter,
	contractFilters,
	readStructure,
	writeFilter,
	type DescribedFilter,
	type FilterGroup,
} from '../families/search/serviceFilter';
import { attempt } from '../../../core/base/async';
import { isRefusal, type ListClient } from './listClient';

/** Menus of the filters that the B2B searches take, as the service describes them. */

const LABELS: Readonly<Record<FilterGroup, string>> = {
	filtros_pessoa: 'Person',
	filtros_empresa: 'Company',
};

/** The filters of the service; those of the contract when it does not describe any. */
async function describedFilters(asker: ListClient): Promise<readonly DescribedFilter[]> {
	const asked = await attempt(asker.ask({ endpoint: endpoints.filterStructure }));
	if (!asked.ok && !isRefusal(asked.error)) throw asked.error;
	const filters = asked.ok ? readStructure(asked.value) : [];
	return filters.length === 0 ? contractFilters() : filters;
}

const shown = (filter: DescribedFilter): INodePropertyOptions => ({
	name: `${LABELS[filter.group]}: ${contractFilter(filter)?.title ?? filter.name}`,
	value: writeFilter(filter),
	description: filter.description,
});

/** A menu of the filters of some groups, in the order of their labels. */
export const filterMenu =
	(...groups: readonly FilterGroup[]) =>
	async (asker: ListClient): Promise<INodePropertyOptions[]> =>
		(await describedFilters(asker))
			.filter(({ group }) => groups.includes(group))
			.map(shown)
			.sort((a, b) => a.name.localeCompare(b.name, 'en'));
