import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { type Duplex, Transform } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';

import { runCommand } from '../../tools/host/processes/command';
import { npmEnvironment } from '../../tools/host/processes/environment';
import { LOOPBACK } from '../../tools/host/processes/ports';
import { ROUND_TRIP_MS } from '../setup/plan';
import type { ReachedSandbox } from './sandboxProcess';

const later = (): Transform =>
	new Transform({
		transform(chunk, _, done) {
			setTimeout(() => this.push(chunk), ROUND_TRIP_MS / 2);
			done();
		},
		flush: (done) => void setTimeout(done, ROUND_TRIP_MS / 2),
	});

async function listening(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.unref().listen(0, LOOPBACK, resolve));
	return (server.address() as AddressInfo).port;
}

const joined = (near: Duplex, port: number, way: () => Transform[]): void => {
	const far = connect(port, LOOPBACK);
	for (const [from, to] of [
		[near, far],
		[far, near],
	] as const)
		[...way(), to].reduce(
			(before, after) => before.pipe(after),
			from.on('error', () => to.destroy()),
		);
};

/** The sandbox as far away as a service is: over TLS. Every process started from now on trusts its certificate. */
export async function fromAfar(sandbox: ReachedSandbox, folder: string): Promise<ReachedSandbox> {
	const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(folder, name));
	const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=IP:${LOOPBACK}`];
	const files = ['-keyout', key, '-out', cert];
	const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files];
	await runCommand('Making a certificate', 'openssl', args, { cwd: folder, env: npmEnvironment() });
	process.env.NODE_EXTRA_CA_CERTS = cert;
	const to = Number(new URL(sandbox.baseUrl).port);
	const [ownCert, ownKey] = [readFileSync(cert), readFileSync(key)];
	const secure = createTlsServer({ cert: ownCert, key: ownKey }, (socket) => joined(socket, to, () => []));
	const tls = await listening(secure);
	const port = await listening(createServer((socket) => joined(socket, tls, () => [later()])));
	return { ...sandbox, baseUrl: sandbox.baseUrl.replace(/^http:(.*):\d+/, `https:$1:${port}`) };
}
