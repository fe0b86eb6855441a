import mapValues from 'lodash/mapValues';
import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';

import { STATES } from '../../../contract/model/vocabularies';
import { fieldLists } from '../../../core/leads/view';
import { toError } from '../../../core/output/items';
import { attempt } from '../../../core/base/async';
import { pageOf } from './find';
import { ListClient } from './listClient';
import { lists } from './sources';

/** For lists that need no request. */
export const loadOptions = mapValues(
	{ ...fieldLists, states: () => STATES.map((value) => ({ name: value, value })) },
	(list) => async (): Promise<INodePropertyOptions[]> => list(),
);

export const listSearch = mapValues(
	lists,
	(list) =>
		async function (
			this: ILoadOptionsFunctions,
			filter?: string,
			paginationToken?: string,
		): Promise<INodeListSearchResult> {
			// The beginnings of a text are looked up, which takes time for a long one.
			const text = filter?.slice(0, 100).trim() ?? '';
			const loaded = await attempt(ListClient.with(this).then(async (client) => await list(client, text)));
			if (!loaded.ok) throw toError(this.getNode(), { error: loaded.error, items: [] });
			return pageOf(loaded.value, paginationToken);
		},
);
