import {
	createServer,
	type IncomingMessage,
	request as plainRequest,
	type Server,
	type ServerResponse,
} from 'node:http';
import { request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type BrandTerms, neutralNames, wireName } from '../../contract/brandTerms';

export { createServer };
export type { IncomingMessage, Server, ServerResponse };

/** Opens a server on the loopback address; port 0 takes a free one. Returns the port. */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	return (server.address() as AddressInfo).port;
}

/** The whole body of a message as text. */
export async function readText(message: IncomingMessage): Promise<string> {
	// Listeners instead of an iterator: this runs for every call, and an iterator costs more than the rest.
	return await new Promise((resolve, reject) => {
		let text = '';
		message.setEncoding('utf8');
		message.on('data', (chunk: string) => (text += chunk));
		message.once('end', () => resolve(text));
		message.once('error', reject);
	});
}

/** A call that the service itself makes: its answer's status, or what went wrong. */
export interface OutgoingResult {
	readonly status?: number;
	readonly error?: string;
}

/** Calls a URL of the client. `cancelled` gives the call up when it resolves first. Follows no redirect. */
export async function callOut(
	method: 'HEAD' | 'POST',
	url: string,
	cancelled: Promise<void>,
	json?: string,
): Promise<OutgoingResult> {
	return await new Promise((resolve) => {
		try {
			const headers =
				json === undefined
					? {}
					: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) };
			const start = new URL(url).protocol === 'https:' ? secureRequest : plainRequest;
			const call = start(url, { method, headers, agent: false }, (response) => {
				response.resume();
				resolve({ status: response.statusCode });
			});
			call.on('error', (error) => resolve({ error: error.message }));
			void cancelled.then(() => call.destroy(new Error('timed out')));
			call.end(json);
		} catch (error) {
			resolve({ error: (error as Error).message });
		}
	});
}

/** An answer with its field names spelled as the live service does. */
export function spell<T>(value: T, brandTerms: BrandTerms): T;
export function spell(value: unknown, brandTerms: BrandTerms): unknown {
	if (brandTerms === neutralNames || typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((entry) => spell(entry, brandTerms));
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [wireName(name, brandTerms), spell(inner, brandTerms)]),
	);
}
