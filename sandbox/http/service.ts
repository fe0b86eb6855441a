import { type EndpointName, endpoints } from '../../contract';
import type { Endpoint } from '../../contract/model/endpoint';
import { limits } from '../../contract/model/limits';
import { type Answer, json, type WrittenAnswer } from '../base/answer';
import { type IncomingMessage, readText } from '../base/http';
import { Refusal } from '../base/refusal';
import { refusals } from '../base/refusals';
import { neutral, spelled } from '../base/spelling';
import { realPause } from '../base/timers';
import { handlers } from '../handlers';
import { isProcessed, spoiled } from '../state/faults';
import type { LoggedRequest } from '../state/requestLog';
import { type Handler, Reply } from '../world/call';
import type { World } from '../world/world';
import { type Arrival, arrivals } from './arrivals';
import { routeOf, selectEndpoint } from './router';
import { validated } from './validation';

type Body = Readonly<Record<string, unknown>>;

/** A page, as servers answer where no interface is. */
const page = (status: number, title: string, headers: Record<string, string> = {}): WrittenAnswer => ({
	status,
	headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
	text: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
});

/** Serves one call of the service from its first byte to its answer. */
export async function serve(world: World, message: IncomingMessage, url: URL): Promise<Answer> {
	const { requests, settings, config } = world;
	const headers = Object.fromEntries(
		Object.entries(message.headers).map(([name, value]) => [name, String(value)]),
	);
	const { method = '' } = message;
	const incoming = { method, path: url.pathname, query: Object.fromEntries(url.searchParams), headers };
	const request = requests.begin(incoming);
	let answer: Answer = 'reset';
	try {
		const text = await readText(message);
		if (arrivals.hasSubscribers) {
			arrivals.publish({ ...incoming, text, brandTerms: config.brandTerms } satisfies Arrival);
		}
		answer = await answerTo(world, request, { headers, text });
		if (settings.latencyMs > 0) await realPause(settings.latencyMs);
	} finally {
		requests.end(request, answer === 'reset' ? 0 : answer.status);
	}
	return answer;
}

/** What of a call the log does not have. */
interface Sent {
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
}

async function answerTo(world: World, request: LoggedRequest, sent: Sent): Promise<Answer> {
	const route = routeOf(request.method, request.path, world.config.brandTerms);
	if (route.kind === 'redirect') return page(refusals.slash.status, 'Moved', { Location: route.location });
	if (route.kind === 'notFound') return page(refusals.path.status, 'Not Found');
	if (route.kind === 'wrongMethod') return json(refusals.method.status, { detail: 'Method not allowed.' });

	const parsed = parse(sent.text);
	request.body = parsed ?? sent.text;
	const body = neutral(parsed, world.config.brandTerms) as Body | undefined;
	const name = selectEndpoint(route.names, body ?? {});
	request.endpoint = name;
	const fault = world.faults.take(name);
	const process = async (): Promise<WrittenAnswer> =>
		await processed(world, request, sent, name, body, route.path);
	if (fault === undefined) return await process();

	request.fault = fault.kind;
	const answer = isProcessed(fault) ? await process() : undefined;
	if (fault.delayMs !== undefined) await realPause(fault.delayMs);
	return spoiled(fault, answer);
}

/** A JSON object; no text is an empty one. `undefined` when it is anything else. */
function parse(text: string): Body | undefined {
	if (text === '') return {};
	try {
		const value: unknown = JSON.parse(text);
		const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
		return isObject ? (value as Body) : undefined;
	} catch {
		return undefined;
	}
}

/** Whether a body is called JSON, whatever else is said of it. */
const isJson = (contentType = ''): boolean =>
	contentType.split(';')[0].trim().toLowerCase() === 'application/json';

/** The keys of the account share all that is counted. */
const keysOf = (apiKey: string): readonly string[] => [`Token ${apiKey}`, `Token ${apiKey}-second`];

async function processed<N extends EndpointName>(
	world: World,
	request: LoggedRequest,
	{ headers, text }: Sent,
	name: N,
	body: Body | undefined,
	path: Readonly<Record<string, string>>,
): Promise<WrittenAnswer> {
	try {
		request.keyAccepted = keysOf(world.config.apiKey).includes(headers.authorization);
		if (!request.keyAccepted) throw new Refusal(refusals.key.status, 'unauthorized', 'Invalid token.');
		world.usage.count();
		const { idempotent }: Endpoint = endpoints[name];
		const key = idempotent ? headers['idempotency-key']?.slice(0, limits.idempotencyKeyLength) : undefined;
		const replay = key === undefined ? undefined : world.idempotency.get(key);
		if (replay !== undefined) {
			request.replayed = true;
			return { ...replay, headers: { ...replay.headers, 'Idempotency-Replayed': 'true' } };
		}
		if (text !== '' && !isJson(headers['content-type'])) {
			throw new Refusal(
				refusals.contentType.status,
				'unsupported_media_type',
				'The body is not called JSON.',
			);
		}
		if (body === undefined) {
			throw new Refusal(refusals.field.status, 'invalid_json', 'The body is not a JSON object.');
		}
		const handler = handlers[name] as Handler<N> | undefined;
		if (handler === undefined) {
			throw new Refusal(501, 'not_implemented', `The sandbox does not serve ${name} yet.`);
		}
		const given = await handler(validated(name, body, path, world, request));
		const reply = given instanceof Reply ? given : new Reply(200, given);
		const answer = json(reply.status, spelled(reply.body, world.config.brandTerms), reply.headers);
		// One that another answer under the key overtook stays unkept.
		if (key !== undefined && world.idempotency.get(key) === undefined) world.idempotency.set(key, answer);
		return answer;
	} catch (error) {
		if (!(error instanceof Refusal)) return broken(error as Error, world);
		const { status, code, description, details, asText } = error;
		return json(status, { error: asText ? description : { code, description, ...details } }, error.headers);
	}
}

/** A mistake of the sandbox itself, kept for whoever develops it: the service shows nobody its inside. */
function broken(error: Error, { requests }: World): WrittenAnswer {
	requests.mistakes.push(error);
	return json(500, { error: { code: 'sandbox', description: 'The sandbox has made a mistake.' } });
}
