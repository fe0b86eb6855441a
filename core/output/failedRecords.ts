import type { IDataObject } from 'n8n-workflow';

import { quoted } from '../base/redact';
import { reasonIn } from '../read/error';
import { RefundedRecord, type Outcome, type Output, type Problem } from './outcome';
import type { Service } from '../client/service';

export type IfRecordFails = 'output' | 'error';

/** The service's message is redacted (key and CPFs). */
export function recordError(record: IDataObject, { session }: Service): Error {
	const reason = quoted(reasonIn(record), session.connection.redact);
	return new RefundedRecord(`The service could not enrich this record${reason}`, 'Its credit was refunded.');
}

export function failRecords(outputs: readonly Output[], service: Service): Outcome {
	const hasFailed = ({ json, items }: Output): boolean => json.outcome === 'failed' && items.length > 0;
	return {
		outputs: outputs.filter((output) => !hasFailed(output)),
		problems: outputs
			.filter(hasFailed)
			.map(({ json, items }): Problem => ({ items, error: recordError(json, service) })),
	};
}
