import type { IDataObject } from 'n8n-workflow';

import { PRICE_FIELDS } from '../../../../contract/model/billing';
import type { Endpoint } from '../../../../contract/model/endpoint';
import { assumedLimits } from '../../../../contract/model/limits';
import { isFilled } from '../../../../core/base/json';
import type { Overrides } from '../../../../core/client/service';
import { inputError, type At } from '../../../../core/form/field';
import type { IfNothingFound } from '../../../../core/output/outcome';

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
 * @throws NodeOperationError for overrides without effect, or that decide what a call costs
 */
export function checkOverrides(
	calls: readonly Endpoint[],
	changed: readonly Endpoint[],
	options: ItemOptions,
	at: At,
): void {
	const { additionalBodyFields: body, additionalQueryParameters: query, requestTimeout: seconds } = options;
	const [main] = calls;
	if (main.method !== 'POST' && isFilled(body)) {
		throw inputError(
			at('additionalBodyFields'),
			'has no effect: the request of this operation has no body.',
			'Use Options > Advanced (JSON) > additionalQueryParameters.',
		);
	}
	for (const [name, added = {}] of Object.entries({
		additionalBodyFields: body,
		additionalQueryParameters: query,
	})) {
		const priced = PRICE_FIELDS.find((field) => added[field] !== undefined);
		if (priced === undefined || changed.length === 0) continue;
		throw inputError(
			at(name),
			`has "${priced}", which decides what a call costs.`,
			'Set it in the form, or choose the operation for that call.',
		);
	}
	const isHeld = calls.some(({ holdSeconds }) => holdSeconds !== undefined);
	if (isHeld && seconds !== undefined && seconds < assumedLimits.heldRequestSeconds) {
		throw inputError(
			at('requestTimeout'),
			`is ${seconds}, but must be at least ${assumedLimits.heldRequestSeconds} here.`,
			'The service holds this call open, and charges it, while it works.',
		);
	}
}
