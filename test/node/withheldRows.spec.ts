import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { runNode } from '../support/harness';
import { personsOf, PublishedTrigger } from '../support/polling';
import { useSandbox } from './support/useSandbox';

/** A service that withholds some rows of its pages (as of persons who have opted out), and counts them in its total. */

let sandbox: Sandbox;
useSandbox({ persons: 10, companies: 10 }, (started) => {
	sandbox = started;
});

const TOTAL = 300;
let isWithheld: (id: number) => boolean = () => false;
/** Rows of a page, whatever was asked for. */
let fixed: number | undefined;
let asked: IDataObject[] = [];
let server: Server;
let credential: IDataObject;
let total = TOTAL;

beforeAll(async () => {
	server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const body = JSON.parse(Buffer.concat(parts).toString()) as { pagina: number; por_pagina: number };
			asked.push(body);
			const size = fixed ?? Math.min(50, body.por_pagina);
			const dados = Array.from({ length: size }, (_, i) => (body.pagina - 1) * size + i)
				.filter((id) => id < total && !isWithheld(id))
				.map((id) => ({ id_pessoa: id + 1, nome: `P ${id}`, cargo: 'X', id_empresa: 1 }));
			response.setHeader('content-type', 'application/json');
			response.end(
				JSON.stringify({
					dados,
					total,
					pagina: body.pagina,
					por_pagina: size,
					chave_cache: 'k',
					sucesso: true,
				}),
			);
		});
	});
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	credential = {
		apiKey: 'abcdefghijklmnop',
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
	};
});
afterAll(async () => await new Promise((resolve) => void server.close(resolve)));
beforeEach(() => {
	asked = [];
	fixed = undefined;
	total = TOTAL;
	isWithheld = () => false;
});

const filters = { filtros_pessoa: { niveis_senioridade: ['Pleno'] } };
const there = (): number[] =>
	Array.from({ length: total }, (_, i) => i)
		.filter((id) => !isWithheld(id))
		.map((id) => id + 1);

async function polled(
	resultsPerRun: number,
	polls: number,
): Promise<{ ids: unknown[]; each: PublishedTrigger }> {
	const each = new PublishedTrigger(
		sandbox,
		{ searchFor: 'persons', ...filters, resultsPerRun, options: { maxRequestsPerMinute: 0 } },
		credential,
	);
	const ids = personsOf(await each.publish());
	for (let poll = 1; poll < polls; poll++) ids.push(...personsOf(await each.poll()));
	return { ids, each };
}
const search = async (options: IDataObject = {}, more: IDataObject = { returnAll: true }) =>
	await runNode({
		credential,
		resource: 'b2bPerson',
		operation: 'searchB2bPersons',
		parameters: { ...filters, ...more, options: { includeSearchDetails: true, ...options } },
	});
const twice = (ids: unknown[]) => ids.filter((id, i) => ids.indexOf(id) !== i);

describe('New Leads, of a service that withholds a row in ten', () => {
	beforeEach(() => (isWithheld = (id) => id % 10 === 3));

	it('delivers no result twice', async () => {
		const { ids } = await polled(20, 60);
		expect(twice(ids)).toEqual([]);
	});

	it('delivers every result', async () => {
		const { ids } = await polled(20, 60);
		expect(there().filter((id) => !ids.includes(id))).toEqual([]);
	});

	it('takes a request for a page, one for the rest of the page before, and one to be sure of the end', async () => {
		await polled(50, 7);
		expect(asked.map(({ pagina, por_pagina }) => [pagina, por_pagina])).toEqual(
			[1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7].map((page) => [page, 50]),
		);
	});

	it('ends with the last page, and tells how many results were on none', async () => {
		const { each } = await polled(50, 8);
		expect(each.log.join()).toContain('of 300, 30 were on none of the pages');
		expect(each.log.join()).toContain('270 of 300 results were delivered, and the others were on none');
	});

	it('delivers after a start of n8n what may not have started the workflow, and then all others once', async () => {
		const { ids, each } = await polled(50, 2);
		await each.restart();
		const after: unknown[] = [];
		for (let poll = 0; poll < 8; poll++) after.push(...personsOf(await each.poll()));
		expect([...ids.slice(0, 50), ...after]).toEqual(there());
	});
});

describe('a search, of a service that withholds rows', () => {
	it('fills Limit with different rows where two of the first page are withheld', async () => {
		isWithheld = (id) => id === 3 || id === 7;
		const { items } = await search({}, { limit: 50 });
		const ids = items.map(({ json }) => json.id_pessoa);
		expect(ids).toHaveLength(50);
		expect(twice(ids)).toEqual([]);
	});

	it.each([2, 10, 33])('has each row once: %d in a hundred', async (rate) => {
		isWithheld = (id) => (id * 37) % 100 < rate;
		const { items } = await search();
		const ids = items.map(({ json }) => json.id_pessoa);
		expect(twice(ids)).toEqual([]);
		expect(there().filter((id) => !ids.includes(id))).toEqual([]);
	});
});

describe('a search that goes on by Continue From, of a service whose pages have 50 rows, whatever is asked for', () => {
	it.each([50, 55])('has the rest of the results from %d on', async (offset) => {
		fixed = 50;
		total = 60;
		const { items } = await search({
			continueFrom: { values: { chave_cache: 'k', total_cacheado: 60, offset } },
		});
		expect(items.map(({ json }) => json.id_pessoa)).toEqual(there().slice(offset));
	});

	it('never gives other rows than those from the offset on, where the service says how long its pages are', async () => {
		fixed = 50;
		total = 60;
		const { items } = await search({
			pageSize: 10,
			continueFrom: { values: { chave_cache: 'k', total_cacheado: 60, offset: 10 } },
		});
		const ids = items.map(({ json }) => json.id_pessoa);
		expect(ids).toEqual(there().slice(10));
	});
});
