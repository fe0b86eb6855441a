import type { IDataObject } from 'n8n-workflow';

import { NOT_READY } from '../../contract/errors';
import { saysDone, saysFailed, saysNoResult, saysRunning } from '../../contract/reason';
import { carriesError, reasonIn } from '../read/error';
import { isAboutAnswer, asObject, asRows, asText, isFilled, layersOf, listOf, recordOf } from '../base/json';

/** What the service answers when it is asked for the result of a job; its specification shows no field of it. */
export type JobResult =
	/** With the service's words for its state, if it says any. */
	| { readonly is: 'pending'; readonly state?: string }
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
/** Those of them that a person or company may have as well. */
const ADDRESSES = ['url', 'link'];

/** Fields that say something about a job; a row has others. */
const ABOUT_A_JOB = ['id', 'job_id', 'job_type', 'layout_id', 'situacao', 'progress', 'progresso'];

const isLink = (value: unknown): value is string => typeof value === 'string' && /^\w+:\/\//.test(value);

/** Names of fields of a person or company. */
const OF_SOMEBODY = /^(cpf|cnpj|cpf_cnpj|cnpj_cpf|documento?|id_pessoa|id_empresa|razao[_ ]social)$/i;

/** The links that may be in a place. In the row of a person or company, an address may be its own, not that of a file. */
function linksAt(place: unknown): unknown[] {
	const record = asObject(place);
	const isOfSomebody = Object.entries(record).some(
		([name, value]) => OF_SOMEBODY.test(name) && isFilled(value),
	);
	return LINK_NAMES.filter((name) => !isOfSomebody || !ADDRESSES.includes(name)).map((name) => record[name]);
}

function linkIn(body: unknown): string | undefined {
	if (isLink(body)) return body;
	const list = listOf(body);
	if (list !== undefined && list.length > 1) return undefined;
	const places = [body, recordOf(body), list?.[0]];
	return places.flatMap((place) => (isLink(place) ? place : linksAt(place))).find(isLink);
}

/** Whether a field says nothing of a result. */
const isAside = ([name, value]: readonly [string, unknown]): boolean =>
	ABOUT_A_JOB.includes(name) || isAboutAnswer(name) || !isFilled(value);

const isAboutTheJob = (record: IDataObject): boolean =>
	Object.entries(record).every((field) => isAside(field) || typeof field[1] === 'boolean');

/** An entry of a list; of several links, each is a row of its own. */
const asRow = (entry: unknown): unknown => (isLink(entry) ? { file: entry } : entry);

const statusOf = (record: IDataObject): string =>
	asText(record.status ?? record.state ?? record.situacao) ?? '';

/**
 * The state of a job that has not ended (guess; the service usually responds with 400). No word is specified: in a
 * record of the job alone, each that does not say that it has ended means that it is running.
 */
function runningState(record: IDataObject): string | undefined {
	const state = statusOf(record);
	const isRunning = saysRunning(state) || (isAboutTheJob(record) && /\p{L}/u.test(state) && !saysDone(state));
	return isRunning ? state : undefined;
}

const saysNotReady = (record: IDataObject): boolean => NOT_READY.test(reasonIn(record) ?? '');

/** Also with status 200, an error may only say that the job is not done yet. */
const hasFailed = (record: IDataObject): boolean =>
	saysFailed(statusOf(record)) ||
	(isAboutTheJob(record) &&
		(saysNoResult(statusOf(record)) || (carriesError(record) && !saysNotReady(record))));

/** Why a job failed, or else the word for how it ended. */
function failureReason(failed: IDataObject, said: readonly IDataObject[]): string | undefined {
	const reason = said.map(reasonIn).find((text) => text !== undefined);
	const state = statusOf(failed);
	return reason ?? (saysNoResult(state) && !saysFailed(state) ? state : undefined);
}

/** Reads the result of a job, in whichever shape it comes: a link, rows, or what the service says instead of them. */
export function readJobResult(body: unknown): JobResult {
	const link = linkIn(body);
	const list = listOf(body);
	const rows = asRows(list?.map(asRow) ?? recordOf(body)).filter(isFilled);
	// Of a list, an entry with a flag may be a row, such as one that says whether somebody was found.
	const isAnswer =
		rows.length === 1 &&
		(list === undefined ? isAboutTheJob(rows[0]) : Object.entries(rows[0]).every(isAside));
	// What wraps a list is no row.
	const about = layersOf(body).slice(0, list === undefined ? 1 : undefined);
	const said = [...about, ...(isAnswer || list === undefined ? rows : [])];
	const failed = said.find(hasFailed);
	const hasData = link !== undefined || (list !== undefined && rows.length > 0 && !isAnswer);
	const [state] = failed === undefined ? said.flatMap((record) => runningState(record) ?? []) : [];
	if (!hasData && state !== undefined) return { is: 'pending', state };
	const failure = failed && { reason: failureReason(failed, said) };
	if (!hasData && failure !== undefined) return { is: 'failed', ...failure };
	// Words or empty fields may come before the result: a job that is taken to be over without one is paid for again.
	const isEmpty = rows.length === 0 && (list === undefined || said.some(saysNotReady));
	const saysNothing = link === undefined && (isAnswer || isEmpty);
	if (saysNothing && !said.some((record) => saysDone(statusOf(record))))
		return { is: 'pending', state: said.map(reasonIn).find((text) => text !== undefined) };
	return { is: 'done', link, rows: isAnswer ? [] : rows, ...(failure && { failure }) };
}
