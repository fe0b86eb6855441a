import type { IDataObject } from 'n8n-workflow';

import { saysDone, saysFailed, saysNoResult, saysRunning } from '../../contract/reason';
import { carriesError, reasonIn } from '../read/error';
import { resultRecord, statusRecord } from '../../contract/model/fields';
import { asText, isFilled, isObject } from '../base/json';
import { areFound, FURTHER_NAMES, identity, IDENTIFIERS, repeatedIn, sentIn } from './contacts';

/**
 * Outcome of a record.
 * - `enriched`: data was returned.
 * - `failed`: it failed and its credit was refunded.
 * - `empty`: counted as a success but without details; charged in a batch, refunded in a synchronous call.
 */
export type RecordOutcome = 'enriched' | 'failed' | 'empty';

/** Names under which a record repeats the contact that was sent; it may as well hold the record itself. */
const SENT = ['contato', 'contact'];

/** Names under which a contact has an identifier of whatever kind, and says which. */
const ANY_KIND = ['tipo', 'type', 'valor', 'value'];

/** Fields of a record that are not data of its person or company: what was sent, and how it went. */
const NOT_DATA = new Set([
	...Object.keys(resultRecord.properties),
	...Object.keys(statusRecord.properties),
	...IDENTIFIERS.filter((name) => name !== 'email'),
	...Object.values(FURTHER_NAMES).flat(),
	...['id', ...SENT, 'outcome', 'success', 'code', 'codigo'],
	...['error', 'errors', 'erros', 'detail', 'mensagem', 'message', 'motivo', 'reason'],
]);
/** Levels of a record that are looked into. */
const DEEPEST = 20;

/** Whether a value says anything: text, or a number, at any depth. A flag alone does not. */
function saysAnything(value: unknown, depth = 0): boolean {
	if (typeof value === 'string') return value.trim() !== '';
	if (typeof value === 'number') return true;
	if (typeof value !== 'object' || value === null) return false;
	return depth === DEEPEST || Object.values(value).some((inner) => saysAnything(inner, depth + 1));
}

/** Whether a record holds data: in `detalhes_contato`, which is optional by the specification, or in itself. */
function hasData(record: IDataObject): boolean {
	if (saysAnything(record.detalhes_contato)) return true;
	const sent = asText(record.valor_entrada);
	return Object.entries(record).some(([name, value]) => {
		if (SENT.includes(name)) {
			if (areFound(value)) return saysAnything(value);
			const named = Object.entries(repeatedIn(value)).filter(([field]) => !ANY_KIND.includes(field));
			return hasData(Object.fromEntries(named));
		}
		if (NOT_DATA.has(name) || !saysAnything(value)) return false;
		if (sent !== undefined) return isObject(value) || identity(value) !== identity(sent);
		if (name !== 'email') return true;
		// Without an identifier of another kind, an email address is what was sent.
		const { kind = name } = sentIn(record);
		const places = [record, ...SENT.map((place) => repeatedIn(record[place]))];
		return (
			kind !== name ||
			IDENTIFIERS.some((other) => other !== name && places.some((place) => isFilled(place[other])))
		);
	});
}

export function outcomeOf(record: IDataObject): RecordOutcome {
	if (saysFailed(record.status)) return 'failed';
	if (hasData(record)) return 'enriched';
	if (saysNoResult(record.status)) return 'failed';
	return asText(record.status) === undefined && carriesError(record) ? 'failed' : 'empty';
}

/** Whether a record tells what became of its contact: one that goes on does not, nor one that only names the contact. */
export const isSettled = (record: IDataObject): boolean =>
	!saysRunning(record.status) &&
	(outcomeOf(record) !== 'empty' || 'detalhes_contato' in record || saysDone(record.status));

/** What a batch says of its records. */
interface Counted {
	readonly records: readonly IDataObject[];
	/** Its count of records that failed, whose credits are refunded (specified as `falhou`). */
	readonly refunded?: number;
	/** Records of the whole batch. */
	readonly total?: number;
}

/**
 * The outcomes of the records of a batch, in their order. Its own count decides how many records without data have
 * failed, but for those with the status that is specified for it.
 */
export function outcomesOf({ records, refunded, total = 0 }: Counted): readonly RecordOutcome[] {
	const outcomes = records.map(outcomeOf);
	if (refunded === undefined) return outcomes;
	const isOpen = (record: IDataObject, i: number): boolean =>
		outcomes[i] !== 'enriched' && !saysFailed(record.status);
	const failed = records.filter(({ status }) => saysFailed(status)).length;
	// Those that look failed first, then those that say why.
	const rank = (i: number): number =>
		outcomes[i] === 'failed' ? 0 : reasonIn(records[i]) === undefined ? 2 : 1;
	const open = [...records.keys()]
		.filter((i) => isOpen(records[i], i))
		.map((i) => ({ i, rank: rank(i) }))
		.sort((one, other) => one.rank - other.rank)
		.map(({ i }) => i);
	// Those that it did not return count, too, but after those that look failed.
	const left = refunded - failed;
	const looking = open.filter((i) => outcomes[i] === 'failed').length;
	const most = Math.min(left, Math.max(looking, left - Math.max(0, total - records.length)));
	const counted = new Map(open.map((i, at): [number, RecordOutcome] => [i, at < most ? 'failed' : 'empty']));
	return outcomes.map((outcome, i) => counted.get(i) ?? outcome);
}

/** Builds the output item of a result record. */
export function recordItem(
	record: IDataObject,
	batchId: string | undefined,
	outcome = outcomeOf(record),
): IDataObject {
	// Only behind fields that are named, V8 takes in a record of many fields at once.
	const item: IDataObject =
		batchId === undefined ? { outcome, ...record } : { id_processamento: batchId, outcome, ...record };
	// First column in the output pane; overrides an `outcome` of the record itself.
	item.outcome = outcome;
	return item;
}
