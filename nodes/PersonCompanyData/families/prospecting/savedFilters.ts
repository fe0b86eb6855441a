import type { IDataObject } from 'n8n-workflow';

import { valuesFrom } from '../../../../contract/model/lists';
import { asInteger, integer, isFilled, isObject, optionalField, rowsOf, type Service } from '../kit';
import { kinds, type Kind } from './kinds';

/** Saved filters: where they are listed, and how one is used. */

/** The filters that the account has saved. */
export const listSavedFilters = async (kind: Kind, service: Service): Promise<IDataObject[]> =>
	rowsOf((await service.ask({ endpoint: kinds[kind].saved })).body).filter(isFilled);

/** A saved filter that the form adds to. */
export const savedFilterField = (kind: Kind) =>
	optionalField(
		integer('Saved Filter', {
			description:
				'Filters saved in the account, to which those above are added; a filter of the same name is replaced. Reading them takes one request per run.',
			examples: [42],
			...valuesFrom(kinds[kind].savedList),
		}),
	);

/** Of what a saved filter holds, the parts that belong to the job it was saved from. */
const OF_THE_JOB = ['export', 'name', 'quantity', 'callback_email', 'plan', 'file_formatting'];

/**
 * The filters saved under an ID; the list of them is read once per run, free of charge.
 * @throws Error when the account has none of this ID, or it holds no filters.
 */
export async function loadSavedFilter(kind: Kind, id: number, service: Service): Promise<IDataObject> {
	const saved = (await listSavedFilters(kind, service)).find((filter) => asInteger(filter.id) === id);
	const held = saved?.data ?? saved?.filters;
	if (!isObject(held)) {
		throw new Error(
			saved === undefined
				? `The account has no saved filter ${id} of ${kind}. Nothing was charged; choose another under Saved Filter.`
				: `The service does not tell what saved filter ${id} holds. Nothing was charged; enter the filters themselves.`,
		);
	}
	return Object.fromEntries(Object.entries(held).filter(([name]) => !OF_THE_JOB.includes(name)));
}
