import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../contract';
import { NOT_READY } from '../../contract/errors';
import { reasonIn } from './error';
import { readAnswer, stateOf } from './answer';

/** What the service answers when asked for the result of a job (several). */
export type JobResult =
	| { readonly is: 'pending' }
	| { readonly is: 'failed'; readonly reason?: string }
	| { readonly is: 'done'; readonly link: string; readonly raw: IDataObject }
	| { readonly is: 'unknown'; readonly raw: IDataObject };

export function readJob(body: unknown): JobResult {
	const answer = readAnswer(endpoints.prospectingResult, body);
	// A job taken as over without a result would be paid for again.
	if (answer.kind === 'notFound') return { is: 'pending' };
	if (answer.kind === 'error') {
		const { reason } = answer;
		return NOT_READY.test(reason ?? '') ? { is: 'pending' } : { is: 'failed', reason };
	}
	const { raw } = answer;
	const link = answer.kind === 'unknown' ? undefined : answer.fields.file;
	if (link !== undefined && /^\w+:\/\//.test(link)) return { is: 'done', link, raw };
	const state = stateOf(raw);
	if (state === 'pending') return { is: 'pending' };
	return state === 'failed' ? { is: 'failed', reason: reasonIn(raw) } : { is: 'unknown', raw };
}
