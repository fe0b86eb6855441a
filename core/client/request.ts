import mapValues from 'lodash/mapValues';
import pick from 'lodash/pick';
import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { Endpoint, FreeEndpoint } from '../../contract/model/endpoint';
import { isHtml, recognize, retryAfterSeconds, type ErrorKind } from '../../contract/errors';
import { assumedLimits } from '../../contract/model/limits';
import { wirePath, wireValue } from '../../contract/brandTerms';
import { clock } from '../base/clock';
import { CREDENTIAL, type Connection } from './connection';
import { ServiceFailure, WEB_PAGE, type FailureKind } from './failure';
import { attempt, collect, isStream, turnIfDue } from '../base/async';
import { isObject, parseJson } from '../base/json';
import { asBody, type Body } from '../read/answer';
import { messageIn } from '../read/error';

export interface Call<E extends Endpoint = Endpoint> {
	readonly endpoint: E;
	readonly path?: Readonly<Record<string, string>>;
	readonly query?: IDataObject;
	readonly body?: IDataObject;
	readonly headers?: IDataObject;
	/** Records in a file of the body, which the contract cannot count. */
	readonly records?: number;
}

export type FreeCall = Call<FreeEndpoint>;

declare const PURCHASED: unique symbol;

/** Sent by `core/purchase` alone, which sees to it that nothing is paid for twice. */
export type PurchaseCall = Call & { readonly [PURCHASED]: true };

/** A cast, for `core/purchase` only: a test enforces it. */
export const purchaseCall = (call: Call): PurchaseCall => call as PurchaseCall;

export type SendableCall = FreeCall | PurchaseCall;

const HEADERS = ['location', 'retry-after', 'idempotency-replayed'] as const;

/** A 2xx response with JSON. */
export interface Reply {
	readonly status: number;
	readonly headers: Readonly<Partial<Record<(typeof HEADERS)[number], string>>>;
	readonly body: Body;
	/** Characters of the body. */
	readonly size: number;
	/** An earlier attempt of the call got no response. */
	readonly afterLoss?: boolean;
}

/** Whether it repeats the response to an earlier call with the same idempotency key, which was charged then. */
export const isReplayed = ({ headers }: Reply): boolean => headers['idempotency-replayed'] === 'true';

type Context = IExecuteFunctions | ILoadOptionsFunctions;

/** The connection was never made; after any other code, the service may have got the request. */
const NO_CONNECTION = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$|CERT/;
const TIMEOUT = /^(ECONNABORTED|E(SOCKET)?TIMEDOUT)$/;

/** Never shorter than the service may hold the call. */
function secondsFor({ holdSeconds }: Endpoint, wanted?: number): number {
	const { requestSeconds: usual, heldRequestSeconds: held } = assumedLimits;
	return holdSeconds === undefined ? (wanted ?? usual) : Math.max(held, wanted ?? held);
}

/** `.` and `..` would climb the path: they become text that matches no ID. */
const fillPath = (path: string, values: Readonly<Record<string, string>> = {}): string =>
	path.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(values[name] ?? '').replace(/^\.{1,2}$/, (dots) => dots.replaceAll('.', '%252E')),
	);

function optionsOf(call: Call, connection: Connection, seconds?: number): IHttpRequestOptions {
	const { endpoint, path, query = {}, body, headers } = call;
	const { brandTerms } = connection;
	const translate = (values: IDataObject, schema: Endpoint['query']): IDataObject =>
		wireValue(values, schema, brandTerms) as IDataObject;
	return {
		method: endpoint.method,
		url: `${connection.baseUrl}${wirePath(fillPath(endpoint.path, path), brandTerms)}`,
		headers: { Accept: 'application/json', ...headers },
		qs: translate(query, endpoint.query),
		arrayFormat: 'repeat',
		...(body && { body: translate(body, endpoint.body) }),
		// A small compressed response can unpack to more than n8n has memory for: count bytes as they arrive.
		encoding: 'stream',
		timeout: secondsFor(endpoint, seconds) * 1000,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect could carry the key to another host or turn a POST into a GET.
		disableFollowRedirect: true,
	};
}

const MOST_BYTES = assumedLimits.answerMegabytes * 1024 * 1024;
const LONGEST_ERROR = 64 * 1024;

async function textOf({ body }: IN8nHttpFullResponse, late: AbortSignal): Promise<string | undefined> {
	// Such as a mock response in an n8n test.
	if (!isStream(body)) return typeof body === 'string' ? body : JSON.stringify(body ?? '');
	return (await collect(body, MOST_BYTES, late))?.toString('utf8').replace(/^\uFEFF/, '');
}

