import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../../contract';
import { fieldsOfOthers } from '../../../../contract/reached';
import { isCharged } from '../../../../contract/model/billing';
import type { Endpoint } from '../../../../contract/model/endpoint';
import { assumedLimits } from '../../../../contract/model/limits';
import { asInteger, isFilled } from '../../../../core/base/json';
import { inputError, type At } from '../../../../core/form/field';
import type { ItemOptions } from './options';

/**
 * Checks that overrides reach something, and do not make another call of the one that they change: its price and how
 * often it may be sent would be others.
 * @param calls the endpoints of the operation
 * @param changed those that overrides apply to
 * @throws NodeOperationError before anything is sent
 */
export function checkOverrides(
	calls: readonly Endpoint[],
	changed: readonly Endpoint[],
	options: ItemOptions,
	at: At,
): void {
	const { additionalBodyFields: body, requestTimeout: seconds } = options;
	const [main] = calls;
	if (main.method !== 'POST' && isFilled(body)) {
		throw inputError(
			at('additionalBodyFields'),
			'has no effect: the request of this operation has no body.',
			'Use Advanced (JSON) > additionalQueryParameters.',
		);
	}
	checkRecords(calls, body, at);
	checkSingle(changed, body, at);
	const foreign = changed.flatMap(fieldsOfOthers).find((name) => body?.[name] !== undefined);
	if (foreign !== undefined) {
		throw inputError(
			at('additionalBodyFields'),
			`has "${foreign}", which belongs to another call at this path, with another price.`,
			'Leave it out, or choose the operation for that call.',
		);
	}
	const isHeld = calls.some(({ holdSeconds }) => holdSeconds !== undefined);
	if (isHeld && seconds !== undefined && seconds < assumedLimits.heldRequestSeconds) {
		throw inputError(
			at('requestTimeout'),
			`is ${seconds}, but must be at least ${assumedLimits.heldRequestSeconds} here: the service holds this call open, and charges it, while it works.`,
		);
	}
}

/**
 * Checks the number of records that an override sets, since the price goes by it.
 * @throws NodeOperationError for one below 1
 */
function checkRecords(calls: readonly Endpoint[], body: IDataObject | undefined, at: At): void {
	const { recordsIn = '' } = calls.find(({ billing }) => isCharged(billing)) ?? {};
	const count = asInteger(body?.[recordsIn]);
	if (count === undefined || count >= 1) return;
	throw inputError(at('additionalBodyFields'), `has ${recordsIn} ${count}, but it must be at least 1.`);
}

/** Fields that list the records that some calls are charged for. */
const LISTS = new Set(Object.values<Endpoint>(endpoints).flatMap(({ recordsIn }) => recordsIn ?? []));

/**
 * Checks that an override makes no batch of a call that is counted as one record: the service may take a list of
 * contacts there, too, and charges each.
 * @throws NodeOperationError for a list of several records
 */
function checkSingle(changed: readonly Endpoint[], body: IDataObject | undefined, at: At): void {
	const singles = changed.filter(({ billing, recordsIn }) => isCharged(billing) && recordsIn === undefined);
	if (singles.length === 0) return;
	for (const name of LISTS) {
		const list = body?.[name];
		if (!Array.isArray(list) || list.length < 2) continue;
		throw inputError(
			at('additionalBodyFields'),
			`has ${list.length} entries in "${name}", each of which the service may charge, but this operation counts one record.`,
			'Leave it out, or choose an operation for batches.',
		);
	}
}
