import {
	createServer, listenOnLoopback, readText, type IncomingMessage, type Server, type ServerResponse,
} from '../base/http'; // prettier-ignore
import { realPause } from '../base/timers';
import type { World } from '../world/world';
import { broken, type Answer } from './answers';
import { arrivals, type Arrival } from './arrivals';
import type { ControlDoor } from './control';
import { serve } from './pipeline';
import type { Router } from './router';

/** Longer than any client keeps an idle connection, so that none is closed under a request. */
const KEEP_ALIVE_MS = 120_000;

/** Where the control door is. */
export const CONTROL_PATH = '/_sandbox';

/** The service's door and the control door on one port. */
export class SandboxServer {
	private readonly server: Server;

	constructor(
		private readonly world: () => World,
		private readonly router: Router,
		private readonly control: ControlDoor,
	) {
		this.server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, noDelay: true }, (message, response) => {
			void this.respond(message, response).catch((error: Error) => {
				// A client that has gone gets no answer.
				if (response.destroyed) return;
				write(response, broken(error, this.world()));
			});
		});
	}

	/** Opens the port and returns it. */
	async open(port: number): Promise<number> {
		return await listenOnLoopback(this.server, port);
	}

	async close(): Promise<void> {
		const closed = new Promise((resolve) => this.server.close(resolve));
		this.server.closeAllConnections();
		await closed;
	}

	private async respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
		const address = `http://sandbox${message.url ?? '/'}`;
		const url = new URL(URL.canParse(address) ? address : 'http://sandbox/');
		if (`${url.pathname}/`.startsWith(`${CONTROL_PATH}/`)) {
			const path = url.pathname.slice(CONTROL_PATH.length) || '/';
			write(response, await this.control.serve(message.method ?? '', path, await readText(message)));
			return;
		}
		await this.respondAsService(message, response, url);
	}

	private async respondAsService(
		message: IncomingMessage,
		response: ServerResponse,
		url: URL,
	): Promise<void> {
		// The whole call belongs to the world it arrived in, whatever is reset meanwhile.
		const world = this.world();
		const method = message.method ?? '';
		const headers = plainHeaders(message);
		const incoming = {
			method,
			path: url.pathname,
			query: Object.fromEntries(url.searchParams),
			headers,
		};
		const request = world.requests.begin(incoming);
		let status = 0;
		try {
			const route = this.router.find(method, url.pathname);
			const names = route.kind === 'found' ? route.names : [];
			const refusal = world.faults.take(names, 'refusals');
			if (refusal !== undefined) {
				request.endpoint = names[0];
				request.fault = refusal.kind;
				message.socket.resetAndDestroy();
				return;
			}
			const { authorization, 'idempotency-key': idempotencyKey, 'content-type': contentType } = headers;
			const text = await readText(message);
			if (arrivals.hasSubscribers) {
				arrivals.publish({ ...incoming, text, brandTerms: world.config.brandTerms } satisfies Arrival);
			}
			const arrived = { request, route, authorization, idempotencyKey, contentType, text };
			const answer = await serve(world, arrived);
			if (world.settings.latencyMs > 0) await realPause(world.settings.latencyMs);
			status = answer === 'reset' ? 0 : answer.status;
			if (answer === 'reset') message.socket.resetAndDestroy();
			else write(response, answer);
		} finally {
			world.requests.end(request, status);
		}
	}
}

const plainHeaders = (message: IncomingMessage): Record<string, string> =>
	Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)]));

function write(response: ServerResponse, answer: Exclude<Answer, 'reset'>): void {
	response.writeHead(answer.status, { ...answer.headers, 'Content-Length': Buffer.byteLength(answer.text) });
	response.end(answer.text);
}
