import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { NOT_READY } from '../../contract/errors';
import { reasonIn } from './error';
import { readAnswer } from './answer';
import { stateOf } from './coerce';

/** What the service answers when asked for the result of a job (several). */
type JobResult =
	| { readonly is: 'pending' }
	| { readonly is: 'failed'; readonly reason?: string }
	| { readonly is: 'done'; readonly link: string; readonly raw: IDataObject }
	| { readonly is: 'unknown'; readonly raw: IDataObject };

export function readJob(body: unknown): JobResult {
	const { kind, raw, reason = '', fields } = readAnswer(endpoints.prospectingResult, body);
	// A job taken as over without a result would be paid for again.
	if (kind === 'notFound' || NOT_READY.test(reason)) return { is: 'pending' };
	const { file: link = '' } = fields;
	if (/^\w+:\/\//.test(link)) return { is: 'done', link, raw };
	const state = kind === 'error' ? 'failed' : stateOf(raw);
	if (state === 'pending') return { is: 'pending' };
	return state === 'failed' ? { is: 'failed', reason: reasonIn(raw) } : { is: 'unknown', raw };
}
