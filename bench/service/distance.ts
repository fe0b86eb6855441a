import { constants } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';

import { ROUND_TRIP_MS } from '../setup/plan';
import { HOST } from './certificate';

/*
 * The way to a distant sandbox, in a process of its own: what is sent arrives later, and is encrypted. Its arguments
 * are the files of the certificate and the key, the sandbox's port and its own.
 */

const [certFile, keyFile, sandboxPort, ownPort] = process.argv.slice(2);
const LOOPBACK = '127.0.0.1';

/** The end of a connection is told by its closing. */
const ignore = (): void => undefined;

/** Hands on what comes half a round trip later. Timers of the same length fire in the order in which they were set. */
function later(from: Socket, to: Socket): void {
	from.on('error', ignore);
	from.on('data', (chunk) => setTimeout(() => to.write(chunk), ROUND_TRIP_MS / 2));
	from.on('close', () => setTimeout(() => to.end(), ROUND_TRIP_MS / 2));
}

async function listen(server: Server, port: number, host: string): Promise<number> {
	await new Promise<void>((resolve) => server.listen(port, host, resolve));
	return (server.address() as AddressInfo).port;
}

async function main(): Promise<void> {
	const secure = createTlsServer(
		{
			cert: readFileSync(certFile),
			key: readFileSync(keyFile),
			// Two round trips; and no session is taken up again, which would spare one of them.
			maxVersion: 'TLSv1.2',
			secureOptions: constants.SSL_OP_NO_TICKET,
		},
		(client) => {
			const sandbox = connect({ port: Number(sandboxPort), host: LOOPBACK, noDelay: true });
			pipeline(client, sandbox, client, ignore);
		},
	);
	secure.on('tlsClientError', ignore);
	const securePort = await listen(secure, 0, LOOPBACK);
	const door = createServer({ pauseOnConnect: true, noDelay: true }, (client) => {
		// On this machine a TCP connection opens at once.
		setTimeout(() => {
			const inside = connect({ port: securePort, host: LOOPBACK, noDelay: true });
			later(client, inside);
			later(inside, client);
			client.resume();
		}, ROUND_TRIP_MS);
	});
	await listen(door, Number(ownPort), HOST);
	process.on('disconnect', () => process.exit());
	process.send?.('ready');
}

void main();
