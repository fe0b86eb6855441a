import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { Endpoint, FreeEndpoint } from '../../contract/model/endpoint';
import { isHtml, recognise, retryAfterSeconds, type ErrorKind } from '../../contract/errors';
import { assumedLimits } from '../../contract/model/limits';
import { wirePath, wireValue } from '../../contract/liveNames';
import { clock } from '../base/clock';
import { CREDENTIAL, type AccountPace, type Connection } from './connection';
import { ServiceFailure, type FailureKind } from './failure';
import { collect, isStream, turnIfDue } from '../base/async';
import { eachText, isObject, parseJson } from '../base/json';
import { asBody, type Body } from '../read/answer';
import { messageIn } from '../read/error';

/** One API call in the contract's terms. */
export interface Call<E extends Endpoint = Endpoint> {
	readonly endpoint: E;
	/** Values of the path placeholders. */
	readonly path?: Readonly<Record<string, string>>;
	readonly query?: IDataObject;
	readonly body?: IDataObject;
	readonly headers?: IDataObject;
	/** Number of records in a file of the body, which the contract cannot count. */
	readonly records?: number;
	/** Attempts when the service has no free slot, if there is an alternative to waiting for one. */
	readonly slotAttempts?: number;
	/** Runs before each attempt, right before sending; when it fails, nothing is sent. */
	readonly before?: () => Promise<void>;
}

/** A call that never costs anything. */
export type FreeCall = Call<FreeEndpoint>;

declare const RECORDED: unique symbol;

/** A call that the journal (`core/purchase`) has recorded, so that it can be sent without being paid for twice. */
export type RecordedCall = Call & { readonly [RECORDED]: true };

/** Only the journal makes recorded calls; a test holds that. */
export const recorded = (call: Call): RecordedCall => call as RecordedCall;

/** A call that may be sent: one that is free by its type, or one that the journal has recorded. */
export type SendableCall = FreeCall | RecordedCall;

/** What the user can override in a call, in case an assumption of this package is wrong. */
export interface Overrides {
	/** Added to the query; replaces existing names. */
	readonly query?: IDataObject;
	/** Added to the body; objects are merged, other values replaced. */
	readonly body?: IDataObject;
	readonly timeoutSeconds?: number;
}

/** A successful response: a 2xx status and JSON. */
export interface Reply {
	readonly status: number;
	/** By lower-case name. */
	readonly headers: Readonly<Record<string, string | undefined>>;
	readonly body: Body;
	/** True when an earlier attempt of the call got no response. */
	readonly afterLoss?: boolean;
}

/** Whether the response repeats an earlier call with the same idempotency key, which was charged then. */
export const isReplayed = ({ headers }: Reply): boolean => headers['idempotency-replayed'] === 'true';

type Context = IExecuteFunctions | ILoadOptionsFunctions;

/** Connection errors before the request was sent. */
const NEVER_CONNECTED = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'ERR_TLS_CERT_ALTNAME_INVALID',
]);
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);

/** How long to wait for an answer: as the credential says, but never shorter than the service may hold the call. */
function requestSeconds(endpoint: Endpoint, { requestTimeout }: AccountPace): number {
	const { requestSeconds: usual, heldRequestSeconds: held } = assumedLimits;
	return endpoint.holdSeconds === undefined
		? (requestTimeout ?? usual)
		: Math.max(held, requestTimeout ?? held);
}

/** Encodes a value as one path segment. `.` and `..`, which would climb, become text that matches no ID. */
const segment = (value: string): string =>
	encodeURIComponent(value).replace(/^\.{1,2}$/, (dots) => dots.replaceAll('.', '%252E'));

/** Fills the path placeholders; a value can never add or remove a segment, nor add a query. */
const fillPath = (path: string, values: Readonly<Record<string, string>> = {}): string =>
	path.replace(/\{(\w+)\}/g, (_, name: string) => segment(values[name] ?? ''));

/** Adds values to what is sent: objects are merged, other values replaced. */
export function merge(base: IDataObject, added: IDataObject = {}): IDataObject {
	// A map: on a plain object, `__proto__` would not become a field but change what cost calculation reads.
	const merged = new Map(Object.entries(base));
	for (const [name, value] of Object.entries(added)) {
		const before = merged.get(name);
		merged.set(name, isObject(before) && isObject(value) ? merge(before, value) : value);
	}
	return Object.fromEntries(merged);
}

const translate = (values: IDataObject, schema: Endpoint['query'], connection: Connection): IDataObject =>
	wireValue(values, schema, connection.words) as IDataObject;

function optionsOf(call: Call, connection: Connection, overrides: Overrides): IHttpRequestOptions {
	const { endpoint } = call;
	const { words } = connection;
	const path = wirePath(fillPath(endpoint.path, call.path), words);
	const body = call.body && merge(translate(call.body, endpoint.body, connection), overrides.body);
	return {
		method: endpoint.method,
		url: `${connection.baseUrl}${path}`,
		headers: { Accept: 'application/json', ...call.headers },
		qs: merge(translate(call.query ?? {}, endpoint.query, connection), overrides.query),
		arrayFormat: 'repeat',
		...(body && { body }),
		// Counted as it comes: a small compressed response can unpack to more than n8n has memory for.
		encoding: 'stream',
		timeout: (overrides.timeoutSeconds ?? requestSeconds(endpoint, connection.pace)) * 1000,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect could carry the key to another host or turn a POST into a GET.
		disableFollowRedirect: true,
	};
}

