import type { IDataObject } from 'n8n-workflow';

import { carriesError, reasonIn, saysFailed } from '../../contract/reason';
import { asObject, asRows, asText, isFilled, isObject, listOf, recordOf } from '../base/json';

/** What the service answers when it is asked for the result of a job; its specification shows no field of it. */
export type JobResult =
	| { readonly is: 'pending' }
	| { readonly is: 'failed'; readonly reason?: string }
	| {
			readonly is: 'done';
			/** The link to its file, if it has one. */
			readonly link?: string;
			/** The rows in the answer itself. */
			readonly rows: readonly IDataObject[];
			/** The failure it reports beside its file or rows. */
			readonly failure?: { readonly reason?: string };
	  };

/** Names under which a result links to its file (assumed: several for the first, guesses for the rest). */
const LINK_NAMES = ['file', 'file_url', 'url', 'link', 'download_url', 'arquivo'];

/** Fields that say something about a job; a row has others. */
const ABOUT_A_JOB = [
	...['id', 'job_id', 'job_type', 'layout_id', 'status', 'state', 'situacao', 'timestamp'],
	...['success', 'sucesso', 'error', 'erro', 'errors', 'erros', 'code', 'codigo', 'count', 'total'],
	...['message', 'mensagem', 'detail', 'description', 'motivo', 'reason', 'next', 'previous'],
];

const isLink = (value: unknown): value is string => typeof value === 'string' && /^\w+:\/\//.test(value);

function linkIn(body: unknown): string | undefined {
	if (isLink(body)) return body;
	const list = listOf(body);
	if (list !== undefined && list.length > 1) return undefined;
	const places = [body, recordOf(body), list?.[0]];
	return places
		.flatMap((place) => (isLink(place) ? place : LINK_NAMES.map((name) => asObject(place)[name])))
		.find(isLink);
}

const isAboutTheJob = (record: IDataObject): boolean =>
	Object.entries(record).every(([name, value]) => ABOUT_A_JOB.includes(name) || !isFilled(value));

const statusOf = (record: IDataObject): string =>
	asText(record.status ?? record.state ?? record.situacao) ?? '';

/** Whether a record says that the job is running (guess; the service usually responds with 400). */
const isRunning = (record: IDataObject): boolean =>
	/^(requested|processing|pending|running|queued|processando|pendente)$/i.test(statusOf(record));

const hasFailed = (record: IDataObject): boolean =>
	saysFailed(statusOf(record)) || (isAboutTheJob(record) && carriesError(record));

/** Reads the result of a job, in whichever shape it comes: a link, rows, or what the service says instead of them. */
export function readJobResult(body: unknown): JobResult {
	const link = linkIn(body);
	const list = listOf(body);
	const rows = asRows(list ?? recordOf(body)).filter(isFilled);
	const isAnswer = rows.length === 1 && isAboutTheJob(rows[0]);
	const said = [...(isObject(body) ? [body] : []), ...(isAnswer || list === undefined ? rows : [])];
	const failed = said.find(hasFailed);
	const hasData = link !== undefined || (list !== undefined && rows.length > 0 && !isAnswer);
	if (!hasData && said.some(isRunning)) return { is: 'pending' };
	const failure = failed && { reason: said.map(reasonIn).find((reason) => reason !== undefined) };
	if (!hasData && failure !== undefined) return { is: 'failed', ...failure };
	return { is: 'done', link, rows: isAnswer ? [] : rows, ...(failure && { failure }) };
}
