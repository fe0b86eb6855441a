import axios, { type AxiosInstance } from 'axios';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import {
	createServer,
	listenOnLoopback,
	readText,
	type IncomingMessage,
	type ServerResponse,
} from '../../sandbox/base/http';
import { realPause } from '../../sandbox/base/timers';

/** A small sandbox whose time stands still, and a client of it. */
export interface Bench {
	readonly sandbox: Sandbox;
	readonly http: AxiosInstance;
}

/** A client that takes every answer as it is: no error on a status, no redirect followed. */
export const clientOf = ({ baseUrl, apiKey }: Sandbox, authorization = `Token ${apiKey}`): AxiosInstance =>
	axios.create({
		baseURL: baseUrl,
		headers: { Authorization: authorization },
		validateStatus: () => true,
		maxRedirects: 0,
	});

/** Starts a sandbox for the specs of a file; it is reset before each and closed after the last. */
export function useSandbox(options: SandboxOptions = {}): Bench {
	const bench = {} as { sandbox: Sandbox; http: AxiosInstance };
	beforeAll(async () => {
		bench.sandbox = await startSandbox({ clock: 'manual', persons: 2000, companies: 500, ...options });
		bench.http = clientOf(bench.sandbox);
	});
	beforeEach(() => bench.sandbox.reset());
	afterEach(() => expect(bench.sandbox.requests.mistakes).toEqual([]));
	afterAll(async () => await bench.sandbox.close());
	return bench;
}

/** Waits, in real time, for something that another call brings about. */
export async function until(met: () => boolean): Promise<void> {
	for (let tries = 0; !met(); tries++) {
		if (tries > 1000) throw new Error('It never came about');
		await realPause(2);
	}
}

/** A call that a receiver got. */
export interface Received {
	readonly method: string;
	readonly text: string;
}

/** A webhook of a client: answers with what `answer` says, and keeps what it got. */
export interface Receiver {
	readonly url: string;
	readonly received: Received[];
	/** Status by method; 0 never answers. */
	answer: (method: string) => number;
	close(): Promise<void>;
}

/** Opens a webhook of a client. */
export async function startReceiver(): Promise<Receiver> {
	const server = createServer((message, response) => void take(message, response));
	const port = await listenOnLoopback(server, 0);
	const receiver: Receiver = {
		url: `http://127.0.0.1:${port}/hook`,
		received: [],
		answer: () => 200,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => {
				server.close(resolve);
			});
		},
	};
	async function take(message: IncomingMessage, response: ServerResponse): Promise<void> {
		const method = message.method ?? '';
		receiver.received.push({ method, text: await readText(message) });
		const status = receiver.answer(method);
		if (status !== 0) response.writeHead(status).end();
	}
	return receiver;
}
