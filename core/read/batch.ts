import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { resultRecord, statusRecord } from '../../contract/model/fields';
import { asId, asText, isFilled, isObject } from '../base/json';
import { reasonIn } from './error';
import { readAnswer, stateOf } from './answer';
import { ID_NAMES } from './contacts';

export interface BatchStatus {
	readonly id?: string;
	readonly state: 'processing' | 'completed' | 'failed';
	/** Whether it says that it goes on; what says nothing of its state is `processing`, too. */
	readonly isRunning: boolean;
	/** Whether it is about a batch, and not only an error of the answer or nothing. */
	readonly isOfBatch: boolean;
	readonly isUnknown: boolean;
	readonly word?: string;
	/** Whether what a failed batch does not show as enriched was refunded, by its counts. */
	readonly isRefunded: boolean;
	readonly done?: number;
	readonly total?: number;
	readonly succeeded?: number;
	readonly refunded?: number;
	readonly reason?: string;
	/** None while it is processing. */
	readonly records: readonly IDataObject[];
	readonly raw: IDataObject;
}

const NOTHING = {
	state: 'processing',
	isRunning: false,
	isOfBatch: false,
	isUnknown: false,
	isRefunded: false,
	records: [],
	raw: {},
} as const;

/** Reads the answer of the status endpoint or of a synchronous call, an acknowledgement, or what was pushed. */
export function readStatus(body: unknown): BatchStatus {
	const answer = readAnswer(endpoints.batchStatus, body);
	if (answer.kind === 'notFound') return NOTHING;
	if (answer.kind === 'unknown') return { ...NOTHING, isUnknown: true, raw: answer.raw };
	if (answer.kind === 'error') return { ...NOTHING, state: 'failed', reason: answer.reason };
	const { kind, fields, raw } = answer;
	const { completados: done, total_registros: total, sucesso: succeeded, falhou: refunded } = fields;
	const listed = Array.isArray(raw.contatos) ? raw.contatos.filter(isObject) : [];
	const isOver = kind === 'ok' && (stateOf(raw) === 'ok' || listed.length > 0);
	const state = kind === 'failed' ? 'failed' : isOver ? 'completed' : 'processing';
	const records = state === 'processing' ? [] : listed;
	const shown = records.filter((record) => outcomeOf(record) !== 'failed').length;
	// Its counts have to cover whatever it does not show.
	const isCovered = (succeeded ?? 0) <= shown && (refunded ?? Infinity) >= (total ?? 0) - shown;
	return {
		...{ id: asId(fields.id_processamento), state, isRunning: kind === 'pending', isOfBatch: true },
		...{ isUnknown: false, word: asText(raw.status), isRefunded: state === 'failed' && isCovered },
		...{ done, total, succeeded, refunded, records, raw },
		reason: reasonIn({ erro: raw.erro, error: raw.error }),
	};
}

/**
 * Outcome of a record.
 * - `enriched`: data was returned.
 * - `failed`: it failed and its credit was refunded.
 * - `empty`: counted as a success but without details; charged in a batch, refunded in a synchronous call.
 */
export type RecordOutcome = 'enriched' | 'failed' | 'empty';

/** Fields of a record that are not data of its person or company: what was sent, and how it went. */
const NOT_DATA = new Set([
	...Object.keys(resultRecord.properties).filter((name) => name !== 'detalhes_contato'),
	...Object.keys(statusRecord.properties),
	...ID_NAMES.map(([name]) => name),
	...['error', 'outcome'],
]);

/** Whether a value says anything: text, or a number, at any depth. A flag alone does not. */
function saysAnything(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).some(saysAnything);
	return asText(value)?.trim() ? true : false;
}

export function outcomeOf(record: IDataObject): RecordOutcome {
	const status = asText(record.status)?.trim().toLowerCase();
	if (status === 'failed') return 'failed';
	if (Object.entries(record).some(([name, value]) => !NOT_DATA.has(name) && saysAnything(value)))
		return 'enriched';
	return status === undefined && (isFilled(record.erro) || isFilled(record.error)) ? 'failed' : 'empty';
}

/** Whether a record tells what became of its contact: what only repeats the contact does not. */
export const isSettled = (record: IDataObject): boolean =>
	'detalhes_contato' in record || outcomeOf(record) !== 'empty';

export function recordItem(record: IDataObject, batchId: string | undefined): IDataObject {
	const outcome = outcomeOf(record);
	// First column in the output pane; overrides an `outcome` of the record itself.
	const item =
		batchId === undefined ? { outcome, ...record } : { id_processamento: batchId, outcome, ...record };
	return { ...item, outcome };
}
