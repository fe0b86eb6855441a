import { openServer, readText, type ServerResponse } from '../../sandbox/base/http';

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
	answer: (response: ServerResponse, visit: Visit) => void;
	close(): Promise<void>;
}

/** Starts it on a free port of this machine. */
export async function startElsewhere(): Promise<Elsewhere> {
	const server = await openServer(async (message, response) => {
		const { method = '', url = '', headers } = message;
		const visit: Visit = { method, url, headers, body: await readText(message) };
		elsewhere.visits.push(visit);
		elsewhere.answer(response, visit);
	});
	const elsewhere: Elsewhere = {
		...server,
		visits: [],
		answer: (response) => {
			response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"balance":{"b2b":1,"b2c":1}}');
		},
	};
	return elsewhere;
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
