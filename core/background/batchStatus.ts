import type { IDataObject } from 'n8n-workflow';

import { reasonIn, saysFailed, saysNoResult } from '../../contract/reason';
import { asId, asInteger, asObject, asRows, asText, firstOf, recordOf } from '../base/json';
import type { Reply } from '../client/request';

/** The status record of a batch, parsed leniently; `raw` is the unchanged response. */
export interface BatchStatus {
	readonly id?: string;
	readonly state: 'processing' | 'completed' | 'failed';
	readonly done?: number;
	readonly total?: number;
	readonly succeeded?: number;
	readonly refunded?: number;
	readonly reason?: string;
	readonly records: readonly IDataObject[];
	readonly raw: IDataObject;
}

function stateOf(raw: IDataObject): BatchStatus['state'] {
	const state = asText(raw.status)?.toLowerCase();
	const hasRecords = asRows(raw.contatos).length > 0;
	if (saysFailed(state) || (!hasRecords && saysNoResult(state))) return 'failed';
	if (state === 'completed' || state === 'processing') return state;
	// Records are only returned once the batch is complete.
	return raw.concluido === true || hasRecords ? 'completed' : 'processing';
}

/** Parses a status record from the status endpoint, a synchronous call or an acknowledgement. */
export function readStatus(body: unknown): BatchStatus {
	const raw = asObject(recordOf(body));
	const state = stateOf(raw);
	return {
		id: asId(raw.id_processamento),
		state,
		done: asInteger(raw.completados),
		total: asInteger(firstOf(raw, 'total_registros', 'total', 'quantidade')),
		// In acknowledgements `sucesso` is a boolean, here a count.
		succeeded: asInteger(raw.sucesso),
		refunded: asInteger(raw.falhou),
		// Only a failed batch has its reason in a message, too.
		reason: reasonIn(state === 'failed' ? raw : { erro: raw.erro, error: raw.error, errors: raw.errors }),
		records: asRows(raw.contatos),
		raw,
	};
}

/** The ID of the batch that a reply is about: in its body or, as specified for 202, at the end of `Location`. */
export const batchIdIn = ({ body, headers }: Reply): string | undefined =>
	readStatus(body).id ?? lastSegment(headers.location);

/** Only the ID is used, so that no request goes to another host. */
const lastSegment = (location: string | undefined): string | undefined =>
	asId(location?.split(/[?#]/)[0].split('/').filter(Boolean).pop());
