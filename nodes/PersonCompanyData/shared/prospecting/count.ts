import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import { attempt } from '../../../../core/base/async';
import { explained } from '../../../../core/base/errors';
import { asInteger, defined } from '../../../../core/base/json';
import { isUncharged, NotSent, ServiceFailure } from '../../../../core/client/failure';
import type { FreeCall } from '../../../../core/client/request';
import type { Service } from '../../../../core/client/service';
import { NothingFound } from '../../../../core/output/result';
import { readAnswer, UnknownAnswer } from '../../../../core/read/answer';
import { operation, type Operation } from '../../run/operation';
import { filterFields, filterOptions, OF_THE_JOB, readFiltersWithPlace } from './filters';
import { kinds, type Kind } from './kinds';

export function prospectingCount(kind: Kind): Operation {
	const { count: endpoint, many } = kinds[kind];
	return operation({
		name: `Count ${many}`,
		action: `Count ${kind} that match filters`,
		calls: [endpoint],
		fields: filterFields(endpoint.body),
		options: filterOptions,
		prepare: (input, at) => readFiltersWithPlace(endpoint.body, input, at),
		run: async (filters, service) => [await countMatches(kind, filters, service)],
	});
}

/** Counts with exactly the filters of the job, free of charge. */
export async function countForJob(
	kind: Kind,
	body: IDataObject,
	service: Service,
): Promise<{ readonly found?: number; readonly quantity: number }> {
	const { job, isNameFilter } = kinds[kind];
	const { quantity, ...sent } = service.effective({ endpoint: job, body }).body;
	const matching = await countMatches(kind, omit(sent, OF_THE_JOB, isNameFilter ? [] : 'name'), service);
	const found = asInteger(matching.count);
	return { quantity: asInteger(quantity) ?? 1, ...defined({ found }) };
}

/**
 * Checks that there is something to export before a job is charged.
 * @throws NothingFound when nothing matches, NotSent when the matches cannot be counted
 */
export async function checkMatches(kind: Kind, body: IDataObject, service: Service): Promise<void> {
	const counted = await attempt(countForJob(kind, body, service));
	if (!counted.ok) {
		if (!(counted.error instanceof ServiceFailure) || isUncharged(counted.error)) throw counted.error;
		throw new NotSent('The job was not created: its matches could not be counted', explained(counted.error));
	}
	if (counted.value.found === 0) {
		const all = kinds[kind].isNameFilter ? "its filters and 'Person Name Contains'" : 'its filters';
		throw new NothingFound(
			`The job was not created: no records match ${all}`,
			"Nothing was charged. Change them; 'Preview Cost' counts the matches, free.",
		);
	}
}

/** Every integer in the response: the service may count the partners of companies separately. */
async function countMatches(kind: Kind, filters: IDataObject, service: Service): Promise<IDataObject> {
	const call: FreeCall = { endpoint: kinds[kind].count, body: { ...filters, export: false } };
	const { raw } = readAnswer(kinds[kind].count, (await service.ask(call)).body);
	const numbers = Object.entries(raw).filter(([, value]) => asInteger(value) !== undefined);
	if (numbers.length === 0 || 'answer' in raw) throw new UnknownAnswer(raw);
	return Object.fromEntries(numbers.map(([field, value]) => [field, asInteger(value)]));
}
