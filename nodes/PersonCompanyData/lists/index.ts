import mapValues from 'lodash/mapValues';
import type { ILoadOptionsFunctions, INode, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';

import { STATES } from '../../../contract/model/vocabularies';
import { ServiceFailure } from '../../../core/client/failure';
import { fieldLists } from '../../../core/leads/view';
import { toNodeError } from '../../../core/output/items';
import { attempt } from '../../../core/base/async';
import { plural } from '../../../core/base/text';
import { pageOf } from './find';
import { ListClient, standsForMs } from './listClient';
import { lists } from './sources';

function toListError(node: INode, error: Error): Error {
	if (!(error instanceof ServiceFailure)) return error;
	const shown = toNodeError(node, error);
	const minutes = plural(Math.round(standsForMs(error) / 60_000), 'minute');
	shown.description = `${shown.description} To save requests, the list is not requested again for ${minutes}.`;
	return shown;
}

/** For lists that need no request. */
export const loadOptions = mapValues(
	{ ...fieldLists, states: () => STATES.map((value) => ({ name: value, value })) },
	(list) => async (): Promise<INodePropertyOptions[]> => list(),
);

/** For resource locators. */
export const listSearch = mapValues(
	lists,
	(list) =>
		async function (
			this: ILoadOptionsFunctions,
			filter?: string,
			paginationToken?: string,
		): Promise<INodeListSearchResult> {
			const loaded = await attempt(
				ListClient.with(this).then(async (client) => await list(client, filter?.trim() ?? '')),
			);
			if (!loaded.ok) throw toListError(this.getNode(), loaded.error);
			return pageOf(loaded.value, paginationToken);
		},
);
