import type { IDataObject } from 'n8n-workflow';

import { asText, isFilled, isObject } from '../base/json';

/**
 * Outcome of a record.
 * - `enriched`: data was returned.
 * - `failed`: it failed and its credit was refunded.
 * - `empty`: counted as a success but without details; charged in a batch, refunded in a synchronous call.
 */
export type RecordOutcome = 'enriched' | 'failed' | 'empty';

export function outcomeOf(record: IDataObject): RecordOutcome {
	const status = asText(record.status)?.toLowerCase();
	if (status !== undefined && /^(failed|error|erro|falhou|falha)$/.test(status)) return 'failed';
	if (isFilled(record.detalhes_contato)) return 'enriched';
	return status === undefined && asText(record.erro ?? record.error) !== undefined ? 'failed' : 'empty';
}

/** Builds the output item of a result record. */
export function recordItem(record: IDataObject, batchId: string | undefined): IDataObject {
	const outcome = outcomeOf(record);
	const first: IDataObject = batchId === undefined ? { outcome } : { id_processamento: batchId, outcome };
	// First column in the output pane; overrides an `outcome` of the record itself.
	return { ...first, ...record, outcome };
}

/** The reason the service gives for a failed record, if any. */
export const failureOf = (record: IDataObject): string | undefined => {
	const reason = record.erro ?? record.error ?? record.mensagem ?? record.message;
	return asText(isObject(reason) ? (reason.description ?? reason.message) : reason);
};
