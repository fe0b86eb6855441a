import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../support/harness';
import { placed } from '../support/placed';

/** What is said beforehand of a search whose pages may be shorter than they are asked for. */

interface Asked {
	readonly pagina: number;
	readonly por_pagina: number;
	readonly chave_cache?: string;
}

let asked: Asked[] = [];
/** What the service answers for a page. */
let answer: (page: Asked) => IDataObject;
let server: Server;
let credential: IDataObject;

const persons = (from: number, count: number): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({
		id_pessoa: from + i + 1,
		nome: `P ${from + i}`,
		id_empresa: 1,
	}));

beforeAll(async () => {
	server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			response.setHeader('content-type', 'application/json');
			if (request.method === 'GET') {
				response.end(JSON.stringify({ b2b_credits: 100, b2c_credits: 100 }));
				return;
			}
			const body = JSON.parse(Buffer.concat(parts).toString()) as Asked;
			asked.push(body);
			response.end(JSON.stringify({ pagina: body.pagina, sucesso: true, ...answer(body) }));
		});
	});
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	credential = { apiKey: 'abcdefghijklmnop', baseUrl: `http://127.0.0.1:${port}/v1` };
});
afterAll(async () => await new Promise((resolve) => void server.close(resolve)));
beforeEach(() => {
	asked = [];
});

const filters = { filtros_pessoa: { niveis_senioridade: ['Pleno'] } };
const search = async (limit: number, settings: IDataObject = {}) =>
	await runNode({
		credential,
		resource: 'b2bPerson',
		operation: 'searchB2bPersons',
		parameters: { ...filters, limit, ...placed({ maxRequestsPerMinute: 0, ...settings }) },
	});
describe('Preview Cost', () => {
	it.each([
		[10, 50],
		[5, 500],
	])(
		'says what its number of requests holds for: pages may have only %d results of %d',
		async (size, limit) => {
			answer = ({ pagina }) => ({
				dados: persons((pagina - 1) * size, size),
				...{ total: 1000, por_pagina: size, chave_cache: 'k' },
			});
			const preview = await search(limit, { previewCost: true });
			const [{ json }] = preview.items;
			expect(json.requestsNote).toBe(
				'The number of requests holds for pages of as many results as Options > Page Size.',
			);
			expect(JSON.stringify(preview.hints)).toContain(json.requestsNote);
			expect(asked).toEqual([]);
			expect((await search(limit)).items).toHaveLength(limit);
			expect(asked.length).toBeGreaterThan(json.requestsAtMost as number);
		},
	);

	it('takes a maximum for what it is', async () => {
		const [{ json }] = (await search(500, { previewCost: true, maxRequests: 20 })).items;
		expect(json.requestsAtMost).toBe(20);
		expect(json.requestsNote).toBeUndefined();
	});
});
