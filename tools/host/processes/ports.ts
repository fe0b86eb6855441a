import { createServer } from 'node:net';

/** The interface everything here listens on. */
export const LOOPBACK = '127.0.0.1';

async function tryPort(port: number): Promise<number | undefined> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen(port, LOOPBACK, () => {
			const address = server.address();
			const found = typeof address === 'object' && address !== null ? address.port : undefined;
			server.close(() => resolve(found));
		});
	});
}

/** The preferred port if it is free, else any free one; none of those to avoid, which are spoken for already. */
export async function findFreePort(preferred = 0, avoid: number[] = []): Promise<number> {
	for (const wanted of [preferred, ...Array<number>(20).fill(0)]) {
		const port = avoid.includes(wanted) ? undefined : await tryPort(wanted);
		if (port !== undefined && !avoid.includes(port)) return port;
	}
	throw new Error('No free port found on this machine.');
}
