import type { IDataObject } from 'n8n-workflow';

import { asText, isFilled, isObject } from '../base/json';

/**
 * What became of a record.
 * - `enriched`: data came back.
 * - `failed`: it failed and its credit was refunded.
 * - `empty`: counted as a success, but without any details; charged in a batch, refunded in a synchronous call.
 */
export type RecordOutcome = 'enriched' | 'failed' | 'empty';

export function outcomeOf(record: IDataObject): RecordOutcome {
	const status = asText(record.status)?.toLowerCase();
	if (status !== undefined && /^(failed|error|erro|falhou|falha)$/.test(status)) return 'failed';
	if (isFilled(record.detalhes_contato)) return 'enriched';
	return status === undefined && asText(record.erro ?? record.error) !== undefined ? 'failed' : 'empty';
}

/** A result record as an output item. */
export function recordItem(record: IDataObject, batchId: string | undefined): IDataObject {
	const outcome = outcomeOf(record);
	const first: IDataObject = batchId === undefined ? { outcome } : { id_processamento: batchId, outcome };
	// First in the table, whatever the record itself calls an outcome.
	return { ...first, ...record, outcome };
}

/** Why a record failed, in the service's own words, if it gives any. */
export const failureOf = (record: IDataObject): string | undefined => {
	const reason = record.erro ?? record.error ?? record.mensagem ?? record.message;
	return asText(isObject(reason) ? (reason.description ?? reason.message) : reason);
};
