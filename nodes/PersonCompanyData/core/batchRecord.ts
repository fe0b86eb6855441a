import type { IDataObject } from 'n8n-workflow';

import { asText, isObject } from './read';

/**
 * What became of a record.
 * - `enriched`: data came back.
 * - `failed`: it failed and its credit was refunded.
 * - `empty`: counted as a success and charged, but without any details.
 */
export type RecordOutcome = 'enriched' | 'failed' | 'empty';

const isFilled = (value: unknown): boolean =>
	Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0;

export function outcomeOf(record: IDataObject): RecordOutcome {
	const status = asText(record.status)?.toLowerCase();
	if (status !== undefined && /^(failed|error|erro|falhou|falha)$/.test(status)) return 'failed';
	if (isFilled(record.detalhes_contato)) return 'enriched';
	return status === undefined && asText(record.erro ?? record.error) !== undefined ? 'failed' : 'empty';
}

/**
 * A result record as an output item. Its reason of failure never stands under `error`: n8n would take the
 * item for a failed one and run the node again.
 */
export function recordItem(record: IDataObject, batchId: string | undefined): IDataObject {
	const outcome = outcomeOf(record);
	const first: IDataObject = batchId === undefined ? { outcome } : { id_processamento: batchId, outcome };
	// First in the table, whatever the record itself calls an outcome.
	return Object.assign(first, withoutErrorKey(record), { outcome });
}

/** An answer as an output item, with its reason of failure under `erro`. */
export function withoutErrorKey(answer: IDataObject): IDataObject {
	const { error, ...rest } = answer;
	return error === undefined ? rest : { erro: error, ...rest };
}
