import type { IDataObject } from 'n8n-workflow';

import { valuesFrom } from '../../../../contract/model/lists';
import { AdvisedError } from '../../../../core/base/errors';
import { loadList } from '../loadList';
import { asInteger, filterField, integer, isObject, type Service } from '../prelude';
import { OF_THE_JOB } from './filters';
import { kinds, type Kind } from './kinds';

export async function listSavedFilters(kind: Kind, service: Service): Promise<readonly IDataObject[]> {
	return await loadList(service, { endpoint: kinds[kind].saved });
}

/** The list is read once per run. */
export const savedFilterRead = (filters: ReadonlyArray<{ readonly savedFilter?: number }>): number =>
	filters.some(({ savedFilter }) => savedFilter !== undefined) ? 1 : 0;

export const savedFilterField = (kind: Kind) =>
	filterField(
		integer('Saved Filter', {
			description: 'A saved filter to start from',
			examples: [42],
			...valuesFrom(kinds[kind].savedList),
		}),
	);

/** A saved filter also keeps fields of the job that it was saved from. */
const isOfTheJob = (name: string): boolean => name === 'name' || OF_THE_JOB.includes(name);

/**
 * The filters saved under an ID; free, and read once per run.
 * @throws Error when the account has no such saved filter, or it holds no filters
 */
export async function loadSavedFilter(kind: Kind, id: number, service: Service): Promise<IDataObject> {
	const filters = await listSavedFilters(kind, service);
	const saved = filters.find((filter) => asInteger(filter.id) === id);
	const held = saved?.data;
	if (!isObject(held)) {
		throw saved === undefined
			? new AdvisedError(
					`The account has no saved filter ${id} for ${kind}`,
					"Nothing was charged. Choose another one in 'Saved Filter'.",
				)
			: new AdvisedError(
					`The service did not return the content of saved filter ${id}`,
					'Nothing was charged. Enter the filters instead.',
				);
	}
	return Object.fromEntries(Object.entries(held).filter(([name]) => !isOfTheJob(name)));
}
