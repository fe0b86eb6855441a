import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { Endpoint, FreeEndpoint } from '../../contract/model/endpoint';
import { messageIn, recognise, retryAfterSeconds, type ErrorKind } from '../../contract/errors';
import { isHtml } from '../../contract/errorBody';
import { parseExact } from '../../contract/exactJson';
import { isCharged } from '../../contract/model/billing';
import { assumedLimits } from '../../contract/model/limits';
import { wirePath, wireValue } from '../../contract/liveNames';
import { clock } from '../base/clock';
import { CREDENTIAL, type AccountPace, type Connection } from './connection';
import { endOfBlock, ServiceFailure, type FailureKind } from './failure';
import { beginning, collect, isStream, TimeLimit, turnIfDue } from '../base/async';
import { eachText, isObject } from '../base/json';
import { asBody, type Body } from '../read/answer';
import { readStatus } from '../read/batch';
import { LONGEST_READ, withoutPersonalData } from '../base/redact';

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

/** The query of a call as it is sent. */
const queryOf = (call: Call, connection: Connection, overrides: Overrides): IDataObject =>
	merge(translate(call.query ?? {}, call.endpoint.query, connection), overrides.query);

/** Servers refuse longer ones, or close the connection. */
export const LONGEST_QUERY = 16_000;

/** About as many characters as a value takes up in a URL. */
const lengthInUrl = (value: unknown): number =>
	new URLSearchParams([['', typeof value === 'object' ? JSON.stringify(value) : String(value)]]).toString()
		.length;

/** The failure of a call with a query that servers do not take. */
export function tooLong(
	call: Call,
	connection: Connection,
	overrides: Overrides = {},
): ServiceFailure | undefined {
	const parts = Object.entries(queryOf(call, connection, overrides)).map(([name, value]) => ({
		name,
		length: lengthInUrl(name) + lengthInUrl(value),
	}));
	if (parts.reduce((sum, { length }) => sum + length, 0) <= LONGEST_QUERY) return undefined;
	const longest = parts.reduce((most, part) => (part.length > most.length ? part : most));
	const cause = withoutPersonalData(longest.name.slice(0, LONGEST_READ)).slice(0, 100);
	return new ServiceFailure({ kind: 'tooLong', endpoint: call.endpoint, cause });
}

function optionsOf(call: Call, connection: Connection, overrides: Overrides): IHttpRequestOptions {
	const { endpoint } = call;
	const { words } = connection;
	const path = wirePath(fillPath(endpoint.path, call.path), words);
	const body = call.body && merge(translate(call.body, endpoint.body, connection), overrides.body);
	return {
		method: endpoint.method,
		url: `${connection.baseUrl}${path}`,
		headers: { Accept: 'application/json', ...call.headers },
		qs: queryOf(call, connection, overrides),
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
const MOST_ERROR_BYTES = 64 * 1024;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The body of a response as text, of an error its beginning; `undefined` when it is too large. */
async function arrived({ statusCode, body }: IN8nHttpFullResponse, limit: TimeLimit): Promise<unknown> {
	// Such as an answer that n8n has made up for a test.
	if (!isStream(body)) return body ?? '';
	const bytes = limit.arriving(body);
	const read = isSuccess(statusCode)
		? await collect(bytes, MOST_BYTES)
		: await collect(beginning(bytes, MOST_ERROR_BYTES), MOST_ERROR_BYTES);
	return read?.toString('utf8').replace(/^\uFEFF/, '');
}

/** What came instead of JSON. */
function causeOf(received: unknown): string {
	if (isHtml(received)) return 'HTML';
	return typeof received === 'string' && received.trim() === '' ? 'nothing' : 'no JSON';
}

/** Whether the status and the headers tell all that matters, if the body does not arrive. */
const isToldByHead = (response: IN8nHttpFullResponse | undefined): response is IN8nHttpFullResponse =>
	response !== undefined && (!isSuccess(response.statusCode) || isAccepted(response));

/** Accepted: what goes on is read at `Location`, and nothing is sent again. */
const isAccepted = ({ statusCode, headers }: IN8nHttpFullResponse): boolean =>
	statusCode === 202 && headers.location !== undefined;

/** The JSON of a response; `undefined` when it is empty, truncated or a web page. */
function readJson(body: unknown): { readonly value: unknown } | undefined {
	if (typeof body !== 'string') return { value: body };
	try {
		return { value: parseExact(body) };
	} catch {
		return undefined;
	}
}

/** The connection failure behind an error from n8n's helper; keeps nothing else of the error. */
function failureOnTheWay(
	error: unknown,
	signal: AbortSignal | undefined,
	limit: TimeLimit,
): { kind: FailureKind; cause?: string } {
	if (signal?.aborted) return { kind: 'cancelled' };
	if (limit.isOver) return { kind: 'timeout' };
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

const headersOf = ({ headers }: IN8nHttpFullResponse, { key }: Connection): Reply['headers'] =>
	eachText(headers, key.remove) as Reply['headers'];

/** Adjusts a kind of error to the endpoint. */
function kindFor(endpoint: Endpoint, kind: ErrorKind): ErrorKind {
	// Only a result can be pending; elsewhere such a message rejects the request.
	if (kind === 'pending' && !endpoint.mayBePending) return 'rejected';
	// Only synchronous calls have slots; elsewhere a 429 is a limit, and retrying makes it worse.
	return kind === 'noSlot' && endpoint.holdSeconds === undefined ? 'limit' : kind;
}

const REFUSALS: ReadonlySet<FailureKind> = new Set(['rejected', 'notFound']);

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
	const limit = new TimeLimit(options.timeout ?? 0);
	let response: IN8nHttpFullResponse | undefined;
	let received: unknown;
	try {
		response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			options,
			connection.authentication(),
		)) as IN8nHttpFullResponse;
		received = await arrived(response, limit);
	} catch (error) {
		const { kind, cause } = failureOnTheWay(error, signal, limit);
		if (kind === 'cancelled' || !isToldByHead(response)) throw fail(kind, { cause });
		received = '';
	} finally {
		limit.end();
	}

	const status = response.statusCode;
	const headers = headersOf(response, connection);
	if (received === undefined) throw fail('tooLarge', { status });
	const json = readJson(received);
	await turnIfDue();
	if (isSuccess(status)) {
		if (json === undefined && isAccepted(response)) return { status, headers, body: asBody({}) };
		if (json === undefined) throw fail('unreadable', { status, cause: causeOf(received) });
		const body = asBody(withoutKey(String(received), json.value, connection));
		await turnIfDue();
		return { status, headers, body };
	}
	const body = json === undefined ? received : json.value;
	const text = messageIn(body, LONGEST_READ);
	const kind = kindFor(endpoint, recognise(status, headers, body));
	const seconds = retryAfterSeconds(headers);
	const batch = REFUSALS.has(kind) && isCharged(endpoint.billing) ? readStatus(body).id : undefined;
	// Whatever it refused, there is a batch, which may have been charged.
	throw fail(batch === undefined ? kind : 'unexpected', {
		status,
		note:
			batch &&
			`The answer names batch ${connection.key.remove(batch)}: read it with Enrichment Batch > Wait for Completion.`,
		serviceText: text && connection.redact(text, call.query, call.body, overrides.query, overrides.body),
		retryAfterSeconds: seconds,
		blockedUntil: endOfBlock(kind, seconds),
	});
}
