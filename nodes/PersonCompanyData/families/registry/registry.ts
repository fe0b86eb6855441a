import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../../../../contract/model/endpoint';
import type { Fields } from '../../../../core/form/field';
import { isFilled, rowsOf } from '../../../../core/base/json';
import { simplify } from '../common/fields';
import type { Service } from '../../../../core/client/service';
import { bodyIfFound, ifNothingFound } from '../../../../core/output/nothingFound';

/** What the lookups and searches of the registry share: their form, reading records, and what comes out. */

export const registryFields = {
	simplify: simplify(),
} satisfies Fields;

export const registryOptions = { ifNothingFound } satisfies Fields;

export interface RegistryRequest {
	readonly query: IDataObject;
	readonly simplify: boolean;
}

/** How a kind of record is written out. */
export interface RecordForm {
	/** Puts right what the service is known to write differently, losing nothing. */
	readonly normalize: (record: IDataObject) => IDataObject;
	/** The fields that most workflows need, flat. */
	readonly simplify: (record: IDataObject) => IDataObject;
}

/**
 * Asks for records: a lookup answers a list of none or one, a search a list; an empty answer and 404 both
 * mean that there is nothing (assumed). Equal questions of one run are asked once.
 */
export async function askRegistry(
	endpoint: Endpoint,
	form: RecordForm,
	request: RegistryRequest,
	service: Service,
): Promise<IDataObject[]> {
	const body = await bodyIfFound(service, { endpoint, query: request.query });
	const records = rowsOf(body).filter(isFilled);
	return records.map((record) => {
		const normal = form.normalize(record);
		return { found: true, ...(request.simplify ? form.simplify(normal) : normal) };
	});
}
