import type { IDataObject } from 'n8n-workflow';

import { PRICE_FIELDS } from '../../../../contract/model/billing';
import type { Endpoint } from '../../../../contract/model/endpoint';
import type { Overrides } from '../../../../core/client/service';
import { inputError, type At } from '../../../../core/form/field';
import type { IfNothingFound } from '../../../../core/output/result';

/** Options that may differ between items. */
export interface ItemOptions {
	readonly additionalBodyFields?: IDataObject;
	readonly additionalQueryParameters?: IDataObject;
	readonly requestTimeout?: number;
	readonly ifNothingFound?: IfNothingFound;
}

export const overridesOf = (options: ItemOptions): Overrides => ({
	query: options.additionalQueryParameters,
	body: options.additionalBodyFields,
	timeoutSeconds: options.requestTimeout,
});

/**
 * @param changed the endpoints that overrides apply to
 * @throws NodeOperationError for overrides that decide what a call costs
 */
export function checkOverrides(changed: readonly Endpoint[], options: ItemOptions, at: At): void {
	for (const name of ['additionalBodyFields', 'additionalQueryParameters'] as const) {
		const { [name]: added = {} } = options;
		const priced = PRICE_FIELDS.find((field) => added[field] !== undefined);
		if (priced === undefined || changed.length === 0) continue;
		throw inputError(
			at(name),
			`has "${priced}", which decides what a call costs`,
			'Set it in the form, or choose the operation for that call.',
		);
	}
}
