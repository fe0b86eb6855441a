import { type OpenServer, openServer } from '../base/http';
import type { World } from '../world/world';
import { archiveOf } from './archive';

/** Where result files are, below their own origin. */
export const FILES_PATH = '/files';

/** Opens the place of result files: an origin of its own, as of a store that knows nothing of the interface's keys. */
export const openFiles = async (worldNow: () => World): Promise<OpenServer> =>
	await openServer((message, response) => {
		const world = worldNow();
		const { method = '', url = '/', rawHeaders, headers } = message;
		const path = new URL(url, 'http://files').pathname;
		const [folder, name] = [path.slice(0, FILES_PATH.length), path.slice(FILES_PATH.length + 1)];
		const job = folder === FILES_PATH ? world.jobs.withFile(name) : undefined;
		// Anywhere in the address or the headers.
		const keySent =
			headers.authorization !== undefined ||
			[url, ...rawHeaders].some((text) => text.includes(world.config.apiKey));
		const status = keySent ? 400 : job === undefined ? 404 : 200;
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
		response.end(job.content);
	});
