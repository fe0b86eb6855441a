import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { runNode, type NodeResult } from '../support/harness';

/** A service whose answers come byte by byte, without an end, or stop. */

let server: Server;
let requests: string[] = [];
let sockets: Socket[] = [];
let begin: (response: ServerResponse) => void;

beforeAll(async () => {
	server = createServer((request, response) => {
		requests.push(`${request.method} ${request.url?.split('?')[0]}`);
		sockets.push(request.socket);
		begin(response);
		const trickle = setInterval(() => request.socket.write(' '), 100);
		request.socket.on('close', () => clearInterval(trickle));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
	[requests, sockets] = [[], []];
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const submit = async (): Promise<NodeResult> => {
	const { port } = server.address() as AddressInfo;
	const advanced = { requestTimeout: 1 };
	return await runNode({
		credential: { apiKey: 'a-key-of-the-tests', baseUrl: `http://127.0.0.1:${port}/v1` },
		resource: 'b2bPerson',
		operation: 'enrichPersonBatch',
		parameters: { id_pessoa: 7, afterSubmission: 'return', options: { advanced } },
	});
};

describe.each([
	[
		'after the head of the answer',
		(response: ServerResponse) => {
			response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000_000 });
			response.flushHeaders();
		},
	],
	[
		'in the head of the answer',
		(response: ServerResponse) => void response.socket?.write('HTTP/1.1 200 OK\r\nX-Slow: '),
	],
])('an answer that trickles %s', (_, start) => {
	beforeEach(() => {
		begin = start;
	});

	it('is given up at the limit: a submission is not sent again, and its connection is closed', async () => {
		const result = await submit();
		expect(result.error?.message).toMatch(/^The service did not respond within \d+ seconds?$/);
		expect(result.error?.description).toContain('It may have been charged, so it was not sent again.');
		expect(requests).toEqual(['POST /v1/b2b/persons/enrich/bulk']);
		// It is closed with the next byte.
		while (!sockets.every(({ destroyed }) => destroyed)) await sleep(20);
		expect(sockets).toHaveLength(1);
	});
});
