import { type EndpointName, endpoints } from '../../contract';
import type { Endpoint } from '../../contract/model/endpoint';
import { refusals } from '../base/refusals';
import { Refusal } from '../base/refusal';
import { realPause } from '../base/timers';
import { handlers } from '../handlers';
import {
	type Answer,
	broken,
	isProcessed,
	json,
	page,
	refused,
	spoiled,
	written,
	type WrittenAnswer,
} from './answers';
import { type Route, selectEndpoint } from './router';
import { validated } from './validation';
import type { LoggedRequest } from '../state/requestLog';
import type { Handler } from '../world/call';
import type { World } from '../world/world';

/** The address that calls on loopback come from. */
const CALLER = '127.0.0.1';

/** Lets only calls with a right key, from an address that is not refused, of a released account. */
export function authenticate(world: World, request: LoggedRequest, authorization: string | undefined): void {
	const { settings, config } = world;
	const keys = [config.apiKey, settings.secondKey].filter((key) => key !== null);
	request.keyAccepted = keys.some((key) => authorization === `Token ${key}`);
	if (!request.keyAccepted) throw new Refusal(refusals.key.status, 'unauthorized', 'Invalid token.');
	if (settings.callerIp === 'refused') {
		throw new Refusal(
			refusals.key.status,
			'unauthorized',
			`The IP ${CALLER} is not on the whitelist of the account.`,
		);
	}
	if (!settings.released) {
		throw new Refusal(406, 'not_released', 'The interface is not released for this account.');
	}
}

/** A call as the server hands it over. */
export interface Arrived {
	readonly request: LoggedRequest;
	readonly route: Route;
	readonly authorization: string | undefined;
	readonly idempotencyKey: string | undefined;
	readonly contentType: string | undefined;
	readonly text: string;
}

/** Serves one call from its text to its answer. */
export async function serve(world: World, arrived: Arrived): Promise<Answer> {
	const { request, route } = arrived;
	if (route.kind === 'redirect') {
		const moved = page(refusals.slash.status, 'Moved');
		return { ...moved, headers: { ...moved.headers, Location: route.location } };
	}
	if (route.kind === 'notFound') return page(refusals.path.status, 'Not Found');
	if (route.kind === 'wrongMethod') return json(refusals.method.status, { detail: 'Method not allowed.' });

	const body = parse(arrived.text);
	request.body = body ?? arrived.text;
	const name = selectEndpoint(route.names, body ?? {}, world.config.brandTerms);
	request.endpoint = name;
	const fault = world.faults.take([name], 'others');
	if (fault === undefined) return await process(world, arrived, name, body, route.path);

	request.fault = fault.kind;
	if (fault.kind === 'forget') world.searches.forget();
	const answer = isProcessed(fault) ? await process(world, arrived, name, body, route.path) : undefined;
	if (fault.delayMs !== undefined) await realPause(fault.delayMs);
	return spoiled(fault, answer);
}

/** Whether a body is called JSON, whatever else is said of it. */
const isJson = (contentType = ''): boolean =>
	contentType.split(';')[0].trim().toLowerCase() === 'application/json';

/** A JSON object; no text is an empty one. `undefined` when it is anything else. */
function parse(text: string): Record<string, unknown> | undefined {
	if (text === '') return {};
	try {
		const value: unknown = JSON.parse(text);
		const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
		return isObject ? (value as Record<string, unknown>) : undefined;
	} catch {
		return undefined;
	}
}

async function process(
	world: World,
	{ request, authorization, idempotencyKey, contentType, text }: Arrived,
	name: EndpointName,
	body: Record<string, unknown> | undefined,
	path: Record<string, string>,
): Promise<WrittenAnswer> {
	const endpoint: Endpoint = endpoints[name];
	try {
		authenticate(world, request, authorization);
		world.usage.count(endpoint);
		const key = endpoint.idempotent ? idempotencyKey : undefined;
		const replay = key === undefined ? undefined : world.idempotency.find(key);
		if (replay !== undefined) {
			request.replayed = true;
			return { ...replay, headers: { ...replay.headers, 'Idempotency-Replayed': 'true' } };
		}
		if (text !== '' && !isJson(contentType)) {
			throw new Refusal(
				refusals.contentType.status,
				'unsupported_media_type',
				'The body is not called JSON.',
			);
		}
		if (body === undefined) {
			throw new Refusal(refusals.field.status, 'invalid_json', 'The body is not a JSON object.');
		}
		const answer = await handle(world, request, name, body, path);
		if (key !== undefined) world.idempotency.store(key, answer);
		return answer;
	} catch (error) {
		return error instanceof Refusal ? refused(error) : broken(error as Error, world);
	}
}

async function handle<N extends EndpointName>(
	world: World,
	request: LoggedRequest,
	name: N,
	body: Record<string, unknown>,
	path: Record<string, string>,
): Promise<WrittenAnswer> {
	const handler = handlers[name] as Handler<N> | undefined;
	if (handler === undefined) {
		throw new Refusal(501, 'not_implemented', `The sandbox does not serve ${name} yet.`);
	}
	return written(await handler(validated(name, body, path, world, request)), world);
}
