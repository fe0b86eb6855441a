import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import type { FreeEndpoint } from '../../../../contract/model/endpoint';
import { inTurns } from '../../../../core/base/async';
import type { Fields } from '../../../../core/form/field';
import { objectField } from '../../../../core/form/schemaField';
import { NotFound } from '../../../../core/output/result';
import { operation, type Operation } from '../../run/operation';
import { returnAllFields } from '../fields';
import { loadList } from '../loadList';

export function referenceList(name: string, action: string, endpoint: FreeEndpoint): Operation {
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
	return operation({
		name,
		action,
		calls: [endpoint],
		fields,
		prepare: (input) => input as { readonly filters?: IDataObject; readonly limit?: number },
		run: async ({ filters: wanted = {}, limit }, service) => {
			const rows = await loadList(service, { endpoint, query: wanted }, limit);
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
