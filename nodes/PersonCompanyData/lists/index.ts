import mapValues from 'lodash/mapValues';
import type { ILoadOptionsFunctions, INode, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';

import type { ListName } from '../../../contract/model/lists';
import { ServiceFailure } from '../../../core/client/failure';
import { fieldLists } from '../../../core/leads/view';
import { toNodeError } from '../../../core/output/items';
import { attempt } from '../../../core/base/async';
import { layouts, savedCompanyFilters, savedPersonFilters } from './account';
import { standsForMs, ListClient, type ListSource } from './listClient';
import { b2bLocations, valuesOf } from './autocomplete';
import { economicActivities, occupations, profiles, sectors } from './codes';
import { pageOf } from './matching';
import { cities, neighborhoods } from './places';

/** Every list that fields load values from, by the name fields use for it. */
const sources: Readonly<Record<ListName, ListSource>> = {
	cities,
	neighborhoods,
	occupations,
	economicActivities,
	sectors,
	profiles,
	layouts,
	savedPersonFilters,
	savedCompanyFilters,
	b2bLocations,
	b2bCompanyNames: valuesOf('nome_empresa'),
	b2bSectors: valuesOf('setor'),
	b2bJobTitles: valuesOf('cargo'),
	b2bEconomicActivities: valuesOf('atividade_cnae'),
	b2bSpecialities: valuesOf('especialidade'),
	b2bSkills: valuesOf('habilidade'),
	b2bMacroSectors: valuesOf('setor_cnae'),
};

/** The error that n8n shows instead of a list that could not be loaded. */
function toListError(node: INode, error: Error): Error {
	if (!(error instanceof ServiceFailure)) return error;
	const shown = toNodeError(node, error);
	const minutes = Math.round(standsForMs(error) / 60_000);
	shown.description = `${shown.description} To save requests, the list is not requested again for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
	return shown;
}

/** Node methods that n8n calls for the names of output fields, which need no request. */
export const loadOptions = mapValues(
	fieldLists,
	(list) => async (): Promise<INodePropertyOptions[]> => list(),
);

/** Node methods that n8n calls for the lists of resource locators. */
export const listSearch = mapValues(
	sources,
	(source) =>
		async function (
			this: ILoadOptionsFunctions,
			filter?: string,
			paginationToken?: string,
		): Promise<INodeListSearchResult> {
			const loaded = await attempt(
				ListClient.with(this).then(async (client) => await source(client, filter?.trim() ?? '')),
			);
			if (!loaded.ok) throw toListError(this.getNode(), loaded.error);
			return pageOf(loaded.value, paginationToken);
		},
);
