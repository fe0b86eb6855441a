import {
	createServer, listenOnLoopback, type IncomingMessage, type Server, type ServerResponse,
} from '../base/http'; // prettier-ignore
import type { World } from '../world/world';
import { archiveOf } from './archive';

/** Where result files are, below their own origin. */
export const FILES_PATH = '/files';

/** The place of result files: an origin of its own, as of a store that knows nothing of the interface's keys. */
export class FileServer {
	private readonly server: Server;

	constructor(private readonly world: () => World) {
		this.server = createServer((message, response) => this.respond(message, response));
	}

	/** Opens a free port and returns it. */
	async open(): Promise<number> {
		return await listenOnLoopback(this.server, 0);
	}

	async close(): Promise<void> {
		const closed = new Promise((resolve) => this.server.close(resolve));
		this.server.closeAllConnections();
		await closed;
	}

	private respond(message: IncomingMessage, response: ServerResponse): void {
		const world = this.world();
		const { method = '', url = '/', headers } = message;
		const keySent = headers.authorization !== undefined || carriesKey(message, world.config.apiKey);
		const path = new URL(url, 'http://files').pathname;
		const file = path.slice(FILES_PATH.length + 1);
		const job = path.startsWith(`${FILES_PATH}/`) ? world.jobs.withFile(file) : undefined;
		const status = keySent
			? 400
			: method !== 'GET' && method !== 'HEAD'
				? 405
				: job === undefined
					? 404
					: 200;
		world.requests.noteDownload({ method, path, keySent, status });
		message.resume();
		if (status !== 200 || job === undefined) {
			response.writeHead(status, { 'Content-Type': 'application/xml' }).end('<Error/>');
			return;
		}
		job.content ??= archiveOf(job, world);
		response.writeHead(200, {
			'Content-Type': 'application/zip',
			'Content-Disposition': `attachment; filename="${job.file}"`,
			'Content-Length': job.content.length,
		});
		response.end(method === 'HEAD' ? undefined : job.content);
	}
}

/** Does the key stand anywhere in the address or the headers? */
const carriesKey = ({ url = '', rawHeaders }: IncomingMessage, key: string): boolean =>
	[url, ...rawHeaders].some((text) => text.includes(key));
