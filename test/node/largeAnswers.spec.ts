import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import type { IDataObject } from 'n8n-workflow';

import { runNode, type NodeResult } from '../support/harness';

/** What the service is made to answer. */
let answer: { readonly status: number; readonly text: Buffer };
let requests: string[] = [];
let server: Server;

beforeAll(async () => {
	server = createServer((request, response) => {
		requests.push(String(request.url));
		response.writeHead(answer.status, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
		response.end(answer.text);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
	requests = [];
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

async function run(operation: string, parameters: IDataObject): Promise<NodeResult> {
	const { port } = server.address() as AddressInfo;
	return await runNode({
		credential: { apiKey: 'a-key-of-the-tests', baseUrl: `http://127.0.0.1:${port}/v1` },
		resource: 'person',
		operation,
		parameters: {
			...parameters,
			options: {
				advanced: {
					maxRequestsPerMinute: 0,
					...((parameters.options as IDataObject | undefined)?.advanced as IDataObject),
				},
			},
		},
		items: [{}],
		settings: { onError: 'continueRegularOutput' },
	});
}
const errorOf = ({ items }: NodeResult): string => String(items[0]?.json.error);
const packed = (text: string, megabytes: number): Buffer =>
	gzipSync(Buffer.concat([Buffer.from(text), Buffer.alloc(megabytes * 1024 * 1024, ' ')]));

describe('a small response that unpacks to a large one', () => {
	it('is not read, nor asked for again', async () => {
		answer = { status: 200, text: packed('[]', 100) };
		const result = await run('getPerson', { cpf: '52998224725' });
		expect(errorOf(result)).toBe("The service's response is larger than 64 MB and was not read");
		expect(requests).toHaveLength(1);
		expect(JSON.stringify(result.items[0].json)).toContain('Retrying the same call is safe');
	});
});
