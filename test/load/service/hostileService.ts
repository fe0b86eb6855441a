import type { Sandbox } from '../../../sandbox';
import { openServer, readText, type IncomingMessage, type ServerResponse } from '../../../sandbox/base/http';
import { Hostile } from './hostile';
import type { Random } from '../../support/random';

/** A service that cannot be trusted: the sandbox, whose answers are altered or replaced on their way. */
export interface HostileService {
	readonly baseUrl: string;
	/** The addresses that it was asked to call, the latest last. */
	readonly callbacks: readonly string[];
	/** What is drawn from now on. */
	random: Random;
	/** The share of answers that are not as the sandbox gave them. */
	share: number;
	close(): Promise<void>;
}

const FILES = '/hostile-file';
const STATUSES = [
	200, 200, 200, 201, 202, 204, 301, 302, 400, 401, 402, 403, 404, 409, 418, 422, 429, 500, 503,
];
const TYPES = [
	'application/json',
	'text/html',
	'text/plain',
	'application/zip',
	'text/csv; charset=utf-16',
	'',
];

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
};

/** Starts it in front of a sandbox. */
export async function startHostileService(sandbox: Sandbox, random: Random): Promise<HostileService> {
	const { apiKey } = sandbox;
	const path = new URL(sandbox.baseUrl).pathname;
	let origin = '';
	const service = {
		baseUrl: '',
		callbacks: [] as string[],
		random,
		share: 0.5,
		close: async () => await server.close(),
	};

	/** The sandbox's own answer, with links to files of this service. */
	async function passedOn(
		message: IncomingMessage,
		body: string,
	): Promise<{ status: number; body: unknown }> {
		const { method = 'GET', url = '/', headers } = message;
		const sent = await fetch(new URL(url, sandbox.baseUrl), {
			method,
			headers: {
				// Each workflow has a key of its own, so that a block of one does not keep the others from asking.
				...(headers.authorization && { authorization: headers.authorization.replace(/-\d+$/, '') }),
				...(headers['content-type'] && { 'content-type': headers['content-type'] }),
				...(headers['idempotency-key'] && { 'idempotency-key': String(headers['idempotency-key']) }),
			},
			...(body !== '' && { body }),
		});
		const text = await sent.text();
		const linked = text.replace(/http:\/\/127\.0\.0\.1:\d+\/files\/[^"]*/g, () => `${origin}${FILES}`);
		return { status: sent.status, body: parsed(linked) };
	}

	async function respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
		const hostile = new Hostile(service.random, apiKey);
		const { random: draw } = service;
		const body = await readText(message);
		if (message.url?.startsWith(FILES) === true) {
			response.writeHead(draw.chance(0.9) ? 200 : draw.pick(STATUSES), {
				'content-type': draw.pick(TYPES),
				...(draw.chance(0.2) && { 'content-disposition': hostile.header() }),
				...(draw.chance(0.1) && { 'content-encoding': draw.pick(['gzip', 'br', 'x']) }),
			});
			response.end(hostile.file());
			return;
		}
		const callback = /"(http:[^"]*resume=[^"]*)"/.exec(body.slice(0, 5_000_000))?.[1];
		if (callback !== undefined) service.callbacks.push(callback);
		const answer = await passedOn(message, body);
		if (!draw.chance(service.share)) {
			response.writeHead(answer.status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(answer.body));
			return;
		}
		const kind = draw.number();
		const altered = kind < 0.6 ? hostile.altered(answer.body) : kind < 0.75 ? hostile.value() : undefined;
		const text =
			altered !== undefined
				? JSON.stringify(altered)
				: kind < 0.85
					? `<html><title>${hostile.text()}</title>${hostile.text()}</html>`
					: hostile.text();
		const sent = draw.chance(0.1) ? hostile.bytes(text) : Buffer.from(text);
		response.writeHead(draw.chance(0.7) ? answer.status : draw.pick(STATUSES), {
			'content-type': draw.chance(0.8) ? 'application/json' : draw.pick(TYPES),
			...(draw.chance(0.1) && { 'retry-after': draw.pick(['0', '1', hostile.header()]) }),
			...(draw.chance(0.1) && { location: hostile.header() }),
			...(draw.chance(0.05) && { 'content-encoding': draw.pick(['gzip', 'br', 'x']) }),
		});
		if (sent.length > 1 && draw.chance(0.05))
			response.write(sent.subarray(0, sent.length >> 1), () => response.destroy());
		else response.end(sent);
	}

	const server = await openServer(respond);
	origin = `http://127.0.0.1:${server.port}`;
	service.baseUrl = `${origin}${path}`;
	return service;
}
