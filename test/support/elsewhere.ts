import {
	createServer,
	listenOnLoopback,
	readText,
	type IncomingMessage,
	type ServerResponse,
} from '../../sandbox/base/http';

/** A request that reached the other server. */
export interface Visit {
	readonly method: string;
	readonly url: string;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: string;
}

/** A server that is none of the service: whatever reaches it has gone astray. */
export interface Elsewhere {
	readonly port: number;
	/** Everything that it was sent. */
	readonly visits: Visit[];
	/** What it answers; a good answer unless said otherwise. */
	answer: (response: ServerResponse) => void;
	close(): Promise<void>;
}

const good = (response: ServerResponse): void => {
	response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"balance":{"b2b":1,"b2c":1}}');
};

/** Starts it on a free port of this machine. */
export async function startElsewhere(): Promise<Elsewhere> {
	const visits: Visit[] = [];
	const server = createServer((message, response) => {
		void visit(message).then((seen) => {
			visits.push(seen);
			elsewhere.answer(response);
		});
	});
	const port = await listenOnLoopback(server, 0);
	const elsewhere: Elsewhere = {
		port,
		visits,
		answer: good,
		close: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
	return elsewhere;
}

async function visit(message: IncomingMessage): Promise<Visit> {
	const { method = '', url = '', headers } = message;
	return { method, url, headers: { ...headers }, body: await readText(message) };
}

/** Ways to write an address that leads to a port of this machine, as a careless or hostile answer may. */
export const addressesOf = (port: number, servicePort: string): readonly string[] => [
	`http://127.0.0.1:${port}/stolen`,
	`//127.0.0.1:${port}/stolen`,
	`\\\\127.0.0.1:${port}\\stolen`,
	`https://127.0.0.1:${port}/stolen`,
	`http://localhost:${port}/stolen`,
	`http://user:word@127.0.0.1:${port}/stolen`,
	`http://127.0.0.1:${servicePort}@127.0.0.1:${port}/stolen`,
];
