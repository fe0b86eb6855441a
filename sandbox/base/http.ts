import { createServer, type IncomingMessage, request as plainRequest, type ServerResponse } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';

export type { IncomingMessage, ServerResponse };

/** A server on the loopback address. */
export interface OpenServer {
	readonly port: number;
	/** Ends all connections, too. */
	close(): Promise<void>;
}

/** Longer than any client keeps an idle connection, so that none is closed under a request. */
const KEEP_ALIVE_MS = 120_000;

/** Opens a server; port 0 takes a free one. A call that it fails to answer is broken off. */
export async function openServer(
	respond: (message: IncomingMessage, response: ServerResponse) => unknown,
	port = 0,
): Promise<OpenServer> {
	const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, noDelay: true }, (message, response) => {
		void Promise.resolve(respond(message, response)).catch((error: Error) => response.destroy(error));
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	return {
		port: (server.address() as AddressInfo).port,
		close: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
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
	json = '',
): Promise<OutgoingResult> {
	return await new Promise((resolve) => {
		try {
			const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) };
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
