import type { IDataObject } from 'n8n-workflow';

import { saysDone, saysFailed, saysNoResult, saysRunning } from '../../contract/reason';
import { asFlag, asId, asInteger, asObject, asText, firstOf } from '../base/json';
import type { Reply } from '../client/request';
import { outcomeOf } from '../output/batchRecord';
import { reasonIn } from '../read/error';
import { partsOf, type StatusParts } from './statusParts';

/** The status record of a batch, parsed leniently; `raw` is the unchanged response. */
export interface BatchStatus {
	readonly id?: string;
	readonly state: 'processing' | 'completed' | 'failed';
	/** Whether it says that it goes on; what says nothing of its state is `processing`, too. */
	readonly isRunning: boolean;
	/** Whether anything in it is about a batch, and not about the answer alone. */
	readonly isOfBatch: boolean;
	/** The service's own word for the state. */
	readonly word?: string;
	/** Whether what a failed batch does not show as enriched was refunded: it says that it failed, and its counts allow it. */
	readonly isRefunded: boolean;
	readonly done?: number;
	readonly total?: number;
	readonly succeeded?: number;
	readonly refunded?: number;
	readonly reason?: string;
	/** While it is processing, only those that are done. */
	readonly records: readonly IDataObject[];
	readonly raw: IDataObject;
}

/**
 * The state by what is specified, the word before the flag; then by guessed words, by its counts, and by records in a list,
 * unless one of them goes on.
 */
function stateOf({ said, records, isListed, isOfBatch }: StatusParts): BatchStatus['state'] {
	const { status } = said;
	const word = asText(status)?.trim().toLowerCase();
	if (saysFailed(word) || (!isListed && saysNoResult(word))) return 'failed';
	if (word === 'completed' || word === 'processing') return word;
	const isDone = asFlag(said.concluido);
	if (isDone !== undefined) return isDone ? 'completed' : 'processing';
	const [done, total] = [asInteger(said.completados), asInteger(firstOf(said, ...TOTALS))];
	const goesOn = done !== undefined && total !== undefined && done < total;
	if (saysRunning(word) || goesOn) return 'processing';
	if (isListed && records.some(({ status: own }) => saysRunning(own))) return 'processing';
	// A guessed word may be about the answer alone.
	return isListed || (isOfBatch && saysDone(word)) ? 'completed' : 'processing';
}

const TOTALS = ['total_registros', 'total', 'quantidade'];

/** Whether a record of a batch that goes on is complete itself; the others are not there yet, and not empty. */
const isDone = (record: IDataObject): boolean =>
	!saysRunning(record.status) && outcomeOf(record) === 'enriched';

/** Parses a status record from the status endpoint, a synchronous call or an acknowledgement. */
export function readStatus(body: unknown): BatchStatus {
	const parts = partsOf(body);
	const { raw, said, records, isListed, isOfBatch } = parts;
	const state = stateOf(parts);
	// In acknowledgements `sucesso` is a boolean, here a count.
	const succeeded = asInteger(said.sucesso);
	const [done, total] = [asInteger(said.completados), asInteger(firstOf(said, ...TOTALS))];
	const refunded = asInteger(said.falhou);
	const shown = records.filter((record) => outcomeOf(record) !== 'failed').length;
	const { enriched, already_complete } = asObject(said.rota);
	const resolved = (asInteger(enriched) ?? 0) + (asInteger(already_complete) ?? 0);
	const hasSuccessesNotShown = Math.max(succeeded ?? 0, resolved) > shown;
	// Its count of refunds, where there is one, has to cover whatever it does not show.
	const isCovered = refunded === undefined || refunded >= Math.max(done ?? 0, total ?? 0) - shown;
	return {
		id: asId(said.id_processamento),
		state,
		isRunning: state === 'processing' && (saysRunning(said.status) || asFlag(said.concluido) === false),
		isOfBatch,
		word: asText(said.status),
		isRefunded: saysFailed(said.status) && !hasSuccessesNotShown && isCovered,
		done,
		total,
		succeeded,
		refunded,
		// Only a failed batch has its reason in a message, too.
		reason: reasonIn(state === 'failed' ? said : { erro: said.erro, error: said.error, errors: said.errors }),
		records: state !== 'processing' ? records : isListed ? records.filter(isDone) : [],
		raw,
	};
}

/** The ID of the batch that a reply is about: in its body or, as specified for 202, at the end of `Location`. */
export const batchIdIn = ({ body, headers }: Reply): string | undefined =>
	readStatus(body).id ?? lastSegment(headers.location);

/** Only the ID is used, so that no request goes to another host. */
const lastSegment = (location: string | undefined): string | undefined =>
	asId(location?.split(/[?#]/)[0].split('/').filter(Boolean).pop());
