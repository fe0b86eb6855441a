import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { parseExact } from '../../contract/exactJson';
import { clock } from '../base/clock';
import type { Connection } from '../client/connection';
import { reportsFailure } from '../client/failure';
import { isObject } from '../base/json';
import { attempt, collect, isStream, TimeLimit } from '../base/async';
import { reasonNotToFollow } from './address';
import { lastName } from './text';

/** A fetched file. */
export interface FetchedFile {
	readonly data: Buffer;
	readonly name: string;
	readonly mimeType: string;
}

/** A file that could not be fetched; its content is paid for and still available. */
export class DownloadError extends Error {}

const LONGEST_MS = 300_000;
const MOST_BYTES = 512 * 1024 * 1024;
const TRIES = 3;

/** Only the host: the rest of a link may contain a signature that grants access to the file. */
const hostOf = (link: string): string => (URL.canParse(link) ? new URL(link).host : 'its host');

/** Result of one attempt; `again` is true when another one may succeed. */
type Tried = { readonly file: FetchedFile } | { readonly problem: string; readonly again: boolean };

/**
 * Fetches a file that the service links to, always without the key because the link may point to another
 * host. Does not follow redirects. Fetching is free, so it is retried after a lost response.
 * @throws DownloadError when the file is unavailable; its message contains only the host of the link.
 */
export async function download(
	context: IExecuteFunctions,
	{ baseUrl }: Connection,
	link: string,
): Promise<FetchedFile> {
	const refusal = reasonNotToFollow(link, baseUrl);
	if (refusal !== undefined) throw failed(link, `its link was not followed: ${refusal}`);
	for (let tries = 1; ; tries++) {
		const tried = await tryOnce(context, link);
		if ('file' in tried) return tried.file;
		if (!tried.again || tries === TRIES) throw failed(link, tried.problem);
		const slept = await attempt(clock.sleep(tries * 2000, context.getExecutionCancelSignal()));
		if (!slept.ok) throw failed(link, 'the execution was stopped');
	}
}

const failed = (link: string, problem: string): DownloadError =>
	new DownloadError(
		`The result is ready, but its file at ${hostOf(link)} could not be fetched: ${problem}. Nothing is lost: reading the result again is free. Set Output to Link to output the link itself.`,
	);

async function tryOnce(context: IExecuteFunctions, link: string): Promise<Tried> {
	const limit = new TimeLimit(LONGEST_MS, context.getExecutionCancelSignal());
	const sent = await attempt(
		context.helpers.httpRequest({
			method: 'GET',
			url: link,
			// The length of a compressed response could not be checked.
			headers: { 'Accept-Encoding': 'identity' },
			// Counted as it comes: what a server announces may be wrong, or more than n8n has memory for.
			encoding: 'stream',
			timeout: LONGEST_MS,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// The link may redirect anywhere.
			disableFollowRedirect: true,
			// n8n's timeout ends when the response begins.
			abortSignal: limit.signal,
		}) as Promise<IN8nHttpFullResponse>,
	);
	try {
		return sent.ok ? await readResponse(link, sent.value, limit) : failedConnection(sent.error);
	} finally {
		limit.end();
	}
}

/** n8n's protection against requests into its own network resolves the name; it does so each time. */
const failedConnection = ({ message }: Error): Tried =>
	/^The request was blocked/.test(message)
		? { problem: "n8n's SSRF protection does not allow its address", again: false }
		: { problem: 'the connection failed', again: true };

const TOO_LARGE: Tried = { problem: 'it is larger than 512 MB', again: false };

async function readResponse(
	link: string,
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	limit: TimeLimit,
): Promise<Tried> {
	if (statusCode >= 500) return { problem: `it answered with status ${statusCode}`, again: true };
	if (statusCode >= 300 && statusCode < 400)
		return { problem: 'it redirects to another address', again: false };
	if (statusCode < 200 || statusCode >= 300) {
		return { problem: `it answered with status ${statusCode}`, again: false };
	}
	const announced = Number(headers['content-length'] ?? 0);
	if (announced > MOST_BYTES) return TOO_LARGE;
	if (!isStream(body)) return { problem: 'the response was empty', again: true };
	const read = await attempt(collect(limit.arriving(body), MOST_BYTES));
	if (!read.ok) return { problem: 'the download was incomplete', again: true };
	const data = read.value;
	if (data === undefined) return TOO_LARGE;
	if (data.length === 0) return { problem: 'the response was empty', again: true };
	if (headers['content-encoding'] === undefined && data.length < announced) {
		return { problem: 'the download was incomplete', again: true };
	}
	if (isErrorPage(data)) return { problem: 'it answered with an error instead of a file', again: false };
	return { file: { data, name: nameOf(link, headers), mimeType: mimeTypeOf(headers) } };
}

/** An error of a store of files is short. */
const LONGEST_ERROR = 20_000;

/** Whether what came is no file but a web page, or an error in XML or JSON. It may quote the link, so it is not shown. */
function isErrorPage(data: Buffer): boolean {
	const beginning = data
		.subarray(0, 1000)
		.toString('utf8')
		.replace(/^\uFEFF/, '')
		.trimStart();
	if (/^<(!doctype html|html|head|body|error|\?xml[^>]*>\s*<error)\b/i.test(beginning)) return true;
	if (!beginning.startsWith('{') || data.length > LONGEST_ERROR) return false;
	try {
		return reportsFailure(parseExact(data.toString('utf8')));
	} catch {
		return false;
	}
}

const LONGEST_HEADER = 2000;

const header = (headers: unknown, name: string): string =>
	isObject(headers) && typeof headers[name] === 'string' ? headers[name].slice(0, LONGEST_HEADER) : '';

const mimeTypeOf = (headers: unknown): string =>
	header(headers, 'content-type').split(';')[0].trim() || 'application/octet-stream';

/** The file name from the response headers, or else the last part of the link; never includes a folder. */
function nameOf(link: string, headers: unknown): string {
	const disposition = header(headers, 'content-disposition');
	const encoded = /filename\*=(?:UTF-8|utf-8)''([^;\s]+)/.exec(disposition)?.[1];
	const [, quoted, plain] = /filename=(?:"([^"]*)"|([^";]+))/.exec(disposition) ?? [];
	const given = encoded ?? quoted ?? plain ?? new URL(link).pathname.split('/').pop() ?? '';
	const decoded = /%[0-9a-f]{2}/i.test(given) ? safelyDecoded(given) : given;
	const name = (lastName(decoded) ?? '').replace(/[^\p{L}\p{N} ._()-]/gu, '_').trim();
	return name || 'result';
}

/** Decodes percent escapes; invalid ones stay as they are. */
const safelyDecoded = (text: string): string =>
	new URLSearchParams(`a=${text.replace(/[+&]/g, encodeURIComponent)}`).get('a') ?? text;
