import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { AdvisedError } from '../base/errors';
import { attempt, collect, isStream } from '../base/async';
import type { Connection } from '../client/connection';
import { fileName, type FileContent } from './unzip';

const LONGEST_MS = 300_000;
const MOST_BYTES = 512 * 1024 * 1024;

/** Fetches a linked file without the API key, since the link may point to another host. @throws AdvisedError */
export async function download(
	context: IExecuteFunctions,
	{ baseUrl }: Connection,
	link: string,
): Promise<FileContent> {
	// Only the host: the rest of a link may contain a signature that grants access to the file.
	const host = URL.canParse(link) ? new URL(link).host : 'its host';
	const fail = (problem: string): never => {
		throw new AdvisedError(
			'The result is ready, but its file could not be fetched',
			`From ${host}: ${problem}. Nothing is lost: reading the result again is free. To output the link itself, set 'Return Result As' to 'Link'.`,
		);
	};
	const refusal = reasonNotToFollow(link, baseUrl);
	if (refusal !== undefined) fail(`its link was not followed: ${refusal}`);
	const late = AbortSignal.timeout(LONGEST_MS);
	const stopped = context.getExecutionCancelSignal();
	const signal = stopped === undefined ? late : AbortSignal.any([late, stopped]);
	const sent = await attempt(
		context.helpers.httpRequest({
			method: 'GET',
			url: link,
			// Counted while streaming: the announced length may be wrong, or exceed n8n's memory.
			encoding: 'stream',
			timeout: LONGEST_MS,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			// n8n's timeout ends when the response begins.
			abortSignal: signal,
		}) as Promise<IN8nHttpFullResponse>,
	);
	if (!sent.ok) {
		const isBlocked = /^The request was blocked/.test(sent.error.message);
		return fail(isBlocked ? "n8n's SSRF protection does not allow its address" : 'the connection failed');
	}
	const { statusCode, headers, body } = sent.value;
	const isSuccess = statusCode >= 200 && statusCode < 300;
	const read = isStream(body) ? await attempt(collect(body, isSuccess ? MOST_BYTES : 0, signal)) : undefined;
	if (statusCode >= 300 && statusCode < 400) fail('it redirects to another address');
	if (!isSuccess) fail(`it answered with status ${statusCode}`);
	if (read?.ok === false) fail('the download was incomplete');
	const data = read?.ok === true ? read.value : Buffer.alloc(0);
	if (data === undefined) return fail('it is larger than 512 MB');
	if (data.length === 0) fail('the response was empty');
	const [mimeType] = String(headers['content-type'] ?? '').split(';');
	if (mimeType.trim() === 'text/html') fail('it answered with a web page instead of a file');
	return { data, name: nameOf(link), mimeType: mimeType.trim() };
}

const nameOf = (link: string): string =>
	(fileName(safelyDecoded(new URL(link).pathname)) ?? '').replace(/[^\p{L}\p{N} ._()-]/gu, '_').trim() ||
	'result';

/** Percent-decoded; unlike `decodeURIComponent`, does not throw at a wrong code. */
const safelyDecoded = (text: string): string =>
	new URLSearchParams(`a=${text.replace(/[+&]/g, encodeURIComponent)}`).get('a') ?? text;

/** In the notation of the URL parser. */
const PRIVATE_V4 =
	/^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168|192\.0\.0|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|198\.1[89]|2(?:2[4-9]|[3-5]\d))\.\d/;

/** An IPv6 literal, which has no dot once parsed, is never followed: the service's links have names. */
function isPrivate(written: string): boolean {
	const host = written.replace(/\.$/, '');
	if (/^[\d.]+$/.test(host)) return PRIVATE_V4.test(host);
	return !host.includes('.') || host.endsWith('.localhost');
}

/**
 * Why a link from the service must not be followed; `undefined` if it may be. The key is never sent along, but a
 * link must not lead into n8n's own network or be unencrypted. A node cannot resolve names: n8n does, and refuses
 * private addresses if its SSRF protection is on.
 */
export function reasonNotToFollow(link: string, baseUrl: string): string | undefined {
	if (!URL.canParse(link)) return 'it is not a URL';
	const { protocol, hostname } = new URL(link);
	const base = new URL(baseUrl);
	// A service configured with http://, such as a local one, links to itself the same way.
	const isOwn = hostname === base.hostname;
	if (protocol !== 'https:' && !(isOwn && protocol === 'http:' && base.protocol === 'http:'))
		return 'it does not start with https://';
	return !isOwn && isPrivate(hostname) ? 'it points to a private network address' : undefined;
}
