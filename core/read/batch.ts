import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { resultRecord, statusRecord } from '../../contract/endpoints/b2b/enrichment';
import type { ValueOf } from '../../contract/model/schema';
import { asText, isBlank, isFilled, isObject } from '../base/json';
import { stateOf, wholeRow, type State } from './coerce';
import { reasonIn } from './error';
import { readAnswer } from './answer';
import { ID_NAMES } from './identifiers';

export interface BatchStatus {
	/** What it is about: `error` and `notFound` do not mention a batch. */
	readonly is: 'batch' | 'error' | 'notFound' | 'unknown';
	readonly id?: string;
	/** Without a word about it, `pending`. */
	readonly state: State;
	/** By its counts, a failed batch refunded all that it does not show as enriched. */
	readonly isRefunded: boolean;
	readonly fields: ValueOf<typeof statusRecord>;
	readonly reason?: string;
	/** None while it is pending. */
	readonly records: readonly IDataObject[];
	readonly raw: IDataObject;
}

/** From the status endpoint, a synchronous call, an acknowledgement or a webhook. */
export function readStatus(body: unknown): BatchStatus {
	const { kind: read, fields, raw, reason } = readAnswer(endpoints.batchStatus, body);
	const kind = Array.isArray(raw.contatos) && fields.contatos === undefined ? 'unknown' : read;
	const id = asText(fields.id_processamento);
	if (kind === 'error' || kind === 'notFound' || kind === 'unknown') {
		const state = kind === 'error' ? 'failed' : 'pending';
		return { is: kind, id, state, isRefunded: false, fields, reason, records: [], raw };
	}
	const { total_registros: total = 0, sucesso: succeeded = 0, falhou: refunded = Infinity } = fields;
	const state = stateOf(raw) ?? 'pending';
	const listed = Array.isArray(raw.contatos) ? raw.contatos.filter(isObject) : [];
	const records = state === 'pending' ? [] : listed;
	// Its counts must account for all that it does not show.
	const isCovered = (): boolean => {
		const shown = records.filter((record) => outcomeOfRecord(record) !== 'failed').length;
		return succeeded <= shown && refunded >= total - shown;
	};
	const isRefunded = state === 'failed' && isCovered();
	const failure = reasonIn({ erro: raw.erro, error: raw.error });
	return { is: 'batch', id, state, isRefunded, fields, reason: failure, records, raw };
}

const NOT_DATA = new Set([
	...Object.keys(resultRecord.properties).filter((name) => name !== 'detalhes_contato'),
	...Object.keys(statusRecord.properties),
	...ID_NAMES.keys(),
	'error',
	'outcome',
]);

/** Text or a number, at any depth; a flag alone does not count. */
function saysAnything(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).some(saysAnything);
	return !isBlank(asText(value));
}

/** `failed` was refunded; `empty` has no details, charged in a batch but refunded in a synchronous call. */
export function outcomeOfRecord(record: IDataObject): 'enriched' | 'failed' | 'empty' {
	const status = asText(record.status)?.trim().toLowerCase();
	if (status === 'failed') return 'failed';
	if (Object.keys(record).some((name) => !NOT_DATA.has(name) && saysAnything(record[name])))
		return 'enriched';
	return status === undefined && (isFilled(record.erro) || isFilled(record.error)) ? 'failed' : 'empty';
}

/** A record that only repeats its contact does not tell what became of it. */
export const tellsOutcome = (record: IDataObject): boolean =>
	'detalhes_contato' in record || outcomeOfRecord(record) !== 'empty';

export function recordItem(record: IDataObject, batchId: string | undefined): IDataObject {
	const outcome = outcomeOfRecord(record);
	// First column in the output pane; overrides an `outcome` of the record.
	const first = batchId === undefined ? { outcome } : { id_processamento: batchId, outcome };
	return { ...first, ...wholeRow(record), outcome };
}