const SCANNED_AT_ONCE = 1_000_000;

/** Whether JSON has more values than n8n has memory for, or more levels than it can store; parsing would block it. */
async function isTooFull(text: string): Promise<boolean> {
	const { answerValues, answerLevels } = assumedLimits;
	let values = 0;
	let levels = 0;
	let isQuoted = false;
	for (let at = 0; at < text.length && values <= answerValues; await turnIfDue()) {
		for (const end = at + SCANNED_AT_ONCE; at < end && at < text.length; at++) {
			const sign = text[at];
			if (sign === '"') isQuoted = !isQuoted;
			else if (sign === '\\') at++;
			else if (isQuoted) continue;
			else if (sign === ',') values++;
			else if (sign === ']' || sign === '}') levels--;
			else if (sign === '[' || sign === '{') {
				values++;
				if (++levels > answerLevels) return true;
			}
		}
	}
	return values > answerValues;
}

function codeOf(error: unknown): string | undefined {
	const found = [error, isObject(error) ? error.cause : undefined].filter(isObject);
	const codes = found.map(({ code, httpCode }) => code ?? httpCode);
	return codes.find((code): code is string => typeof code === 'string');
}

/** @throws SyntaxError when it is empty, truncated or a web page */
const readJson = async (text: string, { withoutKey }: Connection): Promise<Body> =>
	asBody(parseJson(text, withoutKey));

function kindFor(endpoint: Endpoint, kind: ErrorKind): ErrorKind {
	// Only a result can be pending; elsewhere such a message rejects the request.
	if (kind === 'pending' && !endpoint.mayBePending) return 'rejected';
	// Only synchronous calls have slots; elsewhere a 429 is a limit, and repeating makes it worse.
	return kind === 'noSlot' && endpoint.holdSeconds === undefined ? 'limit' : kind;
}

/** Sends only to the credential's host; no other code sends the key. @throws ServiceFailure except for 2xx JSON */
export async function send(
	context: Context,
	connection: Connection,
	call: SendableCall,
	timeoutSeconds?: number,
): Promise<Reply> {
	const { endpoint } = call;
	const sentAt = clock.now();
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const fail = (kind: FailureKind, more: Partial<ConstructorParameters<typeof ServiceFailure>[0]> = {}) =>
		new ServiceFailure({ kind, endpoint, elapsedMs: clock.now() - sentAt, ...more });

	const options = optionsOf(call, connection, timeoutSeconds);
	// n8n's timeout ends when the response begins.
	const late = AbortSignal.timeout(options.timeout ?? 0);
	let response: IN8nHttpFullResponse;
	let text: string | undefined;
	try {
		response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			options,
			connection.authentication(),
		)) as IN8nHttpFullResponse;
		text = await textOf(response, late);
	} catch (error) {
		if (signal?.aborted) throw fail('cancelled');
		if (late.aborted) throw fail('timeout');
		const cause = codeOf(error);
		if (NO_CONNECTION.test(cause ?? '')) throw fail('noConnection', { cause });
		throw fail(TIMEOUT.test(cause ?? '') ? 'timeout' : 'reset', { cause });
	}

	const status = response.statusCode;
	const headers: Reply['headers'] = mapValues(pick(response.headers, HEADERS), (value) =>
		connection.withoutKey(String(value)),
	);
	if (text === undefined) throw fail('tooLarge', { status });
	if (status < 200 || status >= 300) {
		const beginning = text.slice(0, LONGEST_ERROR);
		const words = messageIn(beginning);
		throw fail(kindFor(endpoint, recognize(status, headers, beginning)), {
			status,
			serviceText: words && connection.redact(words),
			retryAfterSeconds: retryAfterSeconds(headers),
		});
	}
	if (await isTooFull(text)) throw fail('tooLarge', { status });
	const body = await attempt(readJson(text, connection));
	await turnIfDue();
	const size = text.length;
	if (body.ok) return { status, headers, size, body: body.value };
	// Accepted: the result is read at `Location`, and nothing is sent again.
	if (status === 202 && headers.location !== undefined) return { status, headers, size, body: asBody({}) };
	const cause = isHtml(text) ? WEB_PAGE : text.trim() === '' ? 'an empty response' : 'incomplete JSON';
	throw fail('unreadable', { status, cause });
}
