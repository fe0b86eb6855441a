import type { IDataObject } from 'n8n-workflow';

import { quoted } from '../base/redact';
import { failureOf } from './batchRecord';
import type { Outcome, Output, Problem } from './outcome';
import type { Service } from '../client/service';
import { RefundedRecord } from './unfinished';

/** What to do with a record that the service could not enrich. */
export type IfRecordFails = 'output' | 'error';

/** The error of a record that failed; the service's words are without key and CPFs. */
export function recordError(record: IDataObject, { session }: Service): Error {
	const reason = quoted(failureOf(record), session.connection.redact);
	return new RefundedRecord(`The service could not enrich this record${reason}. Its credit was refunded.`);
}

/** Records that failed as failures of their items; one that belongs to no item stays an output. */
export function failRecords(outputs: readonly Output[], service: Service): Outcome {
	const hasFailed = ({ json, items }: Output): boolean => json.outcome === 'failed' && items.length > 0;
	return {
		outputs: outputs.filter((output) => !hasFailed(output)),
		problems: outputs
			.filter(hasFailed)
			.map(({ json, items }): Problem => ({ items, error: recordError(json, service) })),
	};
}