/** Eight times the largest answer of the specification, the status of 10,000 contacts. */
export const MOST_BYTES = 64 * 1024 * 1024;
/** What an error says stands at its beginning. */
const LONGEST_ERROR = 64 * 1024;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The body of a response as text; `undefined` when it is too large. */
async function textOf({ body }: IN8nHttpFullResponse, late: AbortSignal): Promise<string | undefined> {
	// Such as an answer that n8n has made up for a test.
	if (!isStream(body)) return typeof body === 'string' ? body : JSON.stringify(body ?? '');
	return (await collect(body, MOST_BYTES, late))?.toString('utf8').replace(/^\uFEFF/, '');
}

/** What came instead of JSON. */
const causeOf = (text: string): string =>
	isHtml(text) ? 'HTML' : text.trim() === '' ? 'nothing' : 'no JSON';

/** The JSON of a response; `undefined` when it is empty, truncated, a web page or nested endlessly. */
function readJson(text: string): { readonly value: unknown } | undefined {
	try {
		return { value: parseJson(text) };
	} catch {
		return undefined;
	}
}

/** The connection failure behind an error from n8n's helper; keeps nothing else of the error. */
function failureOnTheWay(
	error: unknown,
	signal: AbortSignal | undefined,
	late: AbortSignal,
): { kind: FailureKind; cause?: string } {
	if (signal?.aborted) return { kind: 'cancelled' };
	if (late.aborted) return { kind: 'timeout' };
	const found = [error, isObject(error) ? error.cause : undefined].filter(isObject);
	const code = found.map(({ code, httpCode }) => code ?? httpCode).find((value) => typeof value === 'string');
	const cause = typeof code === 'string' ? code : undefined;
	if (cause !== undefined && NEVER_CONNECTED.has(cause)) return { kind: 'noConnection', cause };
	if (cause !== undefined && TIMED_OUT.has(cause)) return { kind: 'timeout', cause };
	return { kind: 'reset', cause };
}

/** What is read of a response, without the key where the service has repeated it. */
function withoutKey(raw: string, value: unknown, { key }: Connection): unknown {
	return key.isIn(raw) ? eachText(value, key.remove) : value;
}

/** Adjusts a kind of error to the endpoint. */
function kindFor(endpoint: Endpoint, kind: ErrorKind): ErrorKind {
	// Only a result can be pending; elsewhere such a message rejects the request.
	if (kind === 'pending' && !endpoint.mayBePending) return 'rejected';
	// Only synchronous calls have slots; elsewhere a 429 is a limit, and retrying makes it worse.
	return kind === 'noSlot' && endpoint.holdSeconds === undefined ? 'limit' : kind;
}

const cancelSignal = (context: Context): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/**
 * Sends one request; no other code of the package sends the API key. Follows no redirects and sends only to the host of the
 * credential.
 * @returns the response, when it has a 2xx status and holds JSON.
 * @throws ServiceFailure for everything else; it holds neither key nor request.
 */
export async function send(
	context: Context,
	connection: Connection,
	call: SendableCall,
	overrides: Overrides = {},
): Promise<Reply> {
	const { endpoint } = call;
	const sentAt = clock.now();
	const signal = cancelSignal(context);
	const fail = (kind: FailureKind, more: Partial<ConstructorParameters<typeof ServiceFailure>[0]> = {}) =>
		new ServiceFailure({ kind, endpoint, elapsedMs: clock.now() - sentAt, ...more });

	if (signal?.aborted) throw fail('notSent', { serviceText: 'The execution was stopped.' });
	const options = optionsOf(call, connection, overrides);
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
		const { kind, cause } = failureOnTheWay(error, signal, late);
		throw fail(kind, { cause });
	}

	const status = response.statusCode;
	const headers = eachText(response.headers, connection.key.remove) as Reply['headers'];
	if (text === undefined) throw fail('tooLarge', { status });
	if (!isSuccess(status)) {
		const beginning = text.slice(0, LONGEST_ERROR);
		const words = messageIn(beginning);
		throw fail(kindFor(endpoint, recognise(status, headers, beginning)), {
			status,
			serviceText: words && connection.redact(words, call.query, call.body, overrides.query, overrides.body),
			retryAfterSeconds: retryAfterSeconds(headers),
		});
	}
	const json = readJson(text);
	await turnIfDue();
	if (json === undefined) {
		// Accepted: what goes on is read at `Location`, and nothing is sent again.
		if (status === 202 && headers.location !== undefined) return { status, headers, body: asBody({}) };
		throw fail('unreadable', { status, cause: causeOf(text) });
	}
	const body = asBody(withoutKey(text, json.value, connection));
	await turnIfDue();
	return { status, headers, body };
}
